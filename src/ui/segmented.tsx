/** A choice of two or three options, as native radio inputs side by side. */
import { useId } from 'react';
import { classNames } from './class-names.ts';
import './segmented.css';

export interface SegmentedOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** Tints the chosen option; for long and short only. */
  readonly tone?: 'gain' | 'loss';
}

export interface SegmentedProps<Value extends string> {
  /** Names the choice for screen readers; not shown. */
  readonly label: string;
  /** The inputs' name. */
  readonly name: string;
  readonly value: Value;
  readonly options: readonly SegmentedOption<Value>[];
  readonly onChange: (value: Value) => void;
}

export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const id = useId();
  return (
    <fieldset className="segmented">
      <legend className="visually-hidden">{props.label}</legend>
      {props.options.map(({ value, label, tone }) => (
        <span key={value} className={classNames('segment', tone && `segment-${tone}`)}>
          <input
            type="radio"
            id={`${id}-${value}`}
            name={props.name}
            value={value}
            checked={value === props.value}
            onChange={() => props.onChange(value)}
          />
          <label htmlFor={`${id}-${value}`}>{label}</label>
        </span>
      ))}
    </fieldset>
  );
}
