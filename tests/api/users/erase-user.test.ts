/** A deletion in a database of one user leaves its shape as it was. */
import { expect, test } from 'vitest';
import { ownDatabaseMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { eraseUser } from '#api/users/erase-user.ts';

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
