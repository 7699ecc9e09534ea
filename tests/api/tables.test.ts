/** Every table of every database is erased with a user or says why not, and moves with a ledger or says why not; and it stands under one heading of the privacy page. */
import { describe, expect, test } from 'vitest';
import { directoryTables } from '#api/deployments/durable-objects/directory.ts';
import { walletObjectTables } from '#api/deployments/durable-objects/wallet.ts';
import { EVENT_COLUMNS } from '#api/ledger/event-rows.ts';
import { EventFields } from '#api/ledger/tables.ts';
import { DATABASES } from '#api/migrations.ts';
import { senderTables } from '#api/notifications/tables.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { defineTables, migrationTables, type Tables } from '#api/runtime/sqlite/tables.ts';
import { Piece } from '#api/transfer/piece.ts';

const databases: Readonly<Record<string, readonly Tables[]>> = {
  ...DATABASES,
  sender: [migrationTables, senderTables],
  directory: [migrationTables, directoryTables],
  wallet: [migrationTables, walletObjectTables],
};

function open(manifests: readonly Tables[]) {
  const sql = openBetterSqlite3(':memory:');
  migrate(
    sql,
    manifests.flatMap(({ migrations }) => migrations),
    0,
  );
  return sql;
}

function tablesOf(manifests: readonly Tables[]): string[] {
  return open(manifests)
    .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .map(({ name }) => name)
    .toSorted();
}

describe.each(Object.entries(databases))('the database %s', (_, manifests) => {
  const columnsOf = (table: string) =>
    open(manifests)
      .all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
      .map(({ name }) => name);

  test.each(['erase', 'transfer', 'privacy', 'personal'] as const)(
    'names each table once in `%s`',
    (fate) => {
      expect(manifests.flatMap((one) => Object.keys(one[fate])).toSorted()).toEqual(tablesOf(manifests));
    },
  );

  test('names the user of each erased row', () => {
    for (const { erase } of manifests) {
      for (const [table, fate] of Object.entries(erase)) {
        if (fate === true)
          expect([table, columnsOf(table)]).toEqual([table, expect.arrayContaining(['user_id'])]);
        else expect(fate.length, table).toBeGreaterThan(5);
      }
    }
  });

  test('moves every column of a row that moves', () => {
    for (const { transfer } of manifests) {
      for (const [table, rows] of Object.entries(transfer)) {
        if (typeof rows === 'string') continue;
        const named =
          rows === EventFields
            ? EVENT_COLUMNS.split(', ').map((column) => column.replace(/ AS .*/, ''))
            : Object.keys(rows.entries);
        expect([table, named.toSorted()]).toEqual([table, columnsOf(table).toSorted()]);
      }
    }
  });
});

test('a piece of a ledger carries each row that moves', () => {
  const moving = DATABASES.user.flatMap(({ transfer }) =>
    Object.values(transfer).filter((rows) => typeof rows !== 'string'),
  );
  const carried = Object.values(Piece.entries).map((field) => {
    const list = 'wrapped' in field ? field.wrapped : field;
    return 'item' in list ? list.item : null;
  });
  expect(moving.filter((rows) => !carried.some((one) => one === rows))).toEqual([]);
  expect(moving).toHaveLength(13);
});

test('an event has a field for every column', () => {
  const fields = EVENT_COLUMNS.split(', ').map((column) => column.replace(/.* AS /, ''));
  expect(Object.keys(EventFields.entries).toSorted()).toEqual(fields.toSorted());
});

test('a table that its subject does not name does not compile', () => {
  // Never called.
  const wrong = () => {
    const migrations = [{ name: 'a-001', statements: ['CREATE TABLE a (x INTEGER) STRICT'] }] as const;
    const rest = { privacy: { a: null }, personal: { a: 'a reason' } } as const;
    // @ts-expect-error nothing says whether `a` is erased
    defineTables({ migrations, ...rest, erase: {}, transfer: { a: 'a reason' } });
    // @ts-expect-error nothing says whether `a` moves
    defineTables({ migrations, ...rest, erase: { a: true }, transfer: {} });
    // @ts-expect-error there is no table `b`
    defineTables({ migrations, ...rest, erase: { a: true, b: true }, transfer: { a: 'a reason' } });
    // @ts-expect-error nothing says what users are told of `a`
    defineTables({ migrations, ...rest, erase: { a: true }, transfer: { a: 'a reason' }, privacy: {} });
    // @ts-expect-error nothing says what users are given of `a`
    defineTables({ migrations, ...rest, erase: { a: true }, transfer: { a: 'a reason' }, personal: {} });
    defineTables({ migrations, ...rest, erase: { a: true }, transfer: { a: 'a reason' } });
  };
  expect(wrong).toBeTypeOf('function');
});
