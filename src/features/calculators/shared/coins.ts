/** The coins that the picker offers, in their order. */
import { readSymbol } from '#core/trade-symbol.ts';

/**
 * The coins whose symbol or name contains the search. One with exactly that symbol comes first, then those used last, then the
 * others in the order of the market.
 * @param used symbols, newest first; repeated and unknown ones do nothing.
 */
export function coinsFor<Coin extends { readonly symbol: string; readonly name: string }>(
  coins: readonly Coin[],
  used: readonly string[],
  search: string,
): readonly Coin[] {
  const wanted = search.trim().toLowerCase();
  const found = coins.filter(({ symbol, name }) =>
    [symbol, name].some((text) => text.toLowerCase().includes(wanted)),
  );
  const rank = new Map([...new Set(used)].map((symbol, index) => [symbol, index]));
  const rankOf = ({ symbol }: Coin) =>
    symbol.toLowerCase() === wanted ? -1 : (rank.get(readSymbol(symbol)) ?? rank.size);
  return found.toSorted((a, b) => rankOf(a) - rankOf(b));
}
