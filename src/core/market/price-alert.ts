/**
 * A price threshold: the user is notified when the price crosses it, and again only after the price has moved 1 % back
 * across. Decimals are exact: neither a price nor a threshold is ever rounded.
 */
import { Decimal } from '../numbers.ts';

export interface PriceAlert {
  /** USD, a positive decimal. */
  readonly threshold: string;
  /** The direction in which the price must cross it: up from below, or down from above; null before the first price. */
  readonly direction: 'up' | 'down' | null;
  /** Whether the next crossing notifies. */
  readonly armed: boolean;
}

export interface Seen {
  readonly alert: PriceAlert;
  /** The price has crossed the threshold: notify the user. */
  readonly crossed: boolean;
}

/** A price re-arms an alert once it is this share of the threshold, back on the other side. */
export const BACK = { up: '0.99', down: '1.01' } as const;

/** A newly set alert. */
export function newAlert(threshold: string): PriceAlert {
  return { threshold, direction: null, armed: false };
}

/** The alert after the next price, which may be any distance from the previous one. @param price USD, a decimal. */
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

/**
 * A price that starts at the threshold is no crossing: it has to move back first. @param side of the threshold that the
 * price is on.
 */
function beginning(side: number): Pick<PriceAlert, 'direction' | 'armed'> {
  return { direction: side > 0 ? 'down' : 'up', armed: side !== 0 };
}

/** Floating-point error stays far below this share: values further apart compare safely without decimals. */
const MARGIN = 1e-9;

/** The sign of price - threshold * share, exactly. */
function compare(price: string, threshold: string, share = '1'): number {
  const difference = Number(price) - Number(threshold) * Number(share);
  if (Math.abs(difference) > Number(threshold) * MARGIN) return Math.sign(difference);
  return new Decimal(price).cmp(new Decimal(threshold).times(share));
}
