/** Changes in the coin lists from one overview to the next on this device. */
import type { Coin, MarketOverview } from '../contract/public.ts';

/** The coins of each list, in order: all that is kept of a replaced overview. */
export interface Lists {
  readonly topCoins: readonly string[];
  readonly topGainers: readonly string[];
  readonly topLosers: readonly string[];
}

export type Move = { readonly type: 'new' } | { readonly type: 'up' | 'down'; readonly places: number };

/** The lists to compare a newer overview with; null if they cannot be compared. */
export function listsBefore(old: MarketOverview, newer: MarketOverview): Lists | null {
  // Sample figures and market figures cannot be compared.
  if (old.sample !== newer.sample) return null;
  return {
    topCoins: old.topCoins.map(coinKey),
    topGainers: old.topGainers.map(coinKey),
    topLosers: old.topLosers.map(coinKey),
  };
}

/** @returns null if the coin kept its place. */
export function moveOf(before: readonly string[], coin: Coin, place: number): Move | null {
  const was = before.indexOf(coinKey(coin));
  if (was < 0) return { type: 'new' };
  if (was === place) return null;
  return { type: was > place ? 'up' : 'down', places: Math.abs(was - place) };
}

/** Two coins can share a symbol. */
export function coinKey({ symbol, name }: Coin): string {
  return `${symbol} ${name}`;
}
