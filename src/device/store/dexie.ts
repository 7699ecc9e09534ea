/**
 * The store in IndexedDB: one database per user. Durable means written to the disk, not to a cache that a power cut
 * loses.
 */
import { type Collection, Dexie, type Table, type Transaction } from 'dexie';
import type { Channel } from '#platform/storage.ts';
import { openMemoryStore } from './memory.ts';
import type { Key, Listing, Reading, Store, Writing } from './port.ts';
import { SCHEMA, STORE_VERSION, TABLE_NAMES, type TableName, type TableRows } from './rows.ts';

export interface DexieOptions {
  readonly userId: number;
  readonly indexedDB: IDBFactory;
  readonly keyRange: typeof IDBKeyRange;
  /** To and from the user's other tabs. Only the most recently subscribed connection listens. */
  readonly channel: Channel | null;
}

export interface DexieStore extends Store {
  /** Newer code wrote the database: only read it. */
  readonly isNewer: boolean;
}

export function databaseName(userId: number): string {
  return `irich-${userId}`;
}

/** Opens (and creates if needed) the user's database. Rejects with the browser's error: see `storageFaultOf`. */
export async function openDexieStore(options: DexieOptions): Promise<DexieStore> {
  const { userId, indexedDB, keyRange, channel } = options;
  const name = databaseName(userId);
  const isNewer = (await versionOf(indexedDB, name)) >= (STORE_VERSION + 1) * NATIVE_STEPS;
  const db = new Dexie(name, {
    indexedDB,
    IDBKeyRange: keyRange,
    chromeTransactionDurability: 'strict',
    // Before reopening, the code must check whether a newer version has upgraded the database.
    autoOpen: false,
  });
  if (!isNewer) db.version(STORE_VERSION).stores(schemaText());
  // Newer code in another tab waits until this one closes.
  db.on('versionchange', () => {
    db.close();
    return false;
  });
  await db.open();

  const listeners = new Set<(changed: ReadonlySet<TableName>) => void>();
  const tell = (changed: ReadonlySet<TableName>) => {
    for (const listener of [...listeners]) listener(changed);
  };
  const hear = (message: unknown) => {
    if (Array.isArray(message)) tell(new Set(message.filter(isTableName)));
  };

  return {
    isNewer,
    durability: () => (isNewer ? 'read_only' : 'kept'),
    read: (tables, work) => {
      // Newer code may have removed a table: treat it as empty.
      const known = tables.filter((table) => db.tables.some(({ name }) => name === table));
      if (known.length === 0) return openMemoryStore().read(tables, work);
      return db.transaction('r', known, (transaction) => work(readingOf(transaction)));
    },
    async write(tables, work) {
      const changed = new Set<TableName>();
      const result = await db.transaction('rw', [...tables], (transaction) => {
        changed.clear();
        return work(writingOf(transaction, changed));
      });
      if (changed.size > 0) {
        tell(changed);
        channel?.post([...changed]);
      }
      return result;
    },
    subscribe(listener) {
      // The channel has one listener. A connection that opened too late has no subscribers and must not take its place.
      if (listeners.size === 0) channel?.onMessage(hear);
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      listeners.clear();
      db.close();
    },
  };
}

/** Dexie's version 1 is the browser's 10. */
const NATIVE_STEPS = 10;

/**
 * The version of the existing database, 0 if there is none. Opening it with a schema could change a database of newer
 * code.
 */
function versionOf(indexedDB: IDBFactory, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => {
      resolve(0);
      request.transaction?.abort();
    };
    request.onsuccess = () => {
      resolve(request.result.version);
      request.result.close();
    };
    request.onerror = (event) => {
      // Aborted above: there is no database.
      event.preventDefault();
      reject(request.error);
    };
  });
}

function schemaText(): Record<string, string> {
  return Object.fromEntries(
    TABLE_NAMES.map((name) => [name, [SCHEMA[name].key, ...SCHEMA[name].indexes].join(', ')]),
  );
}

function isTableName(name: unknown): name is TableName {
  return (TABLE_NAMES as readonly unknown[]).includes(name);
}

/**
 * A table bound to its transaction. Never use a table of the database: Dexie then infers the transaction from the
 * promise chain, loses it after a few nested awaits, and writes the rest outside of it.
 */
function tableOf<Name extends TableName>(transaction: Transaction, name: Name): Table<TableRows[Name], Key> {
  return transaction.table<TableRows[Name], Key>(name);
}

function readingOf(transaction: Transaction): Reading {
  return {
    get: (table, key) => tableOf(transaction, table).get(key),
    getMany: (table, keys) => tableOf(transaction, table).bulkGet([...keys]),
    list: (table, listing) => collectionOf(tableOf(transaction, table), SCHEMA[table].key, listing).toArray(),
    count: (table) => tableOf(transaction, table).count(),
  };
}

function writingOf(transaction: Transaction, changed: Set<TableName>): Writing {
  return {
    ...readingOf(transaction),
    async put(table, rows) {
      changed.add(table);
      await tableOf(transaction, table).bulkPut([...rows]);
    },
    async remove(table, keys) {
      changed.add(table);
      await tableOf(transaction, table).bulkDelete([...keys]);
    },
    async removeFrom(table, from) {
      changed.add(table);
      await tableOf(transaction, table).where(SCHEMA[table].key).aboveOrEqual(from).delete();
    },
    async clear(table) {
      changed.add(table);
      await tableOf(transaction, table).clear();
    },
  };
}

function collectionOf<Row>(
  table: Table<Row, Key>,
  primaryKey: string,
  { index = primaryKey, from, to, reverse, where, limit }: Listing<Row>,
): Collection<Row, Key> {
  const column = table.where(index);
  let collection =
    from !== undefined && to !== undefined
      ? column.between(from, to, true, true)
      : from !== undefined
        ? column.aboveOrEqual(from)
        : to !== undefined
          ? column.belowOrEqual(to)
          : table.orderBy(index);
  if (reverse === true) collection = collection.reverse();
  if (where !== undefined) collection = collection.filter(where);
  return limit === undefined ? collection : collection.limit(limit);
}
