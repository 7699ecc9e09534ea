/** A row whose label belongs to the control at its end. */
import { type ReactNode, useId } from 'react';
import { RowContent } from '#ui/row.tsx';

export interface ControlRowProps {
  readonly label: string;
  /** Renders the control with the given id. */
  readonly control: (id: string) => ReactNode;
}

export function ControlRow({ label, control }: ControlRowProps) {
  const id = useId();
  return (
    <label className="row" htmlFor={id}>
      <RowContent label={label} value={control(id)} />
    </label>
  );
}
