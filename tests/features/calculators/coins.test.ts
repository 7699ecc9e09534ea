import { expect, test } from 'vitest';
import { coinsFor } from '#features/calculators/shared/coins.ts';

const coins = [
  'BTC Bitcoin',
  'ETH Ethereum',
  'TON Toncoin',
  'WIF dogwifhat',
  'OP Optimism',
  'GMT STEPN',
  'GMT GoMining',
].map((text) => {
  const [symbol = '', name = ''] = text.split(' ');
  return { symbol, name };
});
const symbols = (used: readonly string[], search: string) =>
  coinsFor(coins, used, search).map(({ symbol }) => symbol);

test.each<readonly [readonly string[], string, readonly string[]]>([
  [[], '', ['BTC', 'ETH', 'TON', 'WIF', 'OP', 'GMT', 'GMT']],
  [['TON', '', 'XRP', 'TON', 'ETH'], '', ['TON', 'ETH', 'BTC', 'WIF', 'OP', 'GMT', 'GMT']],
  [['TON'], 'coin', ['TON', 'BTC']],
  [[], ' WiF ', ['WIF']],
  // The symbol before other names that contain it, even before coins used last.
  [['BTC'], 'op', ['OP']],
  [['BTC'], 'in', ['BTC', 'TON', 'GMT']],
  [['GMT'], 'gmt', ['GMT', 'GMT']],
  [[], 'zzz', []],
])('used %j, searched %j', (used, search, found) => {
  expect(symbols(used, search)).toEqual(found);
});
