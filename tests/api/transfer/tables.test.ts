/** Every table and column that a replay cannot restore is moved, or is listed with a reason. */
import { expect, test } from 'vitest';
import { EVENT_COLUMNS } from '#api/ledger/event-rows.ts';
import { ownDatabaseMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { LEFT, MOVED } from '#api/transfer/tables.ts';

const sql = openBetterSqlite3(':memory:');
migrate(sql, ownDatabaseMigrations, 0);
const tables = sql
  .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
  .map(({ name }) => name);
const columnsOf = (table: string) =>
  sql.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name);

test('every table is either moved or listed as rebuilt', () => {
  expect([...Object.keys(MOVED), ...Object.keys(LEFT)].toSorted()).toEqual(tables.toSorted());
});

test.each(Object.entries(MOVED))('every column of %s is moved', (table, { entries }) => {
  const named =
    table === 'events'
      ? EVENT_COLUMNS.split(', ').map((column) => column.replace(/ AS .*/, ''))
      : Object.keys(entries);
  expect(named.toSorted()).toEqual(columnsOf(table).toSorted());
});

test('an event has a field for every column', () => {
  const fields = EVENT_COLUMNS.split(', ').map((column) => column.replace(/.* AS /, ''));
  expect(Object.keys(MOVED.events.entries).toSorted()).toEqual(fields.toSorted());
});
