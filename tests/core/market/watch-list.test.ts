/** The watch list: newest first, each coin once, bounded, with the market's figures where it has them. */
import { expect, test } from 'vitest';
import type { KeptCoin } from '#core/market/kept-coins.ts';
import { isWatched, MAX_WATCHED, watchedNow, withCoin, withoutCoin } from '#core/market/watch-list.ts';

function coin(symbol: string, change: Partial<KeptCoin> = {}): KeptCoin {
  return { name: `Coin ${symbol}`, symbol, icon: '', price: '1', change: '+0', date: 5, ...change };
}

test('a coin comes first, once, until the list is full', () => {
  const two = withCoin(withCoin([], coin('A')) ?? [], coin('B'));
  expect(two?.map(({ symbol }) => symbol)).toEqual(['B', 'A']);
  expect(withCoin(two ?? [], coin('A', { price: '2' }))).toBe(two);
  const full = Array.from({ length: MAX_WATCHED }, (_, index) => coin(`C${index}`));
  expect(withCoin(full, coin('A'))).toBeNull();
  expect(withCoin(full, coin('C7'))).toBe(full);
  expect(withCoin(full.slice(1), coin('A'))).toHaveLength(MAX_WATCHED);
});

test('coins that share a symbol are watched apart', () => {
  const list = [coin('A'), coin('A', { name: 'Another' })];
  expect(withoutCoin(list, coin('A'))).toEqual([list[1]]);
  expect(isWatched(list, coin('A', { name: 'Another' }))).toBe(true);
  expect(isWatched(list, coin('A', { name: 'A third' }))).toBe(false);
});

test('a watched coin has the newest figures that there are', () => {
  const list = [coin('A'), coin('B')];
  const market = [coin('B', { price: '7', date: 9 }), coin('C')];
  expect(watchedNow(list, market)).toEqual([list[0], market[0]]);
});
