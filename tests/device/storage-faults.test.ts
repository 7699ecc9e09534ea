/** The device with IndexedDB absent, full, lost, hanging, or newer than the code. */

import { Dexie } from 'dexie';
import { forceCloseDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import { type DexieStore, databaseName, openDexieStore } from '#device/store/dexie.ts';
import { storageFaultOf } from '#device/store/faults.ts';
import { openUserStore } from '#device/store/open-user-store.ts';
import type { Store } from '#device/store/port.ts';
import { addRecord, historyOf } from '#device/store/records.ts';
import { openResilientStore } from '#device/store/resilient.ts';
import type { TableName } from '#device/store/rows.ts';
import { systemClock } from '#platform/clock.ts';
import type { Channel, StorageHost } from '#platform/storage.ts';
import { virtualTime } from '#tests/simulation/virtual-time.ts';

const noLog = () => {};
const RECORD = { id: 'r1', calculationType: 'Staking', inputs: { apr: '5' } } as const;
const history = (store: Store) => store.read(['records'], (reading) => historyOf(reading, {}));

function named(name: string, more: object = {}): Error {
  return Object.assign(new Error(name), { name, ...more });
}

/** A database whose next transactions fail in the given ways. */
function failing(factory: IDBFactory, failures: (() => Promise<never>)[], opened: { count: number }) {
  return async () => {
    opened.count += 1;
    const store = await openDexieStore({
      userId: 7,
      indexedDB: factory,
      keyRange: IDBKeyRange,
      channel: null,
    });
    const next = <T>(work: () => Promise<T>): Promise<T> => failures.shift()?.() ?? work();
    return {
      ...store,
      write: ((tables, work) => next(() => store.write(tables, work))) as Store['write'],
    };
  };
}

describe('a browser error means', () => {
  test.each([
    ['full', named('QuotaExceededError')],
    ['full', named('AbortError', { inner: named('QuotaExceededError') })],
    ['full', named('BulkError', { failures: [named('QuotaExceededError')] })],
    ['full', named('AbortError', { message: 'QuotaExceededError: no room' })],
    ['full', named('NS_ERROR_DOM_QUOTA_REACHED')],
    ['full', named('Error', { cause: named('QuotaExceededError') })],
    ['lost', named('Error', { message: 'Connection to Indexed Database server lost. Refresh the page' })],
    ['lost', named('UnknownError', { message: 'Connection to Indexed Database server lost' })],
    ['lost', named('DatabaseClosedError')],
    ['lost', named('InvalidStateError')],
    ['lost', named('AbortError')],
    ['lost', named('TimeoutError')],
    ['lost', named('PrematureCommitError')],
    ['lost', named('TransactionInactiveError')],
    ['lost', named('UnknownError')],
    ['lost', named('OpenFailedError', { inner: named('UnknownError') })],
    ['absent', named('MissingAPIError')],
    ['absent', named('SecurityError')],
    ['absent', named('OpenFailedError', { inner: named('SecurityError') })],
    ['absent', named('AbortError', { inner: named('MissingAPIError') })],
    ['absent', named('AbortError', { inner: named('SecurityError') })],
    ['absent', named('OpenFailedError', { inner: new Error('refused') })],
    ['absent', named('NotFoundError')],
    ['absent', named('VersionError')],
    // Another query makes Dexie reopen the database at this moment.
    ['lost', named('OpenFailedError', { inner: null })],
    ['other', named('ConstraintError')],
    ['other', named('TypeError')],
    ['other', named('BulkError', { failures: [null, named('ConstraintError')] })],
    ['other', { name: 7, message: 7, failures: 'none' }],
    ['other', 'a text'],
    ['other', null],
    ['other', undefined],
  ] as const)('%s: %o', (fault, error) => {
    expect(storageFaultOf(error)).toBe(fault);
  });

  test('nested errors have the same meaning', () => {
    const outer = named('AbortError');
    expect(storageFaultOf(Object.assign(outer, { inner: named('TypeError', { cause: outer }) }))).toBe(
      'lost',
    );
  });
});

test('without IndexedDB everything is in memory, and the device says so', async () => {
  const store = await openResilientStore({ open: null, clock: systemClock, log: noLog });
  expect(store.durability()).toBe('memory');
  await addRecord(store, RECORD, 1);
  expect(await history(store)).toHaveLength(1);
});

test('an IndexedDB that refuses to open counts as absent', async () => {
  const open = () => Promise.reject(named('OpenFailedError', { inner: named('SecurityError') }));
  const store = await openResilientStore({ open, clock: systemClock, log: noLog });
  expect(store.durability()).toBe('memory');
});

test('a full disk is reported; stored data stay visible, and new records continue in memory', async () => {
  const failures: (() => Promise<never>)[] = [];
  const open = failing(new IDBFactory(), failures, { count: 0 });
  const store = await openResilientStore({ open, clock: systemClock, log: noLog });
  await addRecord(store, RECORD, 1);
  expect(store.durability()).toBe('kept');
  const told: number[] = [];
  store.subscribe((changed) => told.push(changed.size));
  failures.push(() => Promise.reject(named('AbortError', { inner: named('QuotaExceededError') })));
  await addRecord(store, { ...RECORD, id: 'r2' }, 2);
  expect(store.durability()).toBe('memory');
  expect(told).toContain(0);
  expect((await history(store)).map(({ id }) => id)).toEqual(['r2', 'r1']);
  const waiting = await store.read(['outbox'], (reading) => reading.count('outbox'));
  expect(waiting).toBe(2);
});

test('a query that fails right after another found the disk full is repeated in memory', async () => {
  const failures: (() => Promise<never>)[] = [];
  const open = failing(new IDBFactory(), failures, { count: 0 });
  const store = await openResilientStore({ open, clock: systemClock, log: noLog });
  let fail = (_: Error): void => undefined;
  const failsLater = new Promise<never>((_, reject) => {
    fail = reject;
  });
  failures.push(
    () => Promise.reject(named('QuotaExceededError')),
    () => failsLater,
  );
  const both = [addRecord(store, RECORD, 1), addRecord(store, { ...RECORD, id: 'r2' }, 2)];
  await both[0];
  expect(store.durability()).toBe('memory');
  fail(named('DatabaseClosedError'));
  await both[1];
  expect((await history(store)).map(({ id }) => id)).toEqual(['r2', 'r1']);
});

test('a lost connection is reopened, and the record is stored once', async () => {
  const opened = { count: 0 };
  const factory = new IDBFactory();
  const failures: (() => Promise<never>)[] = [];
  const store = await openResilientStore({
    open: failing(factory, failures, opened),
    clock: systemClock,
    log: noLog,
  });
  failures.push(() => Promise.reject(named('UnknownError')));
  failures.push(() => Promise.reject(named('DatabaseClosedError')));
  await addRecord(store, RECORD, 1);
  expect(opened.count).toBe(3);
  expect(store.durability()).toBe('kept');
  expect(await history(store)).toHaveLength(1);
});

test('a connection lost after the commit still gives one record', async () => {
  const factory = new IDBFactory();
  const plain = await openDexieStore({ userId: 7, indexedDB: factory, keyRange: IDBKeyRange, channel: null });
  let lose = true;
  const open = async () => ({
    ...plain,
    async write(tables: readonly TableName[], work: Parameters<Store['write']>[1]) {
      const result = await plain.write(tables, work);
      if (lose) {
        lose = false;
        throw named('UnknownError');
      }
      return result;
    },
    close: () => {},
  });
  const store = await openResilientStore({ open: open as never, clock: systemClock, log: noLog });
  const kept = await addRecord(store, RECORD, 1);
  expect(kept.occurredAt).toBe(1);
  expect(await history(store)).toHaveLength(1);
});

test('the next query survives a connection closed by the system', async () => {
  const factory = new IDBFactory();
  const databases: IDBDatabase[] = [];
  const open = factory.open.bind(factory);
  vi.spyOn(factory, 'open').mockImplementation((...args) => {
    const request = open(...args);
    request.addEventListener('success', () => databases.push(request.result));
    return request;
  });
  const host: StorageHost = {
    indexedDB: factory,
    keyRange: IDBKeyRange,
    persist: async () => true,
    openChannel: () => null,
    locks: null,
  };
  const store = await openUserStore(7, host, systemClock, noLog);
  await addRecord(store, RECORD, 1);
  for (const database of databases) forceCloseDatabase(database as never);
  await addRecord(store, { ...RECORD, id: 'r2' }, 2);
  expect(store.durability()).toBe('kept');
  expect(await history(store)).toHaveLength(2);
});

test('a hanging one is dropped after a while, and the query repeated', async () => {
  const time = virtualTime(0);
  const opened = { count: 0 };
  const failures: (() => Promise<never>)[] = [];
  const opening = openResilientStore({
    open: failing(new IDBFactory(), failures, opened),
    clock: { now: time.now, after: time.after },
    log: noLog,
  });
  const store = await opening;
  failures.push(() => new Promise<never>(() => {}));
  const adding = addRecord(store, RECORD, 1);
  await time.runUntil(15_000);
  await adding;
  expect(opened.count).toBe(2);
  expect(await history(store)).toHaveLength(1);
});

test('one that never answers ends in memory', async () => {
  const time = virtualTime(0);
  const hangs = () => new Promise<never>(() => {});
  const failures = [hangs, hangs, hangs, hangs];
  const store = await openResilientStore({
    open: failing(new IDBFactory(), failures, { count: 0 }),
    clock: { now: time.now, after: time.after },
    log: noLog,
  });
  const adding = addRecord(store, RECORD, 1);
  await vi.waitFor(async () => {
    await time.runUntil(time.now() + 15_000);
    expect(store.durability()).toBe('memory');
  });
  await adding;
  expect(await history(store)).toHaveLength(1);
});

test('a database of newer code is read, never written, and reported', async () => {
  const factory = new IDBFactory();
  const options = { userId: 7, indexedDB: factory, keyRange: IDBKeyRange, channel: null };
  const older = await openDexieStore(options);
  await addRecord(older, RECORD, 1);
  older.close();
  const newer = new Dexie(databaseName(7), { indexedDB: factory, IDBKeyRange });
  newer.version(2).stores({ records: 'id, occurredAt, seq, unconfirmed, newIndex', tomorrow: 'id' });
  await newer.open();
  newer.close();

  const store = await openResilientStore({
    open: () => openDexieStore(options),
    clock: systemClock,
    log: noLog,
  });
  expect(store.durability()).toBe('read_only');
  expect(await history(store)).toHaveLength(1);
  await addRecord(store, { ...RECORD, id: 'r2' }, 2);
  expect(await history(store)).toHaveLength(2);
  store.close();
  const again = new Dexie(databaseName(7), { indexedDB: factory, IDBKeyRange });
  await again.open();
  expect(again.verno).toBe(2);
  expect(await again.table('records').count()).toBe(1);
  again.close();
});

test('newer code in another tab takes over, and this tab becomes read-only', async () => {
  const factory = new IDBFactory();
  const options = { userId: 7, indexedDB: factory, keyRange: IDBKeyRange, channel: null };
  const store = await openResilientStore({
    open: () => openDexieStore(options),
    clock: systemClock,
    log: noLog,
  });
  await addRecord(store, RECORD, 1);
  const newer = new Dexie(databaseName(7), { indexedDB: factory, IDBKeyRange });
  newer.version(2).stores({ records: 'id, occurredAt, seq, unconfirmed, newIndex' });
  await newer.open();
  await newer.table('records').put({ id: 'tomorrow' });
  await addRecord(store, { ...RECORD, id: 'r2' }, 2);
  expect(store.durability()).toBe('read_only');
  expect((await history(store)).map(({ id }) => id)).toContain('r1');
  expect(newer.verno).toBe(2);
  expect(await newer.table('records').count()).toBe(2);
  newer.close();
});

test('two users on one device have two databases', async () => {
  const factory = new IDBFactory();
  const of = (userId: number) =>
    openDexieStore({ userId, indexedDB: factory, keyRange: IDBKeyRange, channel: null });
  const [ada, bob] = [await of(1), await of(2)];
  await addRecord(ada, RECORD, 1);
  expect(await history(ada)).toHaveLength(1);
  expect(await history(bob)).toHaveLength(0);
  expect((await factory.databases()).map(({ name }) => name)).toEqual(['irich-1', 'irich-2']);
});

test('another tab of the same user learns of changes', async () => {
  const factory = new IDBFactory();
  const listeners: ((message: unknown) => void)[] = [];
  const channel = (): Channel => {
    const mine: ((message: unknown) => void)[] = [];
    return {
      post: (message) => {
        for (const listener of listeners) if (!mine.includes(listener)) listener(message);
      },
      onMessage: (listener) => {
        mine.push(listener);
        listeners.push(listener);
      },
      close: () => {},
    };
  };
  const of = () =>
    openDexieStore({ userId: 7, indexedDB: factory, keyRange: IDBKeyRange, channel: channel() });
  const [here, there] = [await of(), await of()];
  const told: TableName[][] = [];
  there.subscribe((changed) => told.push([...changed].sort()));
  await addRecord(here, RECORD, 1);
  expect(told).toEqual([['outbox', 'records']]);
  expect(await history(there)).toHaveLength(1);
});

test('a database that opens too late leaves the channel to the newer connection', async () => {
  const factory = new IDBFactory();
  let hear: (message: unknown) => void = () => {};
  const channel: Channel = {
    post: () => {},
    // A browser's channel has one listener.
    onMessage: (listener) => {
      hear = listener;
    },
    close: () => {},
  };
  let openLate = () => {};
  const gates = [
    new Promise<void>((resolve) => {
      openLate = resolve;
    }),
  ];
  const opened: Promise<DexieStore>[] = [];
  const time = virtualTime(0);
  const opening = openResilientStore({
    async open() {
      const gate = gates.shift();
      await gate;
      const connection = openDexieStore({ userId: 7, indexedDB: factory, keyRange: IDBKeyRange, channel });
      opened.push(connection);
      return connection;
    },
    clock: { now: time.now, after: time.after },
    log: () => {},
  });
  await time.runUntil(10_000);
  const store = await opening;
  const told: TableName[][] = [];
  store.subscribe((changed) => told.push([...changed]));
  openLate();
  await vi.waitFor(() => expect(opened).toHaveLength(2));
  const late = await opened[1];
  await vi.waitFor(() =>
    expect(late?.read(['records'], (reading) => reading.count('records'))).rejects.toThrow(),
  );
  hear(['records']);
  expect(told).toEqual([['records']]);
});
