/** Types that all calculators take and return. */

export const POSITION_TYPES = ['LONG', 'SHORT'] as const;
export type PositionType = (typeof POSITION_TYPES)[number];

/** A result, or the reason why nothing was calculated. Calculators never throw. */
export type Outcome<Result, Reason extends string> =
  | ({ readonly ok: true } & Result)
  | { readonly ok: false; readonly error: { readonly type: Reason } };

export function refused<Reason extends string>(type: Reason): { ok: false; error: { type: Reason } } {
  return { ok: false, error: { type } };
}
