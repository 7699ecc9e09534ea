/** The list of the largest coins, from the market service's answer. Pure. */
import * as v from 'valibot';
import { type CoinList, ListedCoin, MAX_COINS } from '#core/contract/coins.ts';
import type { Market } from './coingecko.ts';
import { decimalText } from './decimal-text.ts';

/** Stablecoins are traded too. A coin whose id or text has another form than the contract's is left out. */
export function composeList({ coins }: Market, at: number): CoinList {
  const time = new Date(at).toISOString();
  const listed = coins.map(({ id, symbol, name, price }) => ({
    id,
    symbol,
    name,
    price: decimalText(price),
    time,
  }));
  return {
    sample: false,
    stale: false,
    coins: listed.filter((coin) => v.is(ListedCoin, coin)).slice(0, MAX_COINS),
  };
}
