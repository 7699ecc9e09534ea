/**
 * A narrow synchronous SQLite port that both better-sqlite3 and a Durable Object can provide. Callers do not know which of the
 * two they use.
 */

export type SqlValue = string | number | null | Uint8Array;

/** `never` for asynchronous work: an async function would commit before its work is done. */
export type Synchronous<T> = T extends PromiseLike<unknown> ? never : T;

export interface Sql {
  /** Runs one statement and returns the number of changed rows. Statements are prepared once per text. */
  run(text: string, ...values: readonly SqlValue[]): { readonly changes: number };
  /** The first row, or undefined. The caller guarantees the row's shape. */
  get<T extends object>(text: string, ...values: readonly SqlValue[]): T | undefined;
  all<T extends object>(text: string, ...values: readonly SqlValue[]): T[];
  /** Rows one by one. The database must not be used until the iterator is drained or closed. */
  iterate<T extends object>(text: string, ...values: readonly SqlValue[]): IterableIterator<T>;
  /**
   * Runs `work` in a transaction that holds the write lock from its first statement; inside another transaction, in a
   * savepoint. A throw undoes `work` and is passed on.
   *
   * Throws `StorageFullError` if the disk or the database is full. Nothing of the outermost transaction is kept then, even if
   * `work` catches the error, because SQLite may have rolled everything back itself.
   */
  transaction<T>(work: () => Synchronous<T>): T;
  /**
   * The same for work that can be done again, so that a slow disk seldom holds the write lock: a loss of power may undo it,
   * with all that was committed this way since the last `transaction`, which waits for the disk.
   */
  unsynced<T>(work: () => Synchronous<T>): T;
  /** Runs `work` with one unchanging view of the database, without the write lock. Not inside `transaction`. */
  snapshot<T>(work: () => Synchronous<T>): T;
  /** Whether the bytes of a deleted row are overwritten. Where they are not, see `blank`. */
  readonly overwritesDeleted: boolean;
  /** Runs `drop`, which drops tables, and overwrites the pages that this frees. Only inside `transaction`. */
  scrub(drop: () => void): void;
  /** Changes when another connection has written to the database; inside a transaction, the value at its beginning. */
  foreignVersion(): number;
}

/** The disk or the database is full. Later writes succeed as soon as there is room; no restart is needed. */
export class StorageFullError extends Error {
  override readonly name = 'StorageFullError';
}

/** The database file was deleted or replaced while it was open: no named file holds the last writes. */
export class StorageGoneError extends Error {
  override readonly name = 'StorageGoneError';
}

/** Whether the storage failed, not the statement: then nothing of the transaction is kept. */
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
