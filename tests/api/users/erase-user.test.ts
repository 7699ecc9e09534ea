/** Every table of both deployments is either erased with a user or has a reason to stay. */
import { expect, test } from 'vitest';
import { migrations, ownDatabaseMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { type Migration, migrate } from '#api/runtime/sqlite/migrations.ts';
import { ERASED, eraseUser, KEPT } from '#api/users/erase-user.ts';

function tablesOf(list: readonly Migration[]): string[] {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, list, 0);
  return sql
    .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map(({ name }) => name);
}

test('every table is named once', () => {
  const there = new Set([...tablesOf(migrations), ...tablesOf(ownDatabaseMigrations)]);
  expect([...ERASED, ...Object.keys(KEPT)].toSorted()).toEqual([...there].toSorted());
});

test('a database of one user has the same tables and indexes afterwards', () => {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, ownDatabaseMigrations, 0);
  const shape = () => sql.all('SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name');
  const before = shape();
  sql.run('INSERT INTO told VALUES (1, 5, \'{"username":"ada"}\', 6, 7, 8)');
  sql.transaction(() => eraseUser(sql, 42));
  expect(shape()).toEqual(before);
  expect(sql.all('SELECT * FROM told')).toEqual([
    { only: 1, number: 5, card: '', at: 6, attempts: 7, retry_at: 8 },
  ]);
});
