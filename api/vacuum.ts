/**
 * Rebuilds the database file of one machine. `secure_delete` overwrites a deleted row in place, but not the copies that earlier
 * page splits left in the unused space of other pages, nor rows deleted before `secure_delete` was on.
 */
import type { NodeSqlite } from './runtime/sqlite/better-sqlite3.ts';
import { type Sql, StorageBusyError } from './runtime/sqlite/port.ts';
import { defineTables } from './runtime/sqlite/tables.ts';

/** The operator rebuilds larger files (`npm run ledger -- vacuum`), so that no start takes long. */
const LARGEST_AT_START = 64 * 1024 * 1024;
/** A rebuild needs twice the file's size on the disk, and this much more must stay free, bytes. */
const MARGIN = 64 * 1024 * 1024;

export const vacuumTables = defineTables({
  migrations: [
    // Rows deleted by earlier versions may still be in the file.
    { name: 'vacuum-001', statements: [], work: requestVacuum },
  ],
  erase: {},
  transfer: {},
  privacy: {},
  personal: {},
});

/** Call inside the transaction that erases a user. */
export function requestVacuum(sql: Sql): void {
  note(sql, 'due');
}

/**
 * The bytes stay until the write-ahead log is emptied too. Throws if another connection uses the database, or there is no room
 * for a copy: the rebuild stays due.
 */
export function vacuum(sql: NodeSqlite): void {
  note(sql, 'tried');
  try {
    sql.vacuum();
  } catch (error) {
    if (error instanceof StorageBusyError) note(sql, 'due');
    throw error;
  }
  // It is due again if a server has erased a user in the meantime.
  sql.run("DELETE FROM meta WHERE name = 'vacuum_due' AND value = 'tried'");
}

export interface StartDeps {
  readonly sql: NodeSqlite;
  /** Free bytes on the disk of the database. */
  readonly freeBytes: () => number;
  /** Writes a line to the log. */
  readonly say: (message: string) => void;
}

/**
 * Rebuilds the file if a deletion made that due. Each deletion causes one attempt: if a start crashed or failed during it, the
 * next start does not repeat it. Throws the errors of `vacuum`.
 */
export function vacuumAtStart({ sql, freeBytes, say }: StartDeps): void {
  if (!isVacuumDue(sql)) return;
  const size = Number(sql.pragma('page_count')) * Number(sql.pragma('page_size'));
  if (size > LARGEST_AT_START || isTried(sql)) {
    say('bytes of deleted rows may be left in the database: run `npm run ledger -- vacuum`');
    return;
  }
  if (freeBytes() < 2 * size + MARGIN) {
    say('bytes of deleted rows may be left in the database: there is no room on its disk to rebuild it');
    return;
  }
  vacuum(sql);
}

export function isVacuumDue(sql: Sql): boolean {
  return sql.get("SELECT 1 AS found FROM meta WHERE name = 'vacuum_due'") !== undefined;
}

function isTried(sql: Sql): boolean {
  return sql.get("SELECT 1 AS found FROM meta WHERE name = 'vacuum_due' AND value = 'tried'") !== undefined;
}

function note(sql: Sql, value: 'due' | 'tried'): void {
  sql.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('vacuum_due', ?)", value);
}
