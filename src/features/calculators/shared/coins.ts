/** The coins that the picker offers, in their order. */
import type { MarketPrice } from '#core/market/market-prices.ts';
import { readSymbol } from '#core/trade-symbol.ts';

/**
 * The coins whose symbol or name contains the search: those used last come first, the others in the order of the market.
 * @param used symbols, newest first; repeated and unknown ones do nothing.
 */
export function coinsFor(
  coins: readonly MarketPrice[],
  used: readonly string[],
  search: string,
): readonly MarketPrice[] {
  const wanted = search.trim().toLowerCase();
  const found = coins.filter(({ symbol, name }) =>
    [symbol, name].some((text) => text.toLowerCase().includes(wanted)),
  );
  const rank = new Map([...new Set(used)].map((symbol, index) => [symbol, index]));
  const rankOf = ({ symbol }: MarketPrice) => rank.get(readSymbol(symbol)) ?? rank.size;
  return found.toSorted((a, b) => rankOf(a) - rankOf(b));
}
