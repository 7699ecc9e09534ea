/** A user's database in the browser: what other tabs and newer versions of the app find and leave. */
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { databaseName, openDexieStore } from '#device/store/dexie.ts';
import type { Store } from '#device/store/port.ts';
import { addRecord } from '#device/store/records.ts';
import { TABLE_NAMES, type TableName } from '#device/store/rows.ts';
import type { Channel } from '#platform/storage.ts';

let indexedDB: IDBFactory;
let posted: unknown[];
/** From another tab. */
let receive: (message: unknown) => void;
beforeEach(() => {
  indexedDB = new IDBFactory();
  posted = [];
});

const channel: Channel = {
  post: (message) => posted.push(message),
  onMessage: (listener) => {
    receive = listener;
  },
  close: () => {},
};
const open = () => openDexieStore({ userId: 7, indexedDB, keyRange: IDBKeyRange, channel });
const save = (store: Store, key: string) =>
  store.write(['drafts'], (writing) => writing.put('drafts', [{ key, value: 1 }]));

function toldTo(store: Store): TableName[][] {
  const told: TableName[][] = [];
  store.subscribe((changed) => told.push([...changed].sort()));
  return told;
}

/** Changes the database like a newer version of the app: only the records remain. */
async function upgrade(): Promise<void> {
  const newer = new Dexie(databaseName(7), { indexedDB, IDBKeyRange });
  newer.version(2).stores({ records: 'id, occurredAt, seq, unconfirmed' });
  await newer.open();
  newer.close();
}

describe('between tabs', () => {
  test('a change is announced here and posted, and a write without a change is neither', async () => {
    const store = await open();
    const told = toldTo(store);
    await store.write(['drafts', 'records'], async (writing) => {
      await writing.get('records', 'a');
    });
    expect([told, posted]).toEqual([[], []]);
    await save(store, 'form');
    expect([told, posted]).toEqual([[['drafts']], [['drafts']]]);
  });

  test('a rolled-back change is not posted', async () => {
    const store = await open();
    const failing = store.write(['drafts'], async (writing) => {
      await writing.clear('drafts');
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect(posted).toEqual([]);
  });

  test('a message with tables is announced, without unknown ones; any other message is ignored', async () => {
    const told = toldTo(await open());
    for (const message of [null, 'records', 7, { length: 1 }]) receive(message);
    expect(told).toEqual([]);
    receive(['records', 'tomorrow', 7, 'drafts']);
    expect(told).toEqual([['drafts', 'records']]);
  });

  test('nothing is announced after closing or to an ended listener', async () => {
    const store = await open();
    const [told, ended]: TableName[][][] = [toldTo(store), []];
    store.subscribe((changed) => ended?.push([...changed]))();
    receive(['records']);
    store.close();
    receive(['drafts']);
    expect([told, ended]).toEqual([[['records']], []]);
  });
});

describe('a database of this version', () => {
  test('is kept with its rows', async () => {
    const first = await open();
    expect([first.isNewer, first.durability()]).toEqual([false, 'kept']);
    await save(first, 'form');
    first.close();
    const again = await open();
    expect([again.isNewer, again.durability()]).toEqual([false, 'kept']);
    expect(await again.read(['drafts'], (reading) => reading.count('drafts'))).toBe(1);
  });

  test('has no connection left after closing, so it can be deleted', async () => {
    for (const store of [await open(), await open()]) store.close();
    const isBlocked = await new Promise((resolve, reject) => {
      const request = indexedDB.deleteDatabase(databaseName(7));
      request.onblocked = () => resolve(true);
      request.onsuccess = () => resolve(false);
      request.onerror = () => reject(request.error);
    });
    expect(isBlocked).toBe(false);
  });

  test("that the browser refuses to open fails with the browser's own error", async () => {
    const refused = new DOMException('not in this window', 'SecurityError');
    Object.assign(indexedDB, {
      open: () => {
        const request = { error: refused, onerror: (_: { preventDefault(): void }) => {} };
        queueMicrotask(() => request.onerror({ preventDefault: () => {} }));
        return request;
      },
    });
    await expect(open()).rejects.toBe(refused);
  });
});

describe('a database of newer code', () => {
  test('is read-only: it says so, and a write to a missing table fails', async () => {
    const older = await open();
    await addRecord(older, { id: 'r1', calculationType: 'Staking', inputs: {} }, 1);
    older.close();
    await upgrade();
    const store = await open();
    expect([store.isNewer, store.durability()]).toEqual([true, 'read_only']);
    await expect(save(store, 'form')).rejects.toThrow();
  });

  test('may have dropped tables, which count as empty beside the others', async () => {
    const older = await open();
    await addRecord(older, { id: 'r1', calculationType: 'Staking', inputs: {} }, 1);
    await save(older, 'form');
    older.close();
    await upgrade();
    const store = await open();
    expect(await store.read(['drafts'], (reading) => reading.list('drafts', {}))).toEqual([]);
    expect(
      await store.read(['drafts', 'profile'], (reading) => reading.get('profile', 'profile')),
    ).toBeUndefined();
    expect(await store.read(TABLE_NAMES, (reading) => reading.count('records'))).toBe(1);
  });
});
