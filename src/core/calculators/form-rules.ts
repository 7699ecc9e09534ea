/** The rules of a one-form calculator: its fields, the values that they accept, and its calculation. */
import type { CalculationType } from './catalogue.ts';
import type { Outcome } from './outcome.ts';

export type FieldValue = string | boolean;
export type Fields = Readonly<Record<string, FieldValue>>;

/** The names of the fields that hold a number as text. */
export type NumberName<F> = {
  [Name in keyof F & string]: string extends F[Name] ? Name : never;
}[keyof F & string];

export interface FormSpec<F extends Fields> {
  /** The fields of a fresh or cleared form. */
  readonly empty: F;
  /** Fields with one of several words instead of a number. */
  readonly words: Readonly<Partial<Record<keyof F & string, readonly string[]>>>;
  /** Fields that a calculation requires. */
  required(fields: F): readonly (keyof F & string)[];
  /** Resets the fields that other fields rule out; without it, all fields count. */
  settle?(fields: F): F;
}

export interface FormRules<F extends Fields, Result, Reason extends string> extends FormSpec<F> {
  readonly type: CalculationType;
  /** Decimals that each number field accepts. */
  readonly decimals: Readonly<Record<NumberName<F>, number>>;
  calculate(fields: F): Outcome<Result, Reason>;
}

/** Recorded inputs, which another version of the app may have written: whatever is not a field's value counts as empty. */
export function readInputs<F extends Fields>(
  spec: FormSpec<F>,
  inputs: Readonly<Record<string, unknown>>,
): F {
  const fields = Object.entries(spec.empty).map(([name, empty]) => {
    const value = inputs[name];
    const words = spec.words[name];
    const isValid = typeof value === typeof empty && (words === undefined || words.includes(String(value)));
    return [name, isValid ? value : empty];
  });
  return Object.fromEntries(fields) as F;
}
