/** One choice of several as a row of chips that scrolls sideways. */
import type { ReactNode } from 'react';
import './filter-chips.css';

export interface FilterChipsProps<Value extends string> {
  /** Names the choice for screen readers. */
  readonly label: string;
  readonly name: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: ReactNode }[];
  readonly onChange: (value: Value) => void;
}

export function FilterChips<Value extends string>(props: FilterChipsProps<Value>) {
  return (
    <fieldset className="filter-chips">
      <legend className="visually-hidden">{props.label}</legend>
      {props.options.map(({ value, label }) => (
        <label key={value} className="filter-chip">
          <input
            type="radio"
            name={props.name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
