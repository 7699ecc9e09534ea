/** What prices say of a plan. */
import { expect, test } from 'vitest';
import { levelsReached } from '#core/market/plan-prices.ts';
import type { PlanContent } from '#core/plan-link.ts';

const PLAN: PlanContent = {
  symbol: 'BTC',
  positionType: 'LONG',
  entry: '100',
  stop: '90',
  targets: ['110', '120'],
  leverage: '',
};
const prices = (...values: readonly number[]) => values.map((price, at) => ({ at, price: String(price) }));

test('there are none', () => {
  expect(levelsReached(PLAN, [])).toBeNull();
});

test('a long reaches its stop from above and its targets from below', () => {
  expect(levelsReached(PLAN, prices(105, 99, 110, 90, 89))).toEqual({
    low: { at: 4, price: '89' },
    high: { at: 2, price: '110' },
    entryAt: 1,
    stopAt: 3,
    targetsAt: [2, null],
  });
});

test('a short the other way round', () => {
  const short: PlanContent = { ...PLAN, positionType: 'SHORT', stop: '110', targets: ['95', '80'] };
  expect(levelsReached(short, prices(105, 99, 94.5, 111))).toMatchObject({
    entryAt: 1,
    stopAt: 3,
    targetsAt: [2, null],
  });
  expect(levelsReached(short, prices(101, 102))).toMatchObject({
    entryAt: null,
    stopAt: null,
    targetsAt: [null, null],
  });
  // Numbers are compared as numbers.
  expect(levelsReached(short, prices(9, 100))).toMatchObject({ low: { at: 0 }, high: { at: 1 }, entryAt: 1 });
});
