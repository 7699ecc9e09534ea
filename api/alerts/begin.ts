/** How an alert begins where the prices are: as of when it was set, whenever it is heard of there. */
import type { AlertCoin } from '#core/contract/settings.ts';
import { newAlert, type PriceAlert, seePrice } from '#core/market/price-alert.ts';
import type { Sql } from '../sqlite/port.ts';
import { keepCrossing } from './crossings.ts';

export interface ReadPrice {
  /** When it was read, milliseconds. */
  readonly at: number;
  /** USD, a decimal. */
  readonly price: string;
}

/** The prices that are known, of some days at the most. */
export interface PriceHistory {
  /** Null where none was read of late. */
  newest(symbol: AlertCoin): ReadPrice | null;
  /** The price at a moment, where one was read shortly before, and every one since then; oldest first. */
  since(symbol: AlertCoin, moment: number): readonly ReadPrice[];
}

/** An alert as the home of its user knows it; null stands for what is not known there. */
export interface KnownAlert {
  readonly userId: number;
  readonly symbol: AlertCoin;
  readonly threshold: string;
  readonly since: number | null;
  readonly direction: PriceAlert['direction'];
  /** The way that it was crossed; null where it was not. */
  readonly fired: PriceAlert['direction'];
}

/**
 * The alert once it has seen the prices that concern it. Its crossings are kept. Only in a transaction.
 * - One that was crossed waits for the price to come back, from the newest on: what has been told is not told again.
 * - One that has waited for the price elsewhere goes on waiting, and sees what was read here since it was set.
 * - Any other takes its direction from the price when it was set, or the first one after it.
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
  // The price when it was set is in its direction.
  return direction === null ? prices : prices.filter(({ at }) => at > since);
}
