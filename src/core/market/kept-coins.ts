/** The coins on a device, each once: those of the list of coins and those of the market overview, with the newer price of both. */
import type { CoinList } from '../contract/coins.ts';
import type { Coin, MarketOverview } from '../contract/public.ts';
import { coinKey } from './list-changes.ts';

/** A coin with its figures. `icon` and `change` are empty if unknown. */
export interface KeptCoin extends Coin {
  /** In the list of coins; absent for a coin that was never seen there. */
  readonly id?: string;
  /** When the figures were read from their source, milliseconds. */
  readonly date: number;
}

export interface KeptCoins {
  /** The largest first. */
  readonly coins: readonly KeptCoin[];
  /** The date of most prices: a coin with another date is as of its own, milliseconds. */
  readonly date: number;
  /** Whether the prices are samples. */
  readonly sample: boolean;
}

/**
 * Null if there are none. Samples do not mix with the market: where one of the two is live, the other counts only if it is, too.
 * Equal dates leave the overview's figures, of which there are more.
 */
export function keptCoins(overview: MarketOverview | null, list: CoinList | null): KeptCoins | null {
  const sample = overview?.sample !== false && list?.sample !== false;
  const ofOverview = overview?.sample === sample ? coinsOf(overview) : [];
  const ofList = list?.sample === sample ? list.coins : [];
  const rest = new Map(ofOverview.map((coin) => [coinKey(coin), coin]));
  const listed = ofList.map(({ id, symbol, name, price, time }): KeptCoin => {
    const coin = { id, symbol, name, icon: '', price, change: '', date: Date.parse(time) };
    const key = coinKey(coin);
    const known = rest.get(key);
    // Two listed coins may share symbol and name: the overview means the larger one.
    rest.delete(key);
    if (known === undefined) return coin;
    return known.date >= coin.date ? { ...known, id } : { ...known, id, price, date: coin.date };
  });
  const coins = [...listed, ...rest.values()].filter(({ price }) => /[1-9]/.test(price));
  const [first] = coins;
  if (first === undefined) return null;
  const time = ofList[0]?.time;
  return { coins, date: time === undefined ? first.date : Date.parse(time), sample };
}

/** Tells listed coins apart by id. */
export function keyOf(coin: KeptCoin): string {
  return coin.id ?? coinKey(coin);
}

/** Every coin of an overview once, in the order of the market. */
export function coinsOf(overview: MarketOverview): readonly KeptCoin[] {
  const { topCoins, topGainers, topLosers, tonData, date } = overview;
  const ton = tonData === null ? [] : [tonCoin(tonData)];
  const found = new Map<string, KeptCoin>();
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
