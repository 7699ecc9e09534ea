/** Types that all calculators take and return. */

export type PositionType = 'LONG' | 'SHORT';

/** A result, or the reason why nothing was calculated. Calculators never throw. */
export type Outcome<Result, Reason extends string> =
  | ({ readonly ok: true } & Result)
  | { readonly ok: false; readonly error: { readonly type: Reason } };

export function refused<Reason extends string>(type: Reason): { ok: false; error: { type: Reason } } {
  return { ok: false, error: { type } };
}
