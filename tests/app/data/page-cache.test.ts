/** A page that is kept aside, or that does not leave after all: it holds no connection, and loses nothing. */
import { forceCloseDatabase, IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import { databaseName, openDexieStore } from '#data/store/dexie.ts';
import { openUserStore } from '#data/store/open-user-store.ts';
import type { Store } from '#data/store/port.ts';
import { addRecord, historyOf } from '#data/store/records.ts';
import { releaseWithPage } from '#data/store/release-with-page.ts';
import { openResilientStore } from '#data/store/resilient.ts';
import { TABLE_NAMES } from '#data/store/rows.ts';
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

/** A page with the user's store, and the connections that it has opened. */
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

test('a page that goes lets go of the database', async () => {
  const { hide, isInTheWay } = await openPage();
  hide();
  await Promise.resolve();
  expect(await isInTheWay()).toBe(false);
});

test('a page that stays has it', async () => {
  const { isInTheWay } = await openPage();
  expect(await isInTheWay()).toBe(true);
});

test('the next use opens it again, also where the page never went', async () => {
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

test('a page that comes back opens it, and reads everything anew', async () => {
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

test('a page that goes while it opens the database reads everything anew when it comes back', async () => {
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

/** So many turns of the event loop, of one kind or the other. */
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
] as const)('what is being written when it goes is kept%s (tasks: %s)', async (_, isTask, isBroken) => {
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

test('two questions that lose the connection together open one, and leave none behind', async () => {
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
