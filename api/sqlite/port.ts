/**
 * A narrow synchronous SQLite, as both better-sqlite3 and a Durable Object offer it. Nothing above this file knows which
 * of the two it talks to.
 */

export type SqlValue = string | number | null | Uint8Array;

/** `never` where the work is asynchronous: an async function would commit before it has done its work. */
export type Synchronous<T> = T extends PromiseLike<unknown> ? never : T;

export interface Sql {
  /** Runs one statement and says how many rows it changed. Statements are prepared once per text. */
  run(text: string, ...values: readonly SqlValue[]): { readonly changes: number };
  /** The first row, or undefined. The caller vouches for the row's shape. */
  get<T extends object>(text: string, ...values: readonly SqlValue[]): T | undefined;
  all<T extends object>(text: string, ...values: readonly SqlValue[]): T[];
  /** Rows one by one. Nothing else may be asked of the database until it is drained or closed. */
  iterate<T extends object>(text: string, ...values: readonly SqlValue[]): IterableIterator<T>;
  /**
   * Runs `work` in a transaction that holds the write lock from its first statement; inside another transaction, in a
   * savepoint. A throw undoes what `work` did and passes on.
   *
   * Throws `StorageFullError` where the disk or the database is full; nothing of the outermost transaction is kept then,
   * even if `work` catches it: SQLite may have rolled everything back by itself.
   */
  transaction<T>(work: () => Synchronous<T>): T;
  /** Runs `work` with one unchanging view of the database, without the write lock. Not inside `transaction`. */
  snapshot<T>(work: () => Synchronous<T>): T;
  /** Runs `drop`, which drops tables, and overwrites the pages that this frees. Only inside `transaction`. */
  scrub(drop: () => void): void;
  /** Changes whenever somebody else has written to the database; inside a transaction, what it was at its beginning. */
  foreignVersion(): number;
}

/** The disk or the database is full. Later writes succeed as soon as there is room; no restart is needed. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** The database file was deleted or replaced while it was open: what was written is in no named file. */
export class StorageGoneError extends Error {
  override readonly name = 'StorageGoneError';
}

/** Whether an error is of the storage and not of what was asked of it: then nothing of the transaction is kept. */
export function isStorageError(
  error: unknown,
): error is StorageFullError | StorageBusyError | StorageGoneError {
  return (
    error instanceof StorageFullError ||
    error instanceof StorageBusyError ||
    error instanceof StorageGoneError
  );
}

/** Another process held the write lock for longer than the busy timeout. Nothing was written. */
export class StorageBusyError extends Error {
  override readonly name = 'StorageBusyError';
}
