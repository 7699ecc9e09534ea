/** A message in the flow of a screen: the event, the safe data, and the button to press. */
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { classNames } from './class-names.ts';
import './notice.css';

export interface NoticeProps {
  readonly tone?: 'info' | 'warn' | 'error';
  readonly children: ReactNode;
  /** The steps that solve the problem, at most two. */
  readonly buttons?: readonly (NoticeButton | false)[];
}

export interface NoticeButton extends Pick<ButtonProps, 'variant' | 'busy' | 'disabled' | 'aria-busy'> {
  readonly label: string;
  readonly onPress: () => unknown;
}

const ICONS = { info: Info, warn: TriangleAlert, error: CircleAlert };

export function Notice({ tone = 'info', children, buttons = [] }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={classNames('notice', `notice-${tone}`)} role={tone === 'error' ? 'alert' : 'note'}>
      <Icon size={20} />
      <div className="notice-text">
        {children}
        {buttons.some(Boolean) && <div className="notice-action">{buttons.map(buttonOf)}</div>}
      </div>
    </div>
  );
}

/** Keyed by its place, so that it keeps the focus when its label changes. */
function buttonOf(button: NoticeButton | false, place: number): ReactNode {
  if (!button) return null;
  const { label, onPress, ...rest } = button;
  return (
    <Button key={place} small={rest.variant !== 'plain'} onClick={() => void onPress()} {...rest}>
      {label}
    </Button>
  );
}
