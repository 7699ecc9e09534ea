/** The one button: primary for the main action, quiet beside it, danger for irreversible actions. */
import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import './button.css';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: 'primary' | 'quiet' | 'danger' | 'plain';
  /** Takes the whole width of its container. */
  readonly wide?: boolean;
  /** Shorter, for a button inside a card. */
  readonly small?: boolean;
  /** Working: shows it, and ignores further taps. */
  readonly busy?: boolean;
}

export function Button({ variant = 'primary', wide, small, busy, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || rest['aria-busy'] || undefined}
      disabled={rest.disabled || busy}
      className={classNames(
        'button',
        `button-${variant}`,
        wide && 'button-wide',
        small && 'button-small',
        className,
      )}
    />
  );
}
