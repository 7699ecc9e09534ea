/** The SQLite port on better-sqlite3: one file, WAL, every commit is on the disk before it is answered. */
import Database from 'better-sqlite3';
import { type FileGuard, guardFile } from './file-guard.ts';
import {
  type Sql,
  type SqlValue,
  StorageBusyError,
  StorageFullError,
  StorageGoneError,
  type Synchronous,
} from './port.ts';

export interface NodeSqlite extends Sql {
  readonly path: string;
  /** Runs `PRAGMA <text>` and returns its first value. */
  pragma(text: string): unknown;
  /**
   * Writes a consistent copy of the database to a new `file`, while other connections read and write. The copy is built from
   * the rows (`VACUUM INTO`): a copy of the pages would keep bytes of deleted rows.
   */
  backup(file: string): void;
  /** Moves commits from the write-ahead log into the database, but for those that a reader still needs there. Never waits. */
  checkpoint(): void;
  /** Pages of the write-ahead log that are not in the database yet. */
  unmoved(): number;
  /**
   * Moves everything from the write-ahead log into the database and empties the log. Never waits.
   * @returns false if another connection still reads an older state, so the log stays.
   */
  truncateLog(): boolean;
  /**
   * Rebuilds the whole file, so that no byte of a deleted row is left. Needs twice the file's size of free space while
   * it runs. Gives back the memory that took.
   */
  vacuum(): void;
  /**
   * Whether the file was deleted or replaced since it was opened; null while its path still names it, or for a database
   * in memory.
   */
  fileFault(): ReturnType<FileGuard['fault']>;
  /** The first error that showed damaged pages; null if there was none. */
  damage(): string | null;
  close(): void;
}

export interface OpenOptions {
  readonly readonly?: boolean;
  /** Fails if the file does not exist instead of creating it. */
  readonly mustExist?: boolean;
  /** How long a statement waits for another process, milliseconds. */
  readonly busyTimeoutMs?: number;
  /**
   * Reads pages from the system's cache instead of copying each. Each page that was read counts as memory of the process until
   * the connection closes, and a read error of the disk ends the process (SIGBUS).
   */
  readonly mapped?: boolean;
  /** Watches the file; by default by its device and inode. */
  readonly guard?: FileGuard;
}

/** Opens or creates the database at `path` (`:memory:` for one without a file). Throws if it cannot be read. */
export function openBetterSqlite3(path: string, options: OpenOptions = {}): NodeSqlite {
  const database = new Database(path, {
    readonly: options.readonly ?? false,
    fileMustExist: options.mustExist ?? false,
    timeout: options.busyTimeoutMs ?? BUSY_TIMEOUT_MS,
  });
  return sqliteOn(database, path, options);
}

