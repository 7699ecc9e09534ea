/**
 * Rebuilding the file of one machine's database. `secure_delete` overwrites a deleted row where it stands, but not the copies
 * that earlier splits of pages have left in the unused space of other pages, nor what was deleted before `secure_delete` was on.
 */
import type { NodeSqlite } from './sqlite/better-sqlite3.ts';
import type { Migration } from './sqlite/migrations.ts';
import type { Sql } from './sqlite/port.ts';

/** Larger files are rebuilt by the operator (`npm run ledger -- vacuum`), so that no start takes long. */
export const LARGEST_AT_START = 64 * 1024 * 1024;

export const vacuumMigrations: readonly Migration[] = [
  // What earlier versions have deleted is still in the file.
  { name: 'vacuum-001', statements: [], work: requestVacuum },
];

/** To be called in the transaction that erases a user. */
export function requestVacuum(sql: Sql): void {
  sql.run("INSERT INTO meta (name, value) VALUES ('vacuum_due', '1') ON CONFLICT DO NOTHING");
}

/** Throws where another connection uses the database, or there is no room for a copy: it is still due then. */
export function vacuum(sql: NodeSqlite): void {
  sql.vacuum();
  sql.run("DELETE FROM meta WHERE name = 'vacuum_due'");
  sql.truncateLog();
}

export function isVacuumDue(sql: Sql): boolean {
  return sql.get("SELECT 1 AS found FROM meta WHERE name = 'vacuum_due'") !== undefined;
}

export function isSmall(sql: NodeSqlite): boolean {
  return Number(sql.pragma('page_count')) * Number(sql.pragma('page_size')) <= LARGEST_AT_START;
}
