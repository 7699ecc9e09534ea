/** The coins that a user watches: chosen by hand, newest first, and bounded. */
import type { Coin } from '../contract/public.ts';
import type { KeptCoin } from './kept-coins.ts';
import { coinKey } from './list-changes.ts';

export const MAX_WATCHED = 50;

/** The same list if the coin is in it already; null if the list is full. */
export function withCoin(list: readonly KeptCoin[], coin: KeptCoin): readonly KeptCoin[] | null {
  if (isWatched(list, coin)) return list;
  return list.length >= MAX_WATCHED ? null : [coin, ...list];
}

export function withoutCoin(list: readonly KeptCoin[], coin: Coin): readonly KeptCoin[] {
  return list.filter((one) => coinKey(one) !== coinKey(coin));
}

export function isWatched(list: readonly KeptCoin[], coin: Coin): boolean {
  return list.some((one) => coinKey(one) === coinKey(coin));
}

/** The watched coins, each with the market's figures, or with those that it had when the user chose it. */
export function watchedNow(list: readonly KeptCoin[], market: readonly KeptCoin[]): readonly KeptCoin[] {
  const now = new Map(market.map((coin) => [coinKey(coin), coin]));
  return list.map((coin) => now.get(coinKey(coin)) ?? coin);
}
