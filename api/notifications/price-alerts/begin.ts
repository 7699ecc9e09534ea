/** Starts an alert in the price store with the state of the moment when it was set, however late the store hears of it. */

import type { Sql } from '#api/runtime/sqlite/port.ts';
import { newAlert, type PriceAlert, seePrice } from '#core/market/price-alert.ts';
import { keepCrossing } from './crossings.ts';

export interface ReadPrice {
  /** When it was read, milliseconds. */
  readonly at: number;
  /** USD, a decimal. */
  readonly price: string;
}

/** The prices of the last days. */
export interface PriceHistory {
  /** Null if no price was read recently. */
  newest(symbol: string): ReadPrice | null;
  /** The price at a moment, if one was read shortly before, and all later prices; oldest first. */
  since(symbol: string, moment: number): readonly ReadPrice[];
}

/** An alert as the user's ledger host knows it; null means unknown there. */
export interface KnownAlert {
  readonly userId: number;
  readonly symbol: string;
  readonly threshold: string;
  readonly since: number | null;
  readonly direction: PriceAlert['direction'];
  /** The direction in which it was crossed; null if it was not. */
  readonly fired: PriceAlert['direction'];
}

/**
 * The alert after it has seen the prices that concern it. Stores its crossings. Call only inside a transaction.
 * - A crossed alert waits for the price to come back, from the newest price on, so that it does not fire twice.
 * - An alert that waited for the price in another deployment keeps waiting, and sees the prices read here since it was set.
 * - Any other alert takes its direction from the price when it was set, or from the first price after that.
 */
export function beginAlert(sql: Sql, known: KnownAlert, history: PriceHistory): PriceAlert {
  const { userId, symbol, threshold, direction, fired } = known;
  let alert: PriceAlert =
    fired === null && direction === null
      ? newAlert(threshold)
      : { threshold, direction: fired ?? direction, armed: fired === null };
  for (const { at, price } of pricesFor(known, history)) {
    const seen = seePrice(alert, price);
    alert = seen.alert;
    if (!seen.crossed) continue;
    keepCrossing(sql, { userId, symbol, threshold, price, up: alert.direction === 'up', at });
  }
  return alert;
}

function pricesFor(
  { symbol, since, direction, fired }: KnownAlert,
  history: PriceHistory,
): readonly ReadPrice[] {
  if (fired !== null || since === null) {
    const newest = history.newest(symbol);
    return newest === null ? [] : [newest];
  }
  const prices = history.since(symbol, since);
  // A known direction already includes the price at the moment when it was set.
  return direction === null ? prices : prices.filter(({ at }) => at > since);
}