/** The same on a connection that is already open, such as one to a copy in memory. */
export function sqliteOn(database: Database.Database, path: string, options: OpenOptions = {}): NodeSqlite {
  const busyTimeoutMs = options.busyTimeoutMs ?? BUSY_TIMEOUT_MS;
  if (options.readonly !== true) database.pragma('journal_mode = WAL');
  database.pragma('secure_delete = ON');
  database.pragma(SYNCHRONOUS);
  database.pragma('foreign_keys = ON');
  database.pragma(`cache_size = -${CACHE_KIB}`);
  if (options.mapped === true) database.pragma(`mmap_size = ${MAPPED_BYTES}`);

  const isFile = path !== '' && path !== ':memory:';
  const guard = options.guard ?? (isFile ? guardFile(path) : null);
  const fileFault = () => guard?.fault() ?? null;
  let damage: string | null = null;

  const dataVersion = database.prepare('PRAGMA data_version').pluck();
  const statements = new Map<string, Database.Statement<SqlValue[]>>();
  let depth = 0;
  /** Set once the outermost transaction is lost; every further statement in it throws this error. */
  let lost: Error | null = null;

  function prepared(text: string): Database.Statement<SqlValue[]> {
    if (lost !== null) throw lost;
    let statement = statements.get(text);
    if (statement === undefined) {
      statement = database.prepare<SqlValue[]>(text);
      statements.set(text, statement);
    }
    return statement;
  }

  function failed(error: unknown): unknown {
    const known = recognised(error);
    if (damage === null && error instanceof Database.SqliteError && DAMAGE.test(error.code)) {
      damage = error.message;
    }
    if (depth > 0 && lost === null && (known instanceof StorageFullError || !database.inTransaction)) {
      lost = known instanceof Error ? known : new Error(String(known));
    }
    return known;
  }

  function guarded<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      throw failed(error);
    }
  }

  function refuseWhereGone(): void {
    const fault = fileFault();
    if (fault !== null) throw new StorageGoneError(`The database file at ${path} is ${fault}`);
  }

  function outermost<T>(begin: string, work: () => T): T {
    guarded(() => prepared(begin).run());
    depth = 1;
    try {
      const value = work();
      if (lost !== null) throw lost;
      if (begin === WRITE) refuseWhereGone();
      guarded(() => prepared('COMMIT').run());
      // Check again: if the file disappeared in between, the commit must not be acknowledged.
      if (begin === WRITE) refuseWhereGone();
      return value;
    } catch (error) {
      if (database.inTransaction) database.exec('ROLLBACK');
      throw lost ?? error;
    } finally {
      depth = 0;
      lost = null;
    }
  }

  function nested<T>(work: () => T): T {
    const name = `level_${depth}`;
    guarded(() => prepared(`SAVEPOINT ${name}`).run());
    depth += 1;
    try {
      const value = work();
      guarded(() => prepared(`RELEASE ${name}`).run());
      return value;
    } catch (error) {
      if (lost !== null) throw lost;
      prepared(`ROLLBACK TO ${name}`).run();
      prepared(`RELEASE ${name}`).run();
      throw error;
    } finally {
      depth -= 1;
    }
  }

  return {
    path,
    run(text, ...values) {
      try {
        const statement = prepared(text);
        // A transaction checks the file itself, once for all its writes.
        if (depth > 0 || statement.readonly) return statement.run(...values);
        refuseWhereGone();
        const done = statement.run(...values);
        refuseWhereGone();
        return done;
      } catch (error) {
        throw failed(error);
      }
    },
    get<T extends object>(text: string, ...values: readonly SqlValue[]): T | undefined {
      try {
        return prepared(text).get(...values) as T | undefined;
      } catch (error) {
        throw failed(error);
      }
    },
    all<T extends object>(text: string, ...values: readonly SqlValue[]): T[] {
      try {
        return prepared(text).all(...values) as T[];
      } catch (error) {
        throw failed(error);
      }
    },
    iterate<T extends object>(text: string, ...values: readonly SqlValue[]): IterableIterator<T> {
      return guarded(() => prepared(text).iterate(...values) as IterableIterator<T>);
    },
    transaction<T>(work: () => Synchronous<T>): T {
      return depth === 0 ? outermost<T>(WRITE, work) : nested<T>(work);
    },
    unsynced<T>(work: () => Synchronous<T>): T {
      if (depth > 0) return nested<T>(work);
      database.pragma('synchronous = NORMAL');
      try {
        return outermost<T>(WRITE, work);
      } finally {
        database.pragma(SYNCHRONOUS);
      }
    },
    snapshot<T>(work: () => Synchronous<T>): T {
      if (depth > 0) throw new Error('A snapshot cannot be taken inside a transaction');
      return outermost<T>('BEGIN', work);
    },
    // By `secure_delete`, which every connection sets.
    overwritesDeleted: true,
    scrub: (drop) => drop(),
    foreignVersion: () => guarded(() => dataVersion.get() as number),
    fileFault,
    damage: () => damage,
    pragma: (text) => database.pragma(text, { simple: true }),
    backup: (file) => guarded(() => void database.prepare('VACUUM INTO ?').run(file)),
    checkpoint: () => guarded(() => void database.pragma('wal_checkpoint(PASSIVE)')),
    unmoved() {
      const [found] = guarded(() => database.pragma('wal_checkpoint(NOOP)')) as [WalState];
      return found.log - found.checkpointed;
    },
    truncateLog() {
      database.pragma('busy_timeout = 0');
      try {
        return guarded(() => database.pragma('wal_checkpoint(TRUNCATE)', { simple: true })) === 0;
      } catch (error) {
        if (error instanceof StorageBusyError) return false;
        throw error;
      } finally {
        database.pragma(`busy_timeout = ${busyTimeoutMs}`);
      }
    },
    vacuum: () => guarded(() => void database.exec('VACUUM; PRAGMA shrink_memory')),
    close() {
      database.close();
    },
  };
}

/** Pages, see `PRAGMA wal_checkpoint`. */
interface WalState {
  readonly log: number;
  readonly checkpointed: number;
}

const BUSY_TIMEOUT_MS = 5000;

/** Half of the library's default: as fast with 100,000 users, as the system keeps the other pages. */
const CACHE_KIB = 8_000;

/** SQLite's maximum, 2 GB; pages beyond that are read as usual. */
const MAPPED_BYTES = 0x7fff0000;

const WRITE = 'BEGIN IMMEDIATE';

/** A commit waits for the disk. */
const SYNCHRONOUS = 'synchronous = FULL';

// A failed read or write may be temporary, or concern only a temporary file. If it persists, the probe itself fails.
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB)/;

const FULL = new Set(['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE']);

function recognised(error: unknown): unknown {
  if (!(error instanceof Database.SqliteError)) return error;
  if (FULL.has(error.code)) return new StorageFullError(error.message, { cause: error });
  if (error.code.startsWith('SQLITE_BUSY')) return new StorageBusyError(error.message, { cause: error });
  return error;
}
