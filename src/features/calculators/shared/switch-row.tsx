/** A yes or no as a row of a grouped card: a checkbox that looks like the platform's switch. */
import { useId } from 'react';
import './switch-row.css';

export interface SwitchRowProps {
  readonly name: string;
  readonly label: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function SwitchRow({ name, label, checked, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <div className="switch-row">
      <label htmlFor={id}>{label}</label>
      <input
        className="switch"
        id={id}
        type="checkbox"
        name={name}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}
