/** The market's history: every good overview of the last days, and the prices for reactions and alerts. */
import type { MarketOverview } from '#core/contract/public.ts';
import { ALERT_COINS } from '#core/contract/settings.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Market } from './coingecko.ts';
import { KEPT_COINS, type KeptSymbol } from './compose.ts';
import { decimalText } from './decimal-text.ts';

/** How long the history is kept, milliseconds. */
export const HISTORY_MS = 7 * 24 * 60 * 60_000;
/** The price at a moment must not be older than this: a longer gap means that two refreshes were missed. */
const NEAR_MS = 10 * 60_000;

export interface PriceAt {
  /** When it was read, milliseconds: at that moment or shortly before. */
  readonly at: number;
  /** USD, as decimal text. */
  readonly price: string;
}

export interface KeptPrice {
  readonly symbol: KeptSymbol;
  /** USD, as decimal text. */
  readonly price: string;
}

/** The prices to store from a market; a coin that is not listed has none. */
export function keptPrices({ coins }: Market): KeptPrice[] {
  return ALERT_COINS.flatMap((symbol) => {
    const coin = coins.find(({ id }) => id === KEPT_COINS[symbol]);
    return coin === undefined ? [] : [{ symbol, price: decimalText(coin.price) }];
  });
}

/**
 * Stores an overview with its prices, and removes old ones and those with a future time, which a fast clock wrote. Call inside
 * a transaction.
 */
export function keepHistory(
  sql: Sql,
  at: number,
  overview: MarketOverview,
  prices: readonly KeptPrice[],
): void {
  sql.run('INSERT OR REPLACE INTO market_history (at, overview) VALUES (?, ?)', at, JSON.stringify(overview));
  for (const { symbol, price } of prices) {
    sql.run('INSERT OR REPLACE INTO prices (symbol, at, price) VALUES (?, ?, ?)', symbol, at, price);
  }
  sql.run('DELETE FROM market_history WHERE at NOT BETWEEN ? AND ?', at - HISTORY_MS, at);
  sql.run('DELETE FROM prices WHERE at NOT BETWEEN ? AND ?', at - HISTORY_MS, at);
}

/** The last price read before a moment; null if none was read in the ten minutes before it. */
export function priceAt(sql: Sql, symbol: KeptSymbol, moment: number): PriceAt | null {
  const found = sql.get<PriceAt>(
    'SELECT at, price FROM prices WHERE symbol = ? AND at <= ? AND at >= ? ORDER BY at DESC LIMIT 1',
    symbol,
    moment,
    moment - NEAR_MS,
  );
  return found === undefined ? null : { at: found.at, price: found.price };
}

/** The prices read until `now`, for alerts that look back. */
export function historyUntil(sql: Sql, now: number) {
  return {
    newest: (symbol: KeptSymbol): PriceAt | null => priceAt(sql, symbol, now),
    /** The price at a moment, if there is one, and all later prices; oldest first. */
    since(symbol: KeptSymbol, moment: number): PriceAt[] {
      // The user's clock may be fast.
      const from = Math.min(moment, now);
      return pricesBetween(sql, symbol, priceAt(sql, symbol, from)?.at ?? from, now);
    },
  };
}

/** Prices from one moment to another, oldest first. */
export function pricesBetween(sql: Sql, symbol: KeptSymbol, from: number, to: number): PriceAt[] {
  return sql.all<PriceAt>(
    'SELECT at, price FROM prices WHERE symbol = ? AND at >= ? AND at <= ? ORDER BY at',
    symbol,
    from,
    to,
  );
}
