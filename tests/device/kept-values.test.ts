/** Drafts, the account, the watched coins, the calendar, the market and the list of coins in the store. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, expect, test } from 'vitest';
import { sampleEvents } from '#api/calendar/sample.ts';
import { SAMPLE_OVERVIEW as overview } from '#api/market/sample.ts';
import { SAMPLE_COINS } from '#api/market/sample-coins.ts';
import { MAX_WATCHED } from '#core/market/watch-list.ts';
import { openDexieStore } from '#device/store/dexie.ts';
import { readDraft, writeDraft } from '#device/store/drafts.ts';
import { accountOf, changeAccount } from '#device/store/edits.ts';
import { factsOf, unwatchCoin, watchCoin, wipe } from '#device/store/facts.ts';
import type { Store } from '#device/store/port.ts';
import { calendarOf, coinsOf, marketOf } from '#device/store/snapshots.ts';
import { NO_ACCOUNT } from '#tests/support/no-account.ts';
import { START } from './sync-rig.ts';

let store: Store;
beforeEach(async () => {
  const indexedDB = new IDBFactory();
  store = await openDexieStore({ userId: 7, indexedDB, keyRange: IDBKeyRange, channel: null });
});

test('a draft is the last saved value of its key, and null if there is none', async () => {
  expect(await readDraft(store, 'form')).toBeNull();
  await writeDraft(store, 'form', { half: 'filled' });
  await writeDraft(store, 'other', '');
  await writeDraft(store, 'form', { half: 'changed' });
  expect(await readDraft(store, 'form')).toEqual({ half: 'changed' });
  expect(await readDraft(store, 'other')).toBe('');
});

test.each([null, undefined])('an empty draft of %s leaves no row', async (nothing) => {
  await writeDraft(store, 'form', 1);
  await writeDraft(store, 'form', nothing);
  expect(await store.read(['drafts'], (reading) => reading.count('drafts'))).toBe(0);
});

test('a change of the account leaves its other fields, even if both are made at once', async () => {
  const stamp = { at: START, offset: 0, device: 'a' };
  const account = () => store.read(['settings'], async (reading) => accountOf(await factsOf(reading)));
  expect(await account()).toEqual(NO_ACCOUNT);
  await changeAccount(store, { deposit: '1000' }, stamp);
  expect(await account()).toEqual({ ...NO_ACCOUNT, deposit: '1000' });
  await Promise.all([
    changeAccount(store, { leverage: '5' }, stamp),
    changeAccount(store, { entryFee: '0.1', deposit: '2000' }, stamp),
  ]);
  expect(await account()).toEqual({ ...NO_ACCOUNT, deposit: '2000', leverage: '5', entryFee: '0.1' });
});

test('watched coins are kept newest first, up to a limit, until they or all data are deleted', async () => {
  const coin = (symbol: string) => ({ name: symbol, symbol, icon: '', price: '1', change: '+0', date: 5 });
  const watched = () =>
    store.read(['settings'], async (reading) => (await factsOf(reading)).watched.map(({ symbol }) => symbol));
  expect(await watched()).toEqual([]);
  await Promise.all([watchCoin(store, coin('A')), watchCoin(store, coin('B'))]);
  expect(await watched()).toEqual(['B', 'A']);
  await unwatchCoin(store, coin('A'));
  expect(await watched()).toEqual(['B']);
  for (let count = 1; count < MAX_WATCHED; count += 1) await watchCoin(store, coin(`C${count}`));
  expect(await watchCoin(store, coin('D'))).toBe(false);
  expect(await watchCoin(store, coin('B'))).toBe(true);
  expect(await watched()).toHaveLength(MAX_WATCHED);
  expect(await wipe(store, null)).toBe(true);
  expect(await watched()).toEqual([]);
});

test('the calendar is the stored one, if its format is known', async () => {
  const read = () => store.read(['snapshots'], calendarOf);
  const keep = (overview: unknown) =>
    store.write(['snapshots'], (writing) =>
      writing.put('snapshots', [{ key: 'calendar', asOf: 5, overview }]),
    );
  expect(await read()).toBeNull();
  await keep({ form: 'another' });
  expect(await read()).toBeNull();
  const calendar = {
    date: new Date(START).toISOString(),
    sample: true,
    stale: false,
    events: sampleEvents(START),
  };
  await keep(calendar);
  expect(await read()).toEqual({ asOf: 5, calendar });
});

test('the market is the stored one, with the lists of the one before', async () => {
  const read = () => store.read(['snapshots'], marketOf);
  const row = { key: 'market', asOf: 5, overview } as const;
  expect(await read()).toBeNull();
  await store.write(['snapshots'], (writing) => writing.put('snapshots', [row]));
  expect(await read()).toEqual({ asOf: 5, overview, before: null });
  const before = { topCoins: ['BTC'], topGainers: [], topLosers: ['ETH'] };
  await store.write(['snapshots'], (writing) => writing.put('snapshots', [{ ...row, before }]));
  expect(await read()).toEqual({ asOf: 5, overview, before });
});

test('the coins are those of the stored list and market, as far as their formats are known', async () => {
  const count = async () => (await store.read(['snapshots'], coinsOf))?.coins.length;
  const put = (key: 'market' | 'coins', value: unknown) =>
    store.write(['snapshots'], (writing) => writing.put('snapshots', [{ key, asOf: 5, overview: value }]));
  expect(await count()).toBeUndefined();
  await put('market', overview);
  expect(await count()).toBe(10);
  const { coins } = SAMPLE_COINS;
  await put('coins', SAMPLE_COINS);
  expect(await count()).toBe(coins.length);
  const [first = coins[0], ...others] = coins;
  for (const odd of [
    { ...SAMPLE_COINS, coins: [first, first, ...others] },
    { ...SAMPLE_COINS, coins: [{ ...first, price: '1e400' }, ...others] },
    { ...SAMPLE_COINS, coins: [{ ...first, name: 'n'.repeat(10_000) }, ...others] },
    { ...SAMPLE_COINS, coins: Array.from({ length: 10_000 }, (_, index) => ({ ...first, id: `c${index}` })) },
    { form: 'another' },
  ]) {
    await put('coins', odd);
    expect(await count()).toBe(10);
  }
});
