/** Addresses: their place, their back target, and their query. */
import { expect, test } from 'vitest';
import { parentOf, placeOf } from '#app/routing/places.ts';
import { historyOf, profileOf, recordOf } from '#app/routing/search.ts';

test.each([
  ['/index', '/index', null],
  ['/SBT', '/SBT', null],
  ['/sbt/', '/SBT', null],
  ['/calculators', '/calculators', null],
  ['/profile', '/profile', null],
  ['/riskmoney', '/calculators', '/calculators'],
  ['/RiskMoney/', '/calculators', '/calculators'],
  ['/history', '/calculators', '/calculators'],
  ['/cryptooverview', '/index', '/index'],
  ['/calendar', '/index', '/index'],
  ['/achievements', '/profile', '/profile'],
  ['/privacy', '/profile', '/profile'],
  ['/notifications', '/profile', '/profile'],
])('%s belongs to %s and goes back to %s', (path, place, parent) => {
  expect(placeOf(path)).toBe(place);
  expect(parentOf(path)).toBe(parent);
});

test('a malformed query counts as none', () => {
  const id = '01936f2e-7b1a-7cc0-8f00-3b9a2c1d4e5f';
  expect(recordOf({ record: id })).toEqual({ record: id });
  for (const record of [7, '', 'x', `${id}0`, null]) expect(recordOf({ record })).toEqual({});
  expect(historyOf({ type: 'Staking' })).toEqual({ type: 'Staking' });
  expect(historyOf({ type: 'staking' })).toEqual({});
  expect(profileOf({ checkin: 1 })).toEqual({ checkin: 1 });
  expect(profileOf({ checkin: '1' })).toEqual({});
});
