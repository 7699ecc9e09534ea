/** Databases in memory with all tables. The tables are created once in a process, then copied with the pages. */
import Database from 'better-sqlite3';
import { migrations } from '#api/migrations.ts';
import { type NodeSqlite, sqliteOn } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';

let pages: Buffer | null = null;

/** @param now milliseconds, stored with each applied migration. */
export function migratedDatabase(now: number): NodeSqlite {
  pages ??= migratedPages();
  const sql = sqliteOn(new Database(pages), ':memory:');
  sql.run('UPDATE migrations SET applied_at = ?', now);
  return sql;
}

function migratedPages(): Buffer {
  const empty = new Database(':memory:');
  migrate(sqliteOn(empty, ':memory:'), migrations, 0);
  const content = empty.serialize();
  empty.close();
  return content;
}
