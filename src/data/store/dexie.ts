/** The store in IndexedDB: one database per user. Durable means on the disk, not in a cache that a power cut takes. */
import { type Collection, Dexie, type Table } from 'dexie';
import type { Channel } from '#platform/storage.ts';
import type { Key, Listing, Reading, Store, Writing } from './port.ts';
import { SCHEMA, STORE_VERSION, TABLE_NAMES, type TableName, type TableRows } from './rows.ts';

export interface DexieOptions {
  readonly userId: number;
  readonly indexedDB: IDBFactory;
  readonly keyRange: typeof IDBKeyRange;
  /** To and from the user's other tabs. */
  readonly channel: Channel | null;
}

export interface DexieStore extends Store {
  /** The database was written by newer code: only read it. */
  readonly isNewer: boolean;
}

export function databaseName(userId: number): string {
  return `irich-${userId}`;
}

/** Opens (and where needed makes) the user's database. Rejects as the browser does: see `storageFaultOf`. */
export async function openDexieStore(options: DexieOptions): Promise<DexieStore> {
  const { userId, indexedDB, keyRange, channel } = options;
  const db = new Dexie(databaseName(userId), {
    indexedDB,
    IDBKeyRange: keyRange,
    chromeTransactionDurability: 'strict',
  });
  db.version(STORE_VERSION).stores(
    Object.fromEntries(
      TABLE_NAMES.map((name) => [name, [SCHEMA[name].key, ...SCHEMA[name].indexes].join(', ')]),
    ),
  );
  // Newer code in another tab waits for this one to let go; the next question opens the database again.
  db.on('versionchange', () => db.close({ disableAutoOpen: false }));
  await db.open();
  const isNewer = Math.floor(db.backendDB().version / 10) > STORE_VERSION;

  const listeners = new Set<(changed: ReadonlySet<TableName>) => void>();
  const tell = (changed: ReadonlySet<TableName>) => {
    for (const listener of [...listeners]) listener(changed);
  };
  channel?.onMessage((message) => {
    if (Array.isArray(message)) tell(new Set(message.filter(isTableName)));
  });

  return {
    isNewer,
    durability: () => (isNewer ? 'read_only' : 'kept'),
    read: (tables, work) => db.transaction('r', [...tables], () => work(readingOf(db))),
    async write(tables, work) {
      const changed = new Set<TableName>();
      const result = await db.transaction('rw', [...tables], () => {
        changed.clear();
        return work(writingOf(db, changed));
      });
      if (changed.size > 0) {
        tell(changed);
        channel?.post([...changed]);
      }
      return result;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      listeners.clear();
      db.close();
    },
  };
}

function isTableName(name: unknown): name is TableName {
  return (TABLE_NAMES as readonly unknown[]).includes(name);
}

function tableOf<Name extends TableName>(db: Dexie, name: Name): Table<TableRows[Name], Key> {
  return db.table<TableRows[Name], Key>(name);
}

function readingOf(db: Dexie): Reading {
  return {
    get: (table, key) => tableOf(db, table).get(key),
    getMany: (table, keys) => tableOf(db, table).bulkGet([...keys]),
    list: (table, listing) => collectionOf(tableOf(db, table), SCHEMA[table].key, listing).toArray(),
    count: (table) => tableOf(db, table).count(),
  };
}

function writingOf(db: Dexie, changed: Set<TableName>): Writing {
  return {
    ...readingOf(db),
    async put(table, rows) {
      changed.add(table);
      await tableOf(db, table).bulkPut([...rows]);
    },
    async remove(table, keys) {
      changed.add(table);
      await tableOf(db, table).bulkDelete([...keys]);
    },
    async removeFrom(table, from) {
      changed.add(table);
      await tableOf(db, table).where(SCHEMA[table].key).aboveOrEqual(from).delete();
    },
    async clear(table) {
      changed.add(table);
      await tableOf(db, table).clear();
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
