/**
 * The market's history: every good overview of the last days, and the prices for reactions and alerts: those of `ALERT_COINS`
 * by symbol, and those of other coins with alerts by id.
 */
import { fromBase64url } from '#core/base64url.ts';
import type { MarketOverview } from '#core/contract/public.ts';
import type { PricesSince } from '#core/contract/seals.ts';
import { ALERT_COIN_IDS, ALERT_COINS } from '#core/contract/settings.ts';
import { levelsReached } from '#core/market/plan-prices.ts';
import { planOfBytes } from '#core/plan-link.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Market } from './coingecko.ts';
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
  readonly symbol: string;
  /** USD, as decimal text. */
  readonly price: string;
}

/**
 * The prices to store from a market; a coin that is not listed has none.
 * @param alerted picks the coins with alerts from ids.
 */
export function keptPrices(
  { coins }: Market,
  alerted: (ids: readonly string[]) => readonly string[],
): KeptPrice[] {
  const symbols = new Map<string, string>(alerted(coins.map(({ id }) => id)).map((id) => [id, id]));
  for (const symbol of ALERT_COINS) symbols.set(ALERT_COIN_IDS[symbol], symbol);
  return coins.flatMap(({ id, price }) => {
    const symbol = symbols.get(id);
    return symbol === undefined ? [] : [{ symbol, price: decimalText(price) }];
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
export function priceAt(sql: Sql, symbol: string, moment: number): PriceAt | null {
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
    newest: (symbol: string): PriceAt | null =>
      priceAt(sql, symbol, now) ?? listedPrice(sql, symbol, now - NEAR_MS, now),
    /** The price at a moment, if there is one, and all later prices; oldest first. */
    since(symbol: string, moment: number): PriceAt[] {
      // The user's clock may be fast.
      const from = Math.min(moment, now);
      const prices = pricesBetween(sql, symbol, priceAt(sql, symbol, from)?.at ?? from, now);
      const listed = prices.length > 0 ? null : listedPrice(sql, symbol, from - NEAR_MS, now);
      return listed === null ? prices : [listed];
    },
  };
}

/** The price in the newest list of coins: there is no other one before the first alert of a coin. */
function listedPrice(sql: Sql, id: string, from: number, to: number): PriceAt | null {
  const found = sql.get<PriceAt>(
    `SELECT list.at AS at, coin.value ->> 'price' AS price
     FROM snapshots AS list, json_each(list.value, '$.coins') AS coin
     WHERE list.name = 'coins' AND list.at BETWEEN ? AND ? AND coin.value ->> 'id' = ?`,
    from,
    to,
    id,
  );
  return found === undefined ? null : { at: found.at, price: found.price };
}

/** The text of a sealed plan. Only the coins of `ALERT_COINS` are kept by their symbol. */
export function pricesSince(sql: Sql, text: string, since: number, now: number): PricesSince | null {
  const bytes = fromBase64url(text);
  const plan = bytes === null ? null : planOfBytes(bytes);
  const prices = plan === null ? [] : pricesBetween(sql, plan.symbol, since, now);
  const reached = plan === null ? null : levelsReached(plan, prices);
  const [first, last] = [prices.at(0), prices.at(-1)];
  if (reached === null || first === undefined || last === undefined) return null;
  const { low, high, entryAt, stopAt, targetsAt } = reached;
  return {
    from: onWire(first.at),
    to: onWire(last.at),
    low: { at: onWire(low.at), price: low.price },
    high: { at: onWire(high.at), price: high.price },
    entryAt: timeOrNull(entryAt),
    stopAt: timeOrNull(stopAt),
    targetsAt: targetsAt.map(timeOrNull),
  };
}

const onWire = (time: number) => new Date(time).toISOString();
const timeOrNull = (time: number | null) => (time === null ? null : onWire(time));

/** Prices from one moment to another, oldest first. */
export function pricesBetween(sql: Sql, symbol: string, from: number, to: number): PriceAt[] {
  return sql.all<PriceAt>(
    'SELECT at, price FROM prices WHERE symbol = ? AND at >= ? AND at <= ? ORDER BY at',
    symbol,
    from,
    to,
  );
}
