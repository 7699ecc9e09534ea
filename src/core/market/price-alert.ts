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
  const now = new Decimal(price);
  const threshold = new Decimal(alert.threshold);
  const { direction, armed } = alert;
  if (direction === null) return { alert: { ...alert, ...beginning(threshold.cmp(now)) }, crossed: false };
  if (armed) {
    const crossed = direction === 'up' ? now.gte(threshold) : now.lte(threshold);
    return { alert: { ...alert, armed: !crossed }, crossed };
  }
  const back = threshold.times(BACK[direction]);
  return {
    alert: { ...alert, armed: direction === 'up' ? now.lte(back) : now.gte(back) },
    crossed: false,
  };
}

/** A price that is there already is no crossing: it has to come back first. */
function beginning(side: number): Pick<PriceAlert, 'direction' | 'armed'> {
  return { direction: side < 0 ? 'down' : 'up', armed: side !== 0 };
}
