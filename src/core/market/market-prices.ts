/** The prices of a market snapshot, each coin once: they fill in forms and set alerts. */
import * as v from 'valibot';
import { MarketOverview } from '../contract/public.ts';

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

/** Null without a snapshot, or if it has no prices. */
export function marketPrices(overview: unknown): MarketPrices | null {
  const parsed = v.safeParse(MarketOverview, overview);
  if (!parsed.success) return null;
  const { topCoins, topGainers, topLosers, tonData, date, sample } = parsed.output;
  const found = new Map<string, MarketPrice>();
  const ton = tonData === null ? [] : [{ symbol: tonData.symbol, name: 'Toncoin', price: tonData.price }];
  for (const { symbol, name, price } of [...topCoins, ...ton, ...topGainers, ...topLosers]) {
    const key = symbol.toUpperCase();
    if (!found.has(key) && /[1-9]/.test(price)) found.set(key, { symbol: key, name, price });
  }
  if (found.size === 0) return null;
  return { prices: [...found.values()], date: Date.parse(date), sample };
}
