/** Two users of one browser: neither sees the other's rows, messages or locks, however similar their ids are. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { databaseName } from '#device/store/dexie.ts';
import { openUserStore } from '#device/store/open-user-store.ts';
import type { Store } from '#device/store/port.ts';
import { addRecord, historyOf } from '#device/store/records.ts';
import type { TableName } from '#device/store/rows.ts';
import { tabLock } from '#device/sync/lock.ts';
import { systemClock } from '#platform/clock.ts';
import { browserStorage } from '#platform/storage.ts';

const RECORD = { id: 'r1', calculationType: 'Staking', inputs: { apr: '5' } } as const;
/** Ids that collide in a program that truncates them, or keeps 31 or 32 bits. */
const PAIRS: readonly (readonly [number, number])[] = [
  [1, 2],
  [1, 11],
  [1, 1_000_000_001],
  [7, 7 + 2 ** 31],
  [7, 7 + 2 ** 32],
  [5_000_000_000, 6_000_000_000],
  [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER - 1],
];

const opened: Store[] = [];
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.stubGlobal('IDBKeyRange', IDBKeyRange);
});
afterEach(() => {
  for (const store of opened.splice(0)) store.close();
  vi.unstubAllGlobals();
});

async function open(userId: number): Promise<Store> {
  const store = await openUserStore(userId, browserStorage(), systemClock, () => {});
  opened.push(store);
  return store;
}

/** The tables announced by each change. */
function toldTo(store: Store): TableName[][] {
  const told: TableName[][] = [];
  store.subscribe((changed) => told.push([...changed].sort()));
  return told;
}

test('the database is named after the full id', () => {
  expect(databaseName(42)).toBe('irich-42');
  expect(databaseName(Number.MAX_SAFE_INTEGER)).toBe('irich-9007199254740991');
});

describe.each(PAIRS)('users %i and %i', (one, other) => {
  test('have two databases', async () => {
    const [ada, bob] = [await open(one), await open(other)];
    await addRecord(ada, RECORD, 1);
    const history = (store: Store) => store.read(['records'], (reading) => historyOf(reading, {}));
    expect(await history(ada)).toHaveLength(1);
    expect(await history(bob)).toEqual([]);
  });

  test('see changes in their own tabs only', async () => {
    const [ada, adasTab, bob, bobsTab] = [
      await open(one),
      await open(one),
      await open(other),
      await open(other),
    ];
    const [toAda, toBob] = [toldTo(adasTab), toldTo(bobsTab)];
    await addRecord(ada, RECORD, 1);
    await vi.waitFor(() => expect(toAda).toEqual([['outbox', 'records']]));
    await bob.write(['drafts'], (writing) => writing.put('drafts', [{ key: 'form', value: 1 }]));
    await vi.waitFor(() => expect(toBob).not.toEqual([]));
    expect(toBob).toEqual([['drafts']]);
    expect(toAda).toEqual([['outbox', 'records']]);
  });

  test('sync at the same time', async () => {
    const { locks } = browserStorage();
    if (locks === null) throw new Error('this runtime has no locks');
    let end: (value: string) => void = () => {};
    const first = tabLock(locks, one).run(() => new Promise<string>((resolve) => (end = resolve)));
    expect(await tabLock(locks, other).run(async () => 'second')).toBe('second');
    end('first');
    expect(await first).toBe('first');
  });
});

test('closing a store closes its channel, so the process can end', async () => {
  const storage = browserStorage();
  const close = vi.fn();
  const openChannel = (name: string) => {
    const channel = storage.openChannel(name);
    if (channel === null) throw new Error('this runtime has no channels');
    close.mockImplementation(channel.close);
    return { ...channel, close };
  };
  const store = await openUserStore(1, { ...storage, openChannel }, systemClock, () => {});
  store.close();
  expect(close).toHaveBeenCalledTimes(1);
});
