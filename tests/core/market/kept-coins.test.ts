/** The coins on a device: of the list and of the overview, each once, with the newer price. */
import { describe, expect, test } from 'vitest';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { SAMPLE_COINS } from '#api/market/sample-coins.ts';
import type { CoinList } from '#core/contract/coins.ts';
import { alertKey } from '#core/market/alert-key.ts';
import { coinsOf, keptCoins, keyOf } from '#core/market/kept-coins.ts';

test('an overview has each coin once, in the order of the market, with its date', () => {
  const { topCoins, tonData } = SAMPLE_OVERVIEW;
  if (tonData === null) throw new Error('the sample has TON');
  const doubled = { ...SAMPLE_OVERVIEW, topGainers: [...topCoins, ...SAMPLE_OVERVIEW.topGainers] };
  const coins = coinsOf(doubled);
  expect(coins.map(({ symbol }) => symbol.toUpperCase())).toEqual(
    ['btc', 'eth', 'xrp', 'ton', 'sui', 'pepe', 'arb', 'atom', 'fil', 'apt'].map((symbol) =>
      symbol.toUpperCase(),
    ),
  );
  expect(coins[3]).toEqual({
    name: 'Toncoin',
    symbol: tonData.symbol,
    icon: tonData.icon,
    price: tonData.price,
    change: tonData.change24h,
    date: Date.parse(SAMPLE_OVERVIEW.date),
  });
  expect(coinsOf({ ...SAMPLE_OVERVIEW, tonData: null })).toHaveLength(9);
});

describe('the list and the overview together', () => {
  const DATE = Date.parse(SAMPLE_OVERVIEW.date);
  const list = (
    time: number,
    ...coins: readonly (readonly [string, string, string, string?])[]
  ): CoinList => ({
    sample: false,
    stale: false,
    coins: coins.map(([id, symbol, name, price = '1']) => ({
      id,
      symbol,
      name,
      price,
      time: new Date(time).toISOString(),
    })),
  });
  const overview = { ...SAMPLE_OVERVIEW, sample: false };
  const BITCOIN = ['bitcoin', 'BTC', 'Bitcoin', '99000'] as const;

  test('have each coin once: the list in its order, then what only the overview has', () => {
    const coins = keptCoins(overview, list(DATE, ['solana', 'SOL', 'Solana'], BITCOIN))?.coins ?? [];
    expect(coins.slice(0, 4).map(keyOf)).toEqual(['solana', 'bitcoin', 'ETH Ethereum', 'XRP XRP']);
    expect(coins).toHaveLength(11);
    expect(coins[0]).toEqual({
      id: 'solana',
      symbol: 'SOL',
      name: 'Solana',
      icon: '',
      price: '1',
      change: '',
      date: DATE,
    });
  });

  test('have the newer of two prices, with its date', () => {
    const bitcoin = (time: number) => keptCoins(overview, list(time, BITCOIN))?.coins[0];
    const figures = { price: '94712.35', change: '+1.18', date: DATE };
    expect(bitcoin(DATE - 1)).toMatchObject({ id: 'bitcoin', ...figures });
    expect(bitcoin(DATE)).toMatchObject({ id: 'bitcoin', ...figures });
    expect(bitcoin(DATE + 1)).toMatchObject({ id: 'bitcoin', price: '99000', date: DATE + 1 });
  });

  test('are as of the list, even if all of it is in a newer overview', () => {
    expect(keptCoins(overview, list(DATE + 5, BITCOIN))?.date).toBe(DATE + 5);
    expect(keptCoins(overview, list(DATE - 5, BITCOIN))?.date).toBe(DATE - 5);
    expect(keptCoins(overview, null)?.date).toBe(DATE);
  });

  test('never mix samples with the market', () => {
    expect(keptCoins(overview, SAMPLE_COINS)).toEqual(keptCoins(overview, null));
    expect(keptCoins(SAMPLE_OVERVIEW, list(DATE - 5, BITCOIN))).toEqual(
      keptCoins(null, list(DATE - 5, BITCOIN)),
    );
    expect(keptCoins(null, list(DATE, BITCOIN))?.sample).toBe(false);
    expect(keptCoins(null, SAMPLE_COINS)?.sample).toBe(true);
    expect(keptCoins(SAMPLE_OVERVIEW, SAMPLE_COINS)).toMatchObject({ sample: true });
  });

  test('tell coins of one symbol apart', () => {
    const two = keptCoins(null, list(DATE, ['stepn', 'GMT', 'STEPN'], ['gmt-token', 'GMT', 'GoMining']));
    expect(two?.coins.map(({ name }) => name)).toEqual(['STEPN', 'GoMining']);
    const same = keptCoins(overview, list(DATE, BITCOIN, ['bitcoin-2', 'BTC', 'Bitcoin', '5']))?.coins ?? [];
    expect(same.slice(0, 2).map(({ id, price }) => [id, price])).toEqual([
      ['bitcoin', '94712.35'],
      ['bitcoin-2', '5'],
    ]);
  });

  test('have no coin without a price, and are null without coins', () => {
    const none = { ...overview, tonData: null, topCoins: [], topGainers: [], topLosers: [] };
    const dead = { name: 'Dead', symbol: 'DEAD', icon: '', price: '0.00', change: '+0' };
    expect(keptCoins({ ...none, topLosers: [dead] }, null)).toBeNull();
    expect(keptCoins(none, list(DATE))).toBeNull();
    expect(keptCoins(null, null)).toBeNull();
  });
});

test('an alert belongs to a coin by its id, and to one without an id by the symbol of a first coin', () => {
  expect(alertKey({ id: 'bitcoin', symbol: 'BTC' })).toBe('BTC');
  expect(alertKey({ id: 'solana', symbol: 'SOL' })).toBe('solana');
  expect(alertKey({ id: 'other-bitcoin', symbol: 'BTC' })).toBe('other-bitcoin');
  expect(alertKey({ symbol: 'eth' })).toBe('ETH');
  expect(alertKey({ symbol: 'SOL' })).toBeNull();
});
