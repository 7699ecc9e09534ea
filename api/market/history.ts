/** What the market was: every good overview of the last days, and the prices that reactions and alerts are measured by. */
import type { MarketOverview } from '#core/contract/public.ts';
import { ALERT_COINS } from '#core/contract/settings.ts';
import type { Sql } from '../sqlite/port.ts';
import type { Market } from './coingecko.ts';
import { KEPT_COINS, type KeptSymbol } from './compose.ts';
import { decimalText } from './decimal-text.ts';

/** How long it is kept, milliseconds. */
export const HISTORY_MS = 7 * 24 * 60 * 60_000;
/** A price that is older than this at a moment is not the price at that moment: two refreshes were missed. */
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

/** The prices that are kept of a market; a coin that is not listed has none. */
export function keptPrices({ coins }: Market): KeptPrice[] {
  return ALERT_COINS.flatMap((symbol) => {
    const coin = coins.find(({ id }) => id === KEPT_COINS[symbol]);
    return coin === undefined ? [] : [{ symbol, price: decimalText(coin.price) }];
  });
}

/**
 * Keeps one overview with its prices, and forgets what is too old, or of moments to come: the clock was ahead then. In a
 * transaction of the caller's.
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

/** The price as it was last read by a moment; null where nothing was read in the ten minutes before. */
export function priceAt(sql: Sql, symbol: KeptSymbol, moment: number): PriceAt | null {
  const found = sql.get<PriceAt>(
    'SELECT at, price FROM prices WHERE symbol = ? AND at <= ? AND at >= ? ORDER BY at DESC LIMIT 1',
    symbol,
    moment,
    moment - NEAR_MS,
  );
  return found === undefined ? null : { at: found.at, price: found.price };
}

/** As alerts look back at it that are heard of at `now`. */
export function historyUntil(sql: Sql, now: number) {
  return {
    newest: (symbol: KeptSymbol): PriceAt | null => priceAt(sql, symbol, now),
    /** The price at a moment, where there is one, and every one that was read since; oldest first. */
    since(symbol: KeptSymbol, moment: number): PriceAt[] {
      // Who set it may have a clock that is ahead.
      const from = Math.min(moment, now);
      return pricesBetween(sql, symbol, priceAt(sql, symbol, from)?.at ?? from, now);
    },
  };
}

/** From one moment to another, oldest first. */
export function pricesBetween(sql: Sql, symbol: KeptSymbol, from: number, to: number): PriceAt[] {
  return sql.all<PriceAt>(
    'SELECT at, price FROM prices WHERE symbol = ? AND at >= ? AND at <= ? ORDER BY at',
    symbol,
    from,
    to,
  );
}
