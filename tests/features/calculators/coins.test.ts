import { expect, test } from 'vitest';
import { coinsFor } from '#features/calculators/shared/coins.ts';

const coins = ['BTC Bitcoin', 'ETH Ethereum', 'TON Toncoin', 'WIF dogwifhat'].map((text) => {
  const [symbol = '', name = ''] = text.split(' ');
  return { symbol, name, price: '1' };
});
const symbols = (used: readonly string[], search: string) =>
  coinsFor(coins, used, search).map(({ symbol }) => symbol);

test.each<readonly [readonly string[], string, readonly string[]]>([
  [[], '', ['BTC', 'ETH', 'TON', 'WIF']],
  [['TON', '', 'XRP', 'TON', 'ETH'], '', ['TON', 'ETH', 'BTC', 'WIF']],
  [['TON'], 'coin', ['TON', 'BTC']],
  [[], ' WiF ', ['WIF']],
  [[], 'zzz', []],
])('used %j, searched %j', (used, search, found) => {
  expect(symbols(used, search)).toEqual(found);
});
