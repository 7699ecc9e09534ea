/**
 * One threshold of a price: told of when the price crosses it, and again only once the price has been 1 % back across. Decimals
 * are exact: neither a price nor a threshold is ever rounded.
 */
import { Decimal } from '../numbers.ts';

export interface PriceAlert {
  /** USD, a positive decimal. */
  readonly threshold: string;
  /** The way that the price takes to it: from below or from above; null before the first price. */
  readonly direction: 'up' | 'down' | null;
  /** Whether the next crossing is told. */
  readonly armed: boolean;
}

export interface Seen {
  readonly alert: PriceAlert;
  /** The price has crossed the threshold: the user is to be told. */
  readonly crossed: boolean;
}

/** How far back across it a price arms an alert again, of the threshold. */
export const BACK = { up: '0.99', down: '1.01' } as const;

/** As it is when it is set. */
export function newAlert(threshold: string): PriceAlert {
  return { threshold, direction: null, armed: false };
}

/** What becomes of an alert with the next price, which may be any distance from the one before. @param price USD, a decimal. */
export function seePrice(alert: PriceAlert, price: string): Seen {
  const { threshold, direction, armed } = alert;
  if (direction === null)
    return { alert: { ...alert, ...beginning(compare(price, threshold)) }, crossed: false };
  const sign = direction === 'up' ? 1 : -1;
  if (armed) {
    const crossed = sign * compare(price, threshold) >= 0;
    return { alert: { ...alert, armed: !crossed }, crossed };
  }
  const isBack = sign * compare(price, threshold, BACK[direction]) <= 0;
  return { alert: { ...alert, armed: isBack }, crossed: false };
}

/** A price that is there already is no crossing: it has to come back first. @param side of the threshold that the price is on. */
function beginning(side: number): Pick<PriceAlert, 'direction' | 'armed'> {
  return { direction: side > 0 ? 'down' : 'up', armed: side !== 0 };
}

/** Binary numbers are a little off, by far less than this share: further apart they need no decimals to compare. */
const MARGIN = 1e-9;

/** The sign of price - threshold * share, exactly. */
function compare(price: string, threshold: string, share = '1'): number {
  const difference = Number(price) - Number(threshold) * Number(share);
  if (Math.abs(difference) > Number(threshold) * MARGIN) return Math.sign(difference);
  return new Decimal(price).cmp(new Decimal(threshold).times(share));
}
