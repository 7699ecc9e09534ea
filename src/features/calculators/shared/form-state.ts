/** The state of a one-form calculator: its fields and its last calculation. */
import { type Fields, type FieldValue, type FormSpec, SYMBOL } from '#core/calculators/form-rules.ts';
import type { AccountField, TradeAccount } from '#core/calculators/trade-account.ts';
import { typedDigits } from '#core/number-input.ts';
import { readSymbol } from '#core/trade-symbol.ts';
import { type Calculated, readCalculated } from './calculated.ts';
import { plainFields, sameInputs } from './inputs.ts';

/** As many as a plan has; its codec is not for the first screen. */
const MAX_TARGETS = 3;

export interface FormState<F extends Fields> {
  /** The record that was opened from the history, or null. */
  readonly openedId: string | null;
  readonly fields: F;
  readonly calculated: Calculated<F> | null;
  /** What the account has filled in: a field that still holds it follows the account. */
  readonly filled: Readonly<Partial<Record<string, string>>>;
  /** A plan link has filled in the trade. */
  readonly isFromPlan: boolean;
  /** Of that plan, to choose from. */
  readonly targets: readonly string[];
}

export function emptyState<F extends Fields>(spec: FormSpec<F>): FormState<F> {
  return { openedId: null, fields: spec.empty, calculated: null, filled: {}, isFromPlan: false, targets: [] };
}

/** The form at the time of the record: filled in, and calculated. Inputs that the record lacks stay empty. */
export function openedState<F extends Fields>(spec: FormSpec<F>, id: string, inputs: unknown): FormState<F> {
  const fields = readFields(spec, { ...spec.empty, ...asRecord(inputs) }) ?? spec.empty;
  const isWhole = missingFields(spec, fields).length === 0;
  return {
    openedId: id,
    fields,
    calculated: isWhole ? { inputs: inputsOf(spec, fields), id, kept: true } : null,
    filled: {},
    isFromPlan: false,
    targets: [],
  };
}

/**
 * Reads a stored draft; null if it has another shape, or belongs to another opened record. Earlier versions stored
 * numbers as typed.
 */
export function readState<F extends Fields>(
  spec: FormSpec<F>,
  openedId: string | null,
  stored: unknown,
): FormState<F> | null {
  const { openedId: id, fields, calculated, filled, isFromPlan, targets } = asRecord(stored);
  const read = readFields(spec, fields);
  if (read === null || id !== openedId) return null;
  return {
    openedId,
    fields: read,
    calculated: readCalculated(calculated, (i) => readFields(spec, i)),
    filled: Object.fromEntries(
      Object.entries(asRecord(filled)).filter(
        (pair): pair is [string, string] => typeof pair[1] === 'string',
      ),
    ),
    isFromPlan: isFromPlan === true,
    targets: (Array.isArray(targets) ? targets : [])
      .filter((target) => typeof target === 'string')
      .slice(0, MAX_TARGETS),
  };
}

/** The form after a change of some fields. */
export function withFields<F extends Fields>(
  spec: FormSpec<F>,
  state: FormState<F>,
  changed: Partial<F>,
): FormState<F> {
  return { ...state, fields: settled(spec, { ...state.fields, ...changed }) };
}

/** The form with the trade of another calculator. */
export function withTrade<F extends Fields>(
  spec: FormSpec<F>,
  state: FormState<F>,
  trade: Partial<F>,
): FormState<F> {
  return { ...withFields(spec, state, trade), isFromPlan: false, targets: [] };
}

/** The form with the trade of a plan link. */
export function withPlan<F extends Fields>(
  spec: FormSpec<F>,
  state: FormState<F>,
  trade: Partial<F>,
  targets: readonly string[],
): FormState<F> {
  return { ...withFields(spec, state, trade), isFromPlan: true, targets };
}

/** Whether a trade would replace what the user has typed: an account's values and words, which say little, are none. */
export function replacesTyped<F extends Fields>(
  spec: FormSpec<F>,
  { fields, filled }: FormState<F>,
  trade: Partial<F>,
): boolean {
  return Object.entries(trade).some(
    ([name, value]) =>
      !(name in spec.words) &&
      fields[name] !== value &&
      fields[name] !== spec.empty[name] &&
      fields[name] !== filled[name],
  );
}

/** The form with the account's values, but for fields that the user has filled or emptied since the account did. */
export function withAccount<F extends Fields>(
  spec: FormSpec<F>,
  state: FormState<F>,
  account: TradeAccount,
): FormState<F> {
  const values = Object.entries<AccountField | undefined>(spec.account ?? {}).flatMap(([name, field]) =>
    field !== undefined && state.fields[name] === (state.filled[name] ?? spec.empty[name])
      ? [[name, account[field]] as const]
      : [],
  );
  if (values.every(([name, value]) => state.fields[name] === value)) return state;
  const filled = Object.fromEntries(values);
  return { ...state, fields: { ...state.fields, ...filled }, filled: { ...state.filled, ...filled } };
}

/** Inputs as recorded. */
export function inputsOf<F extends Fields>(spec: FormSpec<F>, fields: F): F {
  return plainFields(settled(spec, fields), [SYMBOL, ...Object.keys(spec.words)]);
}

/** Whether the fields differ from the inputs of the results. */
export function isStale<F extends Fields>(spec: FormSpec<F>, state: FormState<F>): boolean {
  return state.calculated !== null && !sameInputs(state.calculated.inputs, inputsOf(spec, state.fields));
}

/** The required fields without a number, in the order of the form. */
export function missingFields<F extends Fields>(spec: FormSpec<F>, fields: F): (keyof F & string)[] {
  const inputs = inputsOf(spec, fields);
  return spec.required(fields).filter((name) => inputs[name] === '');
}

function readFields<F extends Fields>(spec: FormSpec<F>, stored: unknown): F | null {
  const source = asRecord(stored);
  const fields: Record<string, FieldValue> = {};
  for (const [name, empty] of Object.entries(spec.empty)) {
    const value = source[name] ?? (spec.extras?.includes(name) ? empty : undefined);
    if (typeof value !== typeof empty) return null;
    const words: readonly string[] | undefined = spec.words[name];
    if (words !== undefined && !words.includes(String(value))) return null;
    if (typeof value !== 'string' || words !== undefined) fields[name] = value as FieldValue;
    else fields[name] = name === SYMBOL ? readSymbol(value) : typedDigits(value);
  }
  return settled(spec, fields as F);
}

function settled<F extends Fields>(spec: FormSpec<F>, fields: F): F {
  return spec.settle?.(fields) ?? fields;
}

function asRecord(value: unknown): Partial<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? value : {};
}
