/**
 * A page in the back/forward cache, or one that does not leave after all: it holds no connection and loses
 * nothing.
 */
import { forceCloseDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { databaseName, openDexieStore } from '#device/store/dexie.ts';
import { openUserStore } from '#device/store/open-user-store.ts';
import type { Store } from '#device/store/port.ts';
import { addRecord, historyOf } from '#device/store/records.ts';
import { releaseWithPage } from '#device/store/release-with-page.ts';
import { openResilientStore } from '#device/store/resilient.ts';
import { TABLE_NAMES } from '#device/store/rows.ts';
import { systemClock } from '#platform/clock.ts';

const RECORD = { id: 'r1', calculationType: 'Staking', inputs: { apr: '5' } } as const;
const ids = async (store: Store) =>
  (await store.read(['records'], (reading) => historyOf(reading, {}))).map(({ id }) => id);

const openStore = (indexedDB: IDBFactory | null) =>
  openUserStore(
    7,
    {
      indexedDB,
      keyRange: IDBKeyRange,
      persist: async () => true,
      openChannel: () => null,
      locks: null,
    },
    systemClock,
    () => {},
  );

/** A page with the user's store, and its open connections. */
async function openPage(factory = new IDBFactory()) {
  const connections: IDBDatabase[] = [];
  const open = factory.open.bind(factory);
  factory.open = (...args) => {
    const request = open(...args);
    request.addEventListener('success', () => connections.push(request.result));
    return request;
  };
  const page = new EventTarget();
  const store = await openStore(factory);
  releaseWithPage(store, page);
  return {
    store,
    connections,
    hide: () => page.dispatchEvent(new Event('pagehide')),
    show: () => page.dispatchEvent(new Event('pageshow')),
    /** Whether newer code would have to wait for this page. */
    async isInTheWay(): Promise<boolean> {
      const asked = vi.fn();
      for (const connection of connections) connection.addEventListener('versionchange', asked);
      await new Promise<void>((resolve, reject) => {
        const request = open(databaseName(7), 11);
        request.onsuccess = () => {
          request.result.close();
          resolve();
        };
        request.onerror = () => reject(request.error);
      });
      return asked.mock.calls.length > 0;
    },
  };
}

test('a page that leaves closes the database', async () => {
  const { hide, isInTheWay } = await openPage();
  hide();
  await Promise.resolve();
  expect(await isInTheWay()).toBe(false);
});

test('a page that stays keeps it open', async () => {
  const { isInTheWay } = await openPage();
  expect(await isInTheWay()).toBe(true);
});

test('the next use opens it again, also if the page never left', async () => {
  const { store, connections, hide } = await openPage();
  await addRecord(store, RECORD, 1);
  const before = connections.length;
  hide();
  await addRecord(store, { ...RECORD, id: 'r2' }, 2);
  hide();
  hide();
  expect(await ids(store)).toEqual(['r2', 'r1']);
  expect(store.durability()).toBe('kept');
  expect(connections.length).toBeGreaterThan(before);
});

test('a page that returns opens it and reads everything again', async () => {
  const { store, connections, hide, show } = await openPage();
  const told: string[][] = [];
  store.subscribe((changed) => told.push([...changed]));
  show();
  hide();
  const before = connections.length;
  show();
  await vi.waitFor(() => expect(told).toEqual([[...TABLE_NAMES]]));
  expect(connections.length).toBeGreaterThan(before);
  show();
  await addRecord(store, RECORD, 1);
  expect(told).toHaveLength(2);
});

test('a page that leaves while opening the database reads everything again when it returns', async () => {
  const { store, hide, show } = await openPage();
  hide();
  show();
  hide();
  await turns(50, true);
  const told: string[][] = [];
  store.subscribe((changed) => told.push([...changed]));
  show();
  await vi.waitFor(() => expect(told).toEqual([[...TABLE_NAMES]]));
});

/** This many turns of the event loop, as tasks or microtasks. */
async function turns(count: number, isTask: boolean): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    await (isTask ? new Promise<void>((resolve) => setImmediate(resolve)) : Promise.resolve());
  }
}

test.each([
  ['', false, false],
  ['', true, false],
  [', though the browser breaks the connection', false, true],
  [', though the browser breaks the connection', true, true],
] as const)('a write under way when it leaves is kept%s (tasks: %s)', async (_, isTask, isBroken) => {
  for (let count = 0; count <= 24; count++) {
    const factory = new IDBFactory();
    const { store, hide, connections } = await openPage(factory);
    const writing = addRecord(store, RECORD, 1);
    const reading = ids(store);
    await turns(count, isTask);
    hide();
    if (isBroken) for (const connection of connections) forceCloseDatabase(connection as never);
    await writing;
    expect(await reading).toBeInstanceOf(Array);
    expect(store.durability()).toBe('kept');
    store.close();
    expect(await ids(await openStore(factory)), `after ${count} turns`).toEqual(['r1']);
  }
});

test('two queries that lose the connection together open one, and leave none behind', async () => {
  const factory = new IDBFactory();
  const opened = new Set<object>();
  let failures = 2;
  const open = async () => {
    const options = { userId: 7, indexedDB: factory, keyRange: IDBKeyRange, channel: null };
    const store = await openDexieStore(options);
    opened.add(store);
    const lost = Object.assign(new Error('lost'), { name: 'DatabaseClosedError' });
    const write: Store['write'] = async (tables, work) => {
      if (failures-- > 0) throw lost;
      return store.write(tables, work);
    };
    return {
      ...store,
      write,
      close() {
        opened.delete(store);
        store.close();
      },
    };
  };
  const store = await openResilientStore({ open, clock: systemClock, log: () => {} });
  await Promise.all([addRecord(store, RECORD, 1), addRecord(store, { ...RECORD, id: 'r2' }, 2)]);
  expect((await ids(store)).toSorted()).toEqual(['r1', 'r2']);
  store.release();
  await Promise.resolve();
  expect(opened.size).toBe(0);
});

test('a store in memory stays as it is', async () => {
  const page = new EventTarget();
  const store = await openStore(null);
  releaseWithPage(store, page);
  await addRecord(store, RECORD, 1);
  page.dispatchEvent(new Event('pagehide'));
  page.dispatchEvent(new Event('pageshow'));
  expect(await ids(store)).toEqual(['r1']);
});
