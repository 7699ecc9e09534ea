/** A yes or no: a checkbox that looks like the platform's switch. */
import type { ComponentProps } from 'react';
import './switch.css';

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> {
  readonly name: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Switch({ onChange, ...rest }: SwitchProps) {
  return (
    <input
      {...rest}
      className="switch"
      type="checkbox"
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
