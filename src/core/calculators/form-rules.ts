/** The rules of a one-form calculator: its fields, the values that they accept, and its calculation. */
import { readSymbol } from '../trade-symbol.ts';
import type { CalculationType } from './catalogue.ts';
import type { Outcome } from './outcome.ts';
import type { AccountField } from './trade-account.ts';

export type FieldValue = string | boolean;
export type Fields = Readonly<Record<string, FieldValue>>;

/** The field that holds the symbol of a coin, in every form that has one. */
export const SYMBOL = 'symbol';

/** The names of the fields that hold a number as text. */
export type NumberName<F> = {
  [Name in keyof F & string]: string extends F[Name] ? Exclude<Name, typeof SYMBOL> : never;
}[keyof F & string];

export interface FormSpec<F extends Fields> {
  /** The fields of a fresh or cleared form. */
  readonly empty: F;
  /** Fields with one of several words instead of a number. */
  readonly words: Readonly<Partial<Record<keyof F & string, readonly string[]>>>;
  /** Fields that older drafts and records lack. A record leaves them out while they are empty. */
  readonly extras?: readonly (keyof F & string)[];
  /** Fields that the user's account fills in, and with what. */
  readonly account?: Readonly<Partial<Record<keyof F & string, AccountField>>>;
  /** Fields that a calculation requires. */
  required(fields: F): readonly (keyof F & string)[];
  /** Resets the fields that other fields rule out; without it, all fields count. */
  settle?(fields: F): F;
}

/** Inputs as a record holds them: without the extras that are empty. */
export function recordedInputs<F extends Fields>(spec: FormSpec<F>, inputs: F): Readonly<Partial<F>> {
  const isLeftOut = (name: string) =>
    spec.extras?.includes(name) === true && inputs[name] === spec.empty[name];
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => !isLeftOut(name))) as Partial<F>;
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
    if (!isValid) return [name, empty];
    return [name, name === SYMBOL ? readSymbol(String(value)) : value];
  });
  return Object.fromEntries(fields) as F;
}
