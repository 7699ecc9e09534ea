/** The prices of a market snapshot, each coin once: they fill in forms and set alerts. */
import type { MarketOverview } from '../contract/public.ts';

export interface MarketPrice {
  readonly symbol: string;
  readonly name: string;
  /** USD, as a decimal in the snapshot's digits. */
  readonly price: string;
}

export interface MarketPrices {
  readonly prices: readonly MarketPrice[];
  /** When the figures were read from their source, milliseconds. */
  readonly date: number;
  readonly sample: boolean;
}

/** Null if it has no prices. */
export function marketPrices(overview: MarketOverview): MarketPrices | null {
  const { topCoins, topGainers, topLosers, tonData, date, sample } = overview;
  const found = new Map<string, MarketPrice>();
  const ton = tonData === null ? [] : [{ symbol: tonData.symbol, name: 'Toncoin', price: tonData.price }];
  for (const { symbol, name, price } of [...topCoins, ...ton, ...topGainers, ...topLosers]) {
    const key = symbol.toUpperCase();
    if (!found.has(key) && /[1-9]/.test(price)) found.set(key, { symbol: key, name, price });
  }
  if (found.size === 0) return null;
  return { prices: [...found.values()], date: Date.parse(date), sample };
}
