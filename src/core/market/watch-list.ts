/** The coins that a user watches: chosen by hand, newest first, and bounded. */
import type { Coin, MarketOverview } from '../contract/public.ts';
import { coinKey } from './list-changes.ts';

export const MAX_WATCHED = 50;

/** A coin with its figures, and when those were read from their source, milliseconds. */
export interface WatchedCoin extends Coin {
  readonly date: number;
}

/** The same list if the coin is in it already; null if the list is full. */
export function withCoin(list: readonly WatchedCoin[], coin: WatchedCoin): readonly WatchedCoin[] | null {
  if (isWatched(list, coin)) return list;
  return list.length >= MAX_WATCHED ? null : [coin, ...list];
}

export function withoutCoin(list: readonly WatchedCoin[], coin: Coin): readonly WatchedCoin[] {
  return list.filter((one) => coinKey(one) !== coinKey(coin));
}

export function isWatched(list: readonly WatchedCoin[], coin: Coin): boolean {
  return list.some((one) => coinKey(one) === coinKey(coin));
}

/** Every coin of an overview once, in the order of the market. */
export function coinsOf(overview: MarketOverview): readonly WatchedCoin[] {
  const { topCoins, topGainers, topLosers, tonData, date } = overview;
  const ton = tonData === null ? [] : [tonCoin(tonData)];
  const found = new Map<string, WatchedCoin>();
  for (const listed of [...topCoins, ...ton, ...topGainers, ...topLosers]) {
    const coin = { ...listed, date: Date.parse(date) };
    if (!found.has(coinKey(coin))) found.set(coinKey(coin), coin);
  }
  return [...found.values()];
}

/** The coin of the wallets' network, like the others. */
export function tonCoin({ symbol, icon, price, change24h }: NonNullable<MarketOverview['tonData']>): Coin {
  return { name: 'Toncoin', symbol, icon, price, change: change24h };
}

/** The watched coins, each with the market's figures, or with those that it had when the user chose it. */
export function watchedNow(
  list: readonly WatchedCoin[],
  market: readonly WatchedCoin[],
): readonly WatchedCoin[] {
  const now = new Map(market.map((coin) => [coinKey(coin), coin]));
  return list.map((coin) => now.get(coinKey(coin)) ?? coin);
}
