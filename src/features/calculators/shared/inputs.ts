/** Inputs in the form for recording and comparing: plain digits with a decimal point, however they were typed. */
import type { Fields } from '#core/calculators/form-rules.ts';
import { plainNumber } from '#core/number-input.ts';

/** Fields with every number in canonical form; words, such as the position type, and flags stay. */
export function plainFields<F extends Fields>(fields: F, words: readonly string[]): F {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' && !words.includes(name) ? plainNumber(value) : value,
  ]);
  return Object.fromEntries(entries) as F;
}

/** Whether two JSON values are equal, in any order of their keys. */
export function sameInputs(a: unknown, b: unknown): boolean {
  return stable(a) === stable(b);
}

function stable(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
