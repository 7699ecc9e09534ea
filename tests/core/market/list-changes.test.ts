/** Changes of a list of coins. */
import { expect, test } from 'vitest';
import { coinKey, moveOf } from '#core/market/list-changes.ts';

const coin = (symbol: string, name = symbol) => ({ symbol, name, icon: '', price: '1', change: '+1' });
const BEFORE = ['BTC', 'ETH', 'XRP'].map((symbol) => coinKey(coin(symbol)));

test('a coin is new, moved up, moved down, or unchanged', () => {
  expect(moveOf(BEFORE, coin('DOGE'), 0)).toEqual({ type: 'new' });
  expect(moveOf(BEFORE, coin('XRP'), 0)).toEqual({ type: 'up', places: 2 });
  expect(moveOf(BEFORE, coin('BTC'), 1)).toEqual({ type: 'down', places: 1 });
  expect(moveOf(BEFORE, coin('ETH'), 1)).toBeNull();
});

test('another coin with the same symbol is another coin', () => {
  expect(moveOf(BEFORE, coin('BTC', 'Bitcoin Two'), 0)).toEqual({ type: 'new' });
});
