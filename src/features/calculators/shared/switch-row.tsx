/** A yes or no among the fields of a form. */
import { useId } from 'react';
import { Switch } from '#ui/switch.tsx';
import './switch-row.css';

export interface SwitchRowProps {
  readonly name: string;
  readonly label: string;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function SwitchRow({ label, ...input }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="switch-row">
      <label htmlFor={id}>{label}</label>
      <Switch id={id} {...input} />
    </div>
  );
}
