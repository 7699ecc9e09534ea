/** How the lists of coins changed from one overview to the next that a device saw. */
import * as v from 'valibot';
import type { Coin, MarketOverview } from '../contract/public.ts';

const Names = v.array(v.string());

/** Which coins were in each list, in order: what is kept of an overview that another has replaced. */
export const Lists = v.object({ topCoins: Names, topGainers: Names, topLosers: Names });
export type Lists = v.InferOutput<typeof Lists>;

export type Move = { readonly type: 'new' } | { readonly type: 'up' | 'down'; readonly places: number };

/** The lists that a newer overview is compared with; null where they say nothing of it. */
export function listsBefore(old: MarketOverview, newer: MarketOverview): Lists | null {
  // Bundled figures and those of the market have nothing to do with each other.
  if (old.sample !== newer.sample) return null;
  return {
    topCoins: old.topCoins.map(coinKey),
    topGainers: old.topGainers.map(coinKey),
    topLosers: old.topLosers.map(coinKey),
  };
}

/** @returns null where the coin stands where it stood. */
export function moveOf(before: readonly string[], coin: Coin, place: number): Move | null {
  const was = before.indexOf(coinKey(coin));
  if (was < 0) return { type: 'new' };
  if (was === place) return null;
  return { type: was > place ? 'up' : 'down', places: Math.abs(was - place) };
}

/** Two coins may have one symbol. */
export function coinKey({ symbol, name }: Coin): string {
  return `${symbol} ${name}`;
}
