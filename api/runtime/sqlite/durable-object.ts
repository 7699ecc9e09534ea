/** The SQLite port on the storage of a Durable Object. */
import { type Sql, type SqlValue, StorageFullError, type Synchronous } from './port.ts';

/** The part of `DurableObjectState.storage` that this adapter uses. */
export interface ObjectStorage {
  readonly sql: {
    exec(
      text: string,
      ...values: unknown[]
    ): Iterable<Record<string, unknown>> & { readonly rowsRead: number; readonly rowsWritten: number };
    readonly databaseSize: number;
  };
  transactionSync<T>(work: () => T): T;
}

/** Rows as the platform bills them, including those of indexes. */
export interface Meter {
  rowsRead: number;
  rowsWritten: number;
}

/**
 * A Durable Object is one thread with one connection: there are no other writers, and an answer leaves only after its
 * commit is confirmed.
 */
export function durableObjectSql(storage: ObjectStorage, meter?: Meter): Sql {
  let depth = 0;
  let lost: StorageFullError | null = null;

  function rows(text: string, values: readonly SqlValue[]): Record<string, unknown>[] {
    if (lost !== null) throw lost;
    try {
      const found: Record<string, unknown>[] = [];
      const cursor = storage.sql.exec(text, ...values);
      for (const row of cursor) found.push(withBytes(row));
      if (meter !== undefined) {
        meter.rowsRead += cursor.rowsRead;
        meter.rowsWritten += cursor.rowsWritten;
      }
      return found;
    } catch (error) {
      const known = recognised(error);
      if (depth > 0 && known instanceof StorageFullError) lost = known;
      throw known;
    }
  }

  function transaction<T>(work: () => Synchronous<T>): T {
    depth += 1;
    try {
      return storage.transactionSync<T>(() => {
        const value = work();
        if (lost !== null) throw lost;
        return value;
      });
    } catch (error) {
      throw lost ?? recognised(error);
    } finally {
      depth -= 1;
      if (depth === 0) lost = null;
    }
  }

  return {
    run(text, ...values) {
      rows(text, values);
      const [row] = rows('SELECT changes() AS changes', []);
      return { changes: Number(row?.['changes'] ?? 0) };
    },
    get<T extends object>(text: string, ...values: readonly SqlValue[]): T | undefined {
      return rows(text, values)[0] as T | undefined;
    },
    all<T extends object>(text: string, ...values: readonly SqlValue[]): T[] {
      return rows(text, values) as T[];
    },
    iterate<T extends object>(text: string, ...values: readonly SqlValue[]): IterableIterator<T> {
      // A cursor is valid only within one turn of the event loop here, so read all rows at once.
      return (rows(text, values) as T[]).values();
    },
    transaction,
    // An object never waits for the disk: the platform holds answers back until it has.
    unsynced: transaction,
    snapshot<T>(work: () => Synchronous<T>): T {
      if (depth > 0) throw new Error('A snapshot cannot be taken inside a transaction');
      return work();
    },
    overwritesDeleted: false,
    scrub(drop) {
      // Free pages do not count towards `databaseSize`.
      const before = storage.sql.databaseSize;
      drop();
      overwriteFreePages(storage, before - storage.sql.databaseSize);
    },
    foreignVersion: () => 0,
  };
}

/**
 * The platform refuses `PRAGMA secure_delete` and `VACUUM`, so rows of zeros fill the free pages and are dropped again. Two of
 * these rows fill a leaf of 4096 bytes to its last byte, and the rest of each fills three whole overflow pages (see "Cell
 * Payload Overflow Pages" in the SQLite file format): row ids from 128 on take two bytes, as do lengths below 16384.
 */
const FILLER = { firstId: 128, bytes: 14_305, pages: 3.5 } as const;
/** Covers pages that were already free, bytes. */
const SLACK = 512 * 1024;

function overwriteFreePages({ sql }: ObjectStorage, bytes: number): void {
  const rows = Math.ceil((bytes + SLACK) / 4096 / FILLER.pages);
  sql.exec('CREATE TABLE filler (id INTEGER PRIMARY KEY, zeros BLOB NOT NULL)');
  for (let row = 0; row < rows; row += 1) {
    sql.exec('INSERT INTO filler (id, zeros) VALUES (?, zeroblob(?))', FILLER.firstId + row, FILLER.bytes);
  }
  sql.exec('DROP TABLE filler');
}

function withBytes(row: Record<string, unknown>): Record<string, unknown> {
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof ArrayBuffer) row[name] = new Uint8Array(value);
  }
  return row;
}

function recognised(error: unknown): unknown {
  if (error instanceof Error && /SQLITE_FULL|database or disk is full/.test(error.message)) {
    return new StorageFullError(error.message, { cause: error });
  }
  return error;
}
