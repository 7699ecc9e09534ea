/** The list of the largest coins, a call without a user: prices for whatever a user trades. */
import * as v from 'valibot';
import { Time } from './primitives.ts';

/** The length of the list. */
export const MAX_COINS = 250;

/** Two coins can share a symbol, and no two an id. */
export const CoinId = v.pipe(v.string(), v.regex(/^[a-z\d][a-z\d._-]{0,79}$/));
export const CoinSymbol = v.pipe(
  v.string(),
  v.regex(/^[^<>\p{C}]{1,20}$/u, '1 to 20 visible characters without markup'),
);
export const CoinName = v.pipe(
  v.string(),
  v.regex(/^[^<>\p{C}]{1,80}$/u, '1 to 80 visible characters without markup'),
);

export const ListedCoin = v.object({
  id: CoinId,
  symbol: CoinSymbol,
  name: CoinName,
  /** USD, a positive decimal. */
  price: v.pipe(v.string(), v.maxLength(40), v.regex(/^(?=.*[1-9])\d+(\.\d+)?$/)),
  /** When the price was read from its source. */
  time: Time,
});
export type ListedCoin = v.InferOutput<typeof ListedCoin>;

export const CoinList = v.object({
  /** True for a demo's bundled prices: every screen that shows them must say so. */
  sample: v.boolean(),
  /** True if the source fails and this is the last good list. */
  stale: v.boolean(),
  /** The largest first. */
  coins: v.pipe(
    v.array(ListedCoin),
    v.maxLength(MAX_COINS),
    v.check((coins) => new Set(coins.map(({ id }) => id)).size === coins.length, 'a repeated id'),
  ),
});
export type CoinList = v.InferOutput<typeof CoinList>;
