/** The composition of the overview: which coins lead, and which may be gainers and losers. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import type { MarketCoin } from '#api/market/clean.ts';
import { composeOverview, REAL_VOLUME_USD } from '#api/market/compose.ts';
import { MarketOverview } from '#core/contract/public.ts';

const GLOBAL = { marketCap: 3.3e12, change: -0.5, volume: 1e11, shares: { eth: 12, btc: 57.25, usdt: 4.5 } };

let rank = 0;
const coin = (id: string, change: number | null, more: Partial<MarketCoin> = {}): MarketCoin => {
  rank += 1;
  const symbol = id.toUpperCase();
  const sizes = { marketCap: 1e12 / rank, volume: 5e6 };
  return { id, symbol, name: id, icon: '', price: 2, rank, change, ...sizes, ...more };
};
const compose = (coins: readonly MarketCoin[], stablecoins: readonly string[] = []) =>
  composeOverview({
    market: { global: GLOBAL, coins },
    stablecoins: new Set(stablecoins),
    fearGreed: null,
    at: Date.UTC(2026, 6, 1, 12),
  });
const symbols = (coins: readonly { symbol: string }[]) => coins.map(({ symbol }) => symbol);

test("leaders are the three largest coins except stablecoins, by the service's ids", () => {
  // Another coin with a stablecoin's symbol is no stablecoin.
  const coins = [
    coin('a', 1),
    coin('tether', 0.1),
    coin('b', 1),
    coin('c', 1, { symbol: 'USDT' }),
    coin('d', 1),
  ];
  expect(symbols(compose(coins, ['tether']).topCoins)).toEqual(['A', 'B', 'USDT']);
});

test('gainers and losers have a volume of a million USD in 24 hours, no stablecoin and the right direction', () => {
  const coins = [
    coin('up1', 1),
    coin('up9', 9, { volume: REAL_VOLUME_USD }),
    coin('thin', 99, { volume: REAL_VOLUME_USD - 0.01 }),
    coin('thinner', -99, { volume: 0 }),
    coin('depegged', -80),
    coin('down5', -5),
    coin('even', 0),
    coin('unknown', null),
  ];
  const overview = compose(coins, ['depegged']);
  expect(symbols(overview.topGainers)).toEqual(['UP9', 'UP1']);
  expect(symbols(overview.topLosers)).toEqual(['DOWN5']);
});

test('each list has three coins, the furthest first, the larger one of a tie', () => {
  const coins = [
    coin('a', 3),
    coin('b', 7),
    coin('c', 7),
    coin('d', 5),
    coin('e', -2),
    coin('f', -9),
    coin('g', -9),
  ];
  const overview = compose([...coins, coin('h', -1)]);
  expect(symbols(overview.topGainers)).toEqual(['B', 'C', 'D']);
  expect(symbols(overview.topLosers)).toEqual(['F', 'G', 'E']);
});

test('Toncoin is found by id, and has no figures while it is unlisted or unranked', () => {
  const ton = coin('the-open-network', 2.861, {
    symbol: 'TON',
    price: 3.4127,
    marketCap: 8421900000,
    rank: 19,
  });
  expect(compose([ton]).tonData).toEqual({
    rank: 19,
    symbol: 'TON',
    icon: '',
    price: '3.4127',
    change24h: '+2.86',
    marketCap: '8421900000',
    volume: '5000000',
  });
  expect(compose([coin('other', 1, { symbol: 'TON' })]).tonData).toBeNull();
  expect(compose([{ ...ton, rank: null }]).tonData).toBeNull();
});

test('figures are decimal text however small, shares are sorted, and all matches the contract', () => {
  const overview = compose([coin('pepe', 0.001, { price: 1.2e-8 })]);
  expect(overview).toMatchObject({
    marketCap: { value: '3300000000000', change: '-0.50' },
    totalVolume: '100000000000',
    fearGreedIndex: { value: null, classification: 'No Data' },
    topCoins: [{ price: '0.000000012', change: '+0.00' }],
    sample: false,
    stale: false,
  });
  expect(Object.keys(overview.marketCapPercentage)).toEqual(['btc', 'eth', 'usdt']);
  expect(v.is(MarketOverview, overview)).toBe(true);
  expect(overview.sources.every(({ url }) => url.startsWith('https://'))).toBe(true);
});
