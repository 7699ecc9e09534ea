/**
 * The store: eight tables, read and written in transactions. It has two adapters, IndexedDB and memory, and one
 * conformance suite runs over both. All kept data goes through here.
 */
import type { Durability } from '../model.ts';
import type { TableName, TableRows } from './rows.ts';

export type Key = string | number;

/** Rows in the order of the primary key, or of an index, which leaves out rows without the indexed field. */
export interface Listing<Row> {
  readonly index?: string;
  /** Inclusive. */
  readonly from?: Key;
  /** Inclusive. */
  readonly to?: Key;
  /** Descending. */
  readonly reverse?: boolean;
  readonly where?: (row: Row) => boolean;
  readonly limit?: number;
}

export interface Reading {
  get<Name extends TableName>(table: Name, key: Key): Promise<TableRows[Name] | undefined>;
  /** One answer per key, in the order of the keys; undefined for a missing row. */
  getMany<Name extends TableName>(
    table: Name,
    keys: readonly Key[],
  ): Promise<(TableRows[Name] | undefined)[]>;
  list<Name extends TableName>(table: Name, listing: Listing<TableRows[Name]>): Promise<TableRows[Name][]>;
  count(table: TableName): Promise<number>;
}

export interface Writing extends Reading {
  /** Adds rows, or replaces those with the same key. */
  put<Name extends TableName>(table: Name, rows: readonly TableRows[Name][]): Promise<void>;
  remove(table: TableName, keys: readonly Key[]): Promise<void>;
  /** Removes every row whose primary key is at least `from`. */
  removeFrom(table: TableName, from: Key): Promise<void>;
  clear(table: TableName): Promise<void>;
}

export interface Store {
  durability(): Durability;
  /** One consistent view. `work` may run again after a lost connection, so it must only read. */
  read<T>(tables: readonly TableName[], work: (reading: Reading) => Promise<T>): Promise<T>;
  /**
   * All or nothing, durable when the promise resolves. `work` may run again after a lost connection, even if the first
   * run was committed: it must then produce the same rows. It may await only results of `writing`.
   */
  write<T>(tables: readonly TableName[], work: (writing: Writing) => Promise<T>): Promise<T>;
  /** Reports which tables changed, here or in another tab; the set is empty if only the durability changed. */
  subscribe(listener: (changed: ReadonlySet<TableName>) => void): () => void;
  close(): void;
}

/** Writing many rows in one transaction hangs silently on some iOS devices: write at most this many at a time. */
export const ROWS_PER_WRITE = 100;
