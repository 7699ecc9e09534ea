/**
 * Reads and writes decimals for the calculators, as plain digits; `number-format.ts` formats them for a language. Only
 * this file and the calculators load the decimal library: code for the first screen must not import it.
 */
import { Decimal as AnyDecimal } from 'decimal.js';
import { plainDigits } from './number-input.ts';

/** Significant digits that every operation keeps. */
export const PRECISION = 50;

/** Our own Decimal class; the library's shared settings stay untouched. */
export const Decimal = AnyDecimal.clone({
  defaults: true,
  precision: PRECISION,
  rounding: AnyDecimal.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
export type Decimal = AnyDecimal;

export const ZERO: Decimal = new Decimal(0);
export const ONE: Decimal = new Decimal(1);
export const HUNDRED: Decimal = new Decimal(100);

/** Shown instead of a missing figure. */
export const DASH = '—';

/**
 * The number in a typed or pasted text, or null if it is unparseable: spaces of any kind are removed, commas become
 * points, and the rest must be ASCII digits with at most one point. Significant digits beyond the first 200 are
 * rounded, so that no pasted text can make the arithmetic slow.
 */
export function readNumber(text: string): Decimal | null {
  const digits = plainDigits(text);
  return digits === null ? null : new Decimal(digits).toSignificantDigits(READ_DIGITS);
}

/** Like `readNumber`, with 0 for an unparseable text. */
export function readOrZero(text: string): Decimal {
  return readNumber(text) ?? ZERO;
}

/** Like `readNumber`, with 1 for an unparseable text or a number below 1. */
export function readLeverage(text: string): Decimal {
  const leverage = readOrZero(text);
  return leverage.lt(1) ? ONE : leverage;
}

/** a / b, or 0 if b is 0. */
export function divided(a: Decimal, b: Decimal): Decimal {
  return b.isZero() ? ZERO : a.div(b);
}

/**
 * The plain digits to show for a value: rounded half-up to 30 significant digits (so that 3 × 1/3 shows 1), then
 * truncated toward zero to `decimals`, without trailing zeros, never "-0", never with an exponent.
 */
export function shownDigits(value: Decimal, decimals: number): string {
  return truncated(value, decimals).toFixed();
}

/** An estimated price as plain digits, with as many decimals as the entry price has, and at least 2. */
export function estimateDigits(price: Decimal, entry: Decimal): string {
  return shownDigits(price, Math.max(2, entry.decimalPlaces()));
}

/**
 * A quantity to 8 decimals if truncation to `decimals` hides more than 0.5 % of it; otherwise, or if 8 decimals show no
 * more, null.
 */
export function exactDigits(quantity: Decimal, decimals: number): string | null {
  const exact = shownDigits(quantity, EXACT_DECIMALS);
  if (exact === shownDigits(quantity, decimals)) return null;
  const hidden = quantity.minus(truncated(quantity, decimals)).abs();
  return hidden.gt(quantity.abs().times(MOST_HIDDEN)) ? exact : null;
}

/**
 * The plain digits of staking: eight decimals below 10 and one fewer for each further integer digit, none from 10^8 on;
 * a positive value below 10^-8 is `< 0.00000001`.
 */
export function stakingDigits(value: Decimal): string {
  const rounded = value.toSignificantDigits(SHOWN_DIGITS, AnyDecimal.ROUND_HALF_UP);
  if (rounded.gt(0) && rounded.lt(SMALLEST_SHOWN)) return '< 0.00000001';
  return shownDigits(rounded, Math.min(8, Math.max(0, 8 - rounded.e)));
}

/** Reward to risk: `x.xx:1`, truncated, and `0:1` if it is not positive. The same in every language. */
export function formatRatio(value: Decimal): string {
  return value.gt(0) ? `${truncated(value, 2).toFixed(2)}:1` : '0:1';
}

const READ_DIGITS = 200;
const SHOWN_DIGITS = 30;
const EXACT_DECIMALS = 8;
/** As a share of the quantity. */
const MOST_HIDDEN = '0.005';
const SMALLEST_SHOWN = new Decimal('0.00000001');

function truncated(value: Decimal, decimals: number): Decimal {
  const digits = value
    .toSignificantDigits(SHOWN_DIGITS, AnyDecimal.ROUND_HALF_UP)
    .toDecimalPlaces(decimals, AnyDecimal.ROUND_DOWN);
  return digits.isZero() ? ZERO : digits;
}
