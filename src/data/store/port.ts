/**
 * The store: eight tables, read and written in transactions. Two adapters, IndexedDB and memory; one conformance suite runs
 * over both. Everything that the device keeps goes through here.
 */
import type { Durability } from '../model.ts';
import type { TableName, TableRows } from './rows.ts';

export type Key = string | number;

/** Rows in the order of the primary key, or of an index; rows without the indexed field are not listed then. */
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
  /** One answer per key, in their order; undefined where there is no such row. */
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
  /** One consistent view. `work` may run again after a lost connection: it must not do anything but read. */
  read<T>(tables: readonly TableName[], work: (reading: Reading) => Promise<T>): Promise<T>;
  /**
   * All of it or nothing, durable when the promise resolves. `work` may run again after a lost connection, also when the
   * first run had been committed: it must lead to the same rows then. It awaits nothing but what `writing` answers.
   */
  write<T>(tables: readonly TableName[], work: (writing: Writing) => Promise<T>): Promise<T>;
  /** Tells which tables changed, here or in another tab; an empty set when only the durability did. */
  subscribe(listener: (changed: ReadonlySet<TableName>) => void): () => void;
  close(): void;
}

/** Many rows in one transaction hang without a word on some iOS devices: whoever writes many goes in steps of this. */
export const ROWS_PER_WRITE = 100;
