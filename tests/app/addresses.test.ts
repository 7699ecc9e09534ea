/** Addresses: their screen, where back leads, and their query. */
import { expect, test } from 'vitest';
import { historyOf, notificationsOf, profileOf, recordOf } from '#app/routing/search.ts';
import { screenAt } from '#app/screens/table.ts';

test.each([
  ['/index', '/index', undefined],
  ['/SBT', '/SBT', undefined],
  ['/sbt/', '/SBT', undefined],
  ['/calculators', '/calculators', undefined],
  ['/profile', '/profile', undefined],
  ['/riskmoney', '/riskmoney', '/calculators'],
  ['/RiskMoney/', '/riskmoney', '/calculators'],
  ['/history', '/history', '/calculators'],
  ['/cryptooverview', '/cryptooverview', '/index'],
  ['/calendar', '/calendar', '/index'],
  ['/achievements', '/achievements', '/profile'],
  ['/privacy', '/privacy', '/profile'],
  ['/notifications//', '/notifications', '/profile'],
  ['/', '/', undefined],
])('%s shows the screen of %s, and back leads to %s', (address, path, parent) => {
  expect(screenAt(address)).toMatchObject({ path });
  expect(screenAt(address)?.parent).toBe(parent);
});

test.each(['/nowhere', '/index/more', ''])('%s has no screen', (address) => {
  expect(screenAt(address)).toBeUndefined();
});

test('a malformed query counts as none', () => {
  const id = '01936f2e-7b1a-7cc0-8f00-3b9a2c1d4e5f';
  expect(recordOf({ record: id })).toEqual({ record: id });
  for (const record of [7, '', 'x', `${id}0`, null]) expect(recordOf({ record })).toEqual({});
  expect(historyOf({ type: 'Staking' })).toEqual({ type: 'Staking' });
  expect(historyOf({ type: 'staking' })).toEqual({});
  expect(profileOf({ checkin: 1 })).toEqual({ checkin: 1 });
  expect(profileOf({ checkin: '1' })).toEqual({});
  expect(notificationsOf({ alert: 'BTC' })).toEqual({ alert: 'BTC' });
  expect(notificationsOf({ alert: 'cosmos-hub' })).toEqual({ alert: 'cosmos-hub' });
  for (const alert of ['Btc', '', 'B'.repeat(13), 'b'.repeat(81), '-b', 7])
    expect(notificationsOf({ alert })).toEqual({});
});
