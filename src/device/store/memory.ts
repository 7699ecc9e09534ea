/** The store in memory: used when nothing can be kept, and in the simulation. */
import type { Durability } from '../model.ts';
import type { Key, Listing, Reading, Store, Writing } from './port.ts';
import { SCHEMA, TABLE_NAMES, type TableName, type TableRows } from './rows.ts';

type Rows = Map<Key, TableRows[TableName]>;

/** Outlives the stores opened over it, as a database outlives its connections. */
export interface MemoryDatabase {
  readonly tables: ReadonlyMap<TableName, Rows>;
  readonly listeners: Set<(changed: ReadonlySet<TableName>) => void>;
  /** The current transaction and all queued ones. */
  turn: Promise<unknown>;
}

export function createMemoryDatabase(): MemoryDatabase {
  return {
    tables: new Map(TABLE_NAMES.map((name) => [name, new Map()])),
    listeners: new Set(),
    turn: Promise.resolve(),
  };
}

export function openMemoryStore(
  database: MemoryDatabase = createMemoryDatabase(),
  durability: Durability = 'memory',
): Store {
  const mine = new Set<(changed: ReadonlySet<TableName>) => void>();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = database.turn.then(work);
    database.turn = result.catch(() => undefined);
    return result;
  }

  return {
    durability: () => durability,
    read: (_tables, work) => inTurn(() => work(readingOf(database))),
    write: (_tables, work) =>
      inTurn(async () => {
        const undo: (() => void)[] = [];
        const changed = new Set<TableName>();
        try {
          const result = await work(writingOf(database, undo, changed));
          if (changed.size > 0) for (const listener of [...database.listeners]) listener(changed);
          return result;
        } catch (cause) {
          for (const step of undo.reverse()) step();
          throw cause;
        }
      }),
    subscribe(listener) {
      mine.add(listener);
      database.listeners.add(listener);
      return () => {
        mine.delete(listener);
        database.listeners.delete(listener);
      };
    },
    close() {
      for (const listener of mine) database.listeners.delete(listener);
      mine.clear();
    },
  };
}

/** Copies every row, `step` rows at a time, with plain reads of one store and writes to the other. */
export async function copyStore(from: Store, to: Store, step: number): Promise<void> {
  for (const table of TABLE_NAMES) {
    const rows = await from.read([table], (reading) => reading.list(table, {}));
    for (let i = 0; i < rows.length; i += step) {
      await to.write([table], (writing) => writing.put(table, rows.slice(i, i + step)));
    }
  }
}

function rowsOf(database: MemoryDatabase, table: TableName): Rows {
  const rows = database.tables.get(table);
  if (rows === undefined) throw new Error(`No table ${table}`);
  return rows;
}

function readingOf(database: MemoryDatabase): Reading {
  return {
    async get<Name extends TableName>(table: Name, key: Key) {
      return rowsOf(database, table).get(key) as TableRows[Name] | undefined;
    },
    async getMany<Name extends TableName>(table: Name, keys: readonly Key[]) {
      const rows = rowsOf(database, table);
      return keys.map((key) => rows.get(key) as TableRows[Name] | undefined);
    },
    async list<Name extends TableName>(table: Name, listing: Listing<TableRows[Name]>) {
      return select(
        rowsOf(database, table),
        SCHEMA[table].key,
        listing as Listing<TableRows[TableName]>,
      ) as TableRows[Name][];
    },
    async count(table) {
      return rowsOf(database, table).size;
    },
  };
}

function writingOf(database: MemoryDatabase, undo: (() => void)[], changed: Set<TableName>): Writing {
  function set(table: TableName, key: Key, row: TableRows[TableName] | undefined): void {
    const rows = rowsOf(database, table);
    const before = rows.get(key);
    changed.add(table);
    undo.push(() => apply(rows, key, before));
    apply(rows, key, row);
  }
  return {
    ...readingOf(database),
    async put(table, rows) {
      for (const row of rows) set(table, fieldOf(row, SCHEMA[table].key) as Key, row);
    },
    async remove(table, keys) {
      for (const key of keys) if (rowsOf(database, table).has(key)) set(table, key, undefined);
    },
    async removeFrom(table, from) {
      for (const key of [...rowsOf(database, table).keys()]) {
        if (compare(key, from) >= 0) set(table, key, undefined);
      }
    },
    async clear(table) {
      for (const key of [...rowsOf(database, table).keys()]) set(table, key, undefined);
    },
  };
}

function apply(rows: Rows, key: Key, row: TableRows[TableName] | undefined): void {
  if (row === undefined) rows.delete(key);
  else rows.set(key, row);
}

function select<Row extends object>(
  rows: ReadonlyMap<Key, Row>,
  primaryKey: string,
  { index, from, to, reverse, where, limit }: Listing<Row>,
): Row[] {
  const found: { readonly at: Key; readonly key: Key; readonly row: Row }[] = [];
  for (const [key, row] of rows) {
    const at = index === undefined || index === primaryKey ? key : fieldOf(row, index);
    // As in IndexedDB: a row whose field is not a valid key is not in the index.
    if (typeof at !== 'string' && typeof at !== 'number') continue;
    if (from !== undefined && compare(at, from) < 0) continue;
    if (to !== undefined && compare(at, to) > 0) continue;
    found.push({ at, key, row });
  }
  const sign = reverse === true ? -1 : 1;
  found.sort((a, b) => sign * (compare(a.at, b.at) || compare(a.key, b.key)));
  const chosen: Row[] = [];
  for (const { row } of found) {
    if (limit !== undefined && chosen.length >= limit) break;
    if (where === undefined || where(row)) chosen.push(row);
  }
  return chosen;
}

function fieldOf(row: object, field: string): unknown {
  return (row as Record<string, unknown>)[field];
}

/** The key order of IndexedDB: numbers before texts. */
function compare(a: Key, b: Key): number {
  if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
