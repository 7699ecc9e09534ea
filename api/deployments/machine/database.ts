/** Opens the database file of a server: one server per file, every schema change applied, bytes of deleted rows gone. */
import { chmodSync, existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Config } from '#api/config.ts';
import { giveCreditSecret, noteServerSecret, secretFaultText } from '#api/ledger/credit-secret.ts';
import { migrations, proofMigrations } from '#api/migrations.ts';
import { sha256 } from '#api/runtime/hashing.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { type Migration, migrate, migrationGap, newerText } from '#api/runtime/sqlite/migrations.ts';
import { takeServeLock } from '#api/runtime/sqlite/serve-lock.ts';
import { isVacuumDue, vacuumAtStart } from '#api/vacuum.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { copyBeforeUpdate, removePartialCopies } from './before-update.ts';
import type { Log } from './log-lines.ts';

const { version } = packageJson;

export interface OpenedDatabase {
  readonly sql: NodeSqlite;
  /** Another process keeps the write-ahead log, which may hold bytes of deleted rows. */
  readonly isLogDue: boolean;
  /** Closes the file and lets another server open it. */
  close(): void;
}

/** Why a server must not start, one line each. */
export class StartRefused extends Error {
  readonly faults: readonly string[];
  /** Whether the same start may succeed later: a port or a file may become free. */
  readonly mayPass: boolean;

  constructor(faults: readonly string[], mayPass = false) {
    super(faults.join('\n'));
    this.faults = faults;
    this.mayPass = mayPass;
  }
}

/**
 * How long a commit waits for a command line that writes, milliseconds: those hold the lock for at most 50. No request is
 * answered meanwhile, so behind a longer lock writes get 503 at once.
 */
const BUSY_LIMIT_MS = 1000;

/** Throws `StartRefused`. */
export function openDatabase(
  { databasePath: path, creditSecret, readOnly }: Config,
  log: Log,
): OpenedDatabase {
  const beforeUpdate = (sql: NodeSqlite) => {
    log.say({ message: `keeping a copy of ${path}, as this version changes it`, version });
    log.flush();
    return copyBeforeUpdate({ sql, version, freeBytes: () => freeBytesOf(path) });
  };
  return openServed({ variable: 'DATABASE_PATH', path, known: migrations, log, beforeUpdate }, (sql) => {
    removePartialCopies(path);
    const fault = giveCreditSecret(sql, creditSecret, sha256);
    if (fault !== null) throw new StartRefused([secretFaultText(fault)]);
    noteServerSecret(sql, creditSecret === null ? 'database' : 'environment');
    return !readOnly && removeDeletedBytes(sql, log);
  });
}

/** The log of published totals; null if nothing is published. Throws `StartRefused`. */
export function openProofDatabase(
  { proofSigningKey, proofDatabasePath: path }: Config,
  log: Log,
): OpenedDatabase | null {
  return proofSigningKey === null
    ? null
    : openServed({ variable: 'PROOF_DATABASE_PATH', path, known: proofMigrations, log }, () => false);
}

interface Served {
  /** Names the file in faults. */
  readonly variable: string;
  readonly path: string;
  readonly known: readonly Migration[];
  readonly log: Log;
  /** Runs before the first change by this version; a text refuses the start. The log of published totals is never rolled back. */
  readonly beforeUpdate?: (sql: NodeSqlite) => string | null;
}

function openServed(
  { variable, path, known, log, beforeUpdate = () => null }: Served,
  /** Answers `isLogDue`. */
  prepare: (sql: NodeSqlite) => boolean,
): OpenedDatabase {
  try {
    const lock = takeServeLock(path);
    if (!lock.ok) throw new StartRefused([`${variable}: another server is serving ${path}`], true);
    keepToOwner(path, log);
    const sql = openBetterSqlite3(path, { busyTimeoutMs: BUSY_LIMIT_MS });
    const { missing, unknown } = migrationGap(sql, known);
    const isOlder = missing.length > 0 && missing.length < known.length && unknown.length === 0;
    const fault = isOlder ? beforeUpdate(sql) : null;
    if (fault !== null) throw new StartRefused([`${variable}: ${fault}`]);
    const migrated = migrate(sql, known, Date.now());
    if (!migrated.ok) {
      throw new StartRefused([
        `${variable}: ${path} was changed by a newer version (${newerText(migrated.error)})`,
      ]);
    }
    if (migrated.newer.length > 0) {
      const message = `${variable}: a newer version has changed ${path}; what it added waits for it`;
      log.say({ level: 'warn', message, migrations: migrated.newer });
    }
    return {
      isLogDue: prepare(sql),
      sql,
      close() {
        sql.close();
        lock.release();
      },
    };
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new StartRefused([`${variable}: cannot open ${path}: ${message}${adviceOn(error)}`], true);
  }
}

/** What helps where the system refuses to write. */
function adviceOn(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(SQLITE_(READONLY|CANTOPEN)|EACCES|EPERM|EROFS)/.test(code)
    ? `. The user ${process.getuid?.() ?? 'of this process'} must be able to write it and its folder`
    : '';
}

/** Bytes that are free on the disk of a file. */
export function freeBytesOf(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(resolve(path)));
  return bavail * bsize;
}

/** Earlier versions let every user of this machine read their files. The server starts even where it may not change that. */
function keepToOwner(path: string, log: Log): void {
  for (const file of [path, `${path}-wal`, `${path}-shm`]) {
    try {
      if (existsSync(file)) chmodSync(file, 0o600);
    } catch (cause) {
      log.fault(`${file} cannot be kept to its owner`, cause);
    }
  }
}

/** The process before may have been killed after a deletion and before the log was emptied. */
function removeDeletedBytes(sql: NodeSqlite, log: Log): boolean {
  const isDue = isVacuumDue(sql);
  try {
    vacuumAtStart({ sql, freeBytes: () => freeBytesOf(sql.path), say: (message) => log.say({ message }) });
    return !sql.truncateLog() && isDue;
  } catch (cause) {
    log.fault('the database could not be rebuilt after deletions', cause);
    return isDue;
  }
}
