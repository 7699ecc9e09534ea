/** Every table of every database stands under a heading of the privacy page, and in a user's personal export, or says why not. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { directoryTables } from '#api/deployments/durable-objects/directory.ts';
import { walletObjectTables } from '#api/deployments/durable-objects/wallet.ts';
import { DATABASES } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Tables } from '#api/runtime/sqlite/tables.ts';
import { LANGUAGE_CODES } from '#core/languages.ts';
import { RETENTION } from '#core/privacy/retention.ts';
import { PRIVACY_SUBJECTS } from '#core/privacy/subjects.ts';

const databases: Readonly<Record<string, readonly Tables[]>> = {
  ...DATABASES,
  directory: [directoryTables],
  wallet: [walletObjectTables],
};
const manifests = Object.values(databases).flat();

describe.each(Object.entries(databases))('the database %s', (_, own) => {
  const sql = openBetterSqlite3(':memory:');
  migrate(
    sql,
    own.flatMap(({ migrations }) => migrations),
    0,
  );
  const columnsOf = (table: string) =>
    sql.all<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => name);

  test('shows or names every column of a table in the personal export', () => {
    for (const { personal } of own) {
      for (const [table, rows] of Object.entries(personal)) {
        if (typeof rows === 'string') {
          expect(rows.length, table).toBeGreaterThan(5);
          continue;
        }
        const { user = 'user_id', shows, hides = {}, json = [], key } = rows;
        const named = [...shows.split(', '), ...Object.keys(hides), ...(user === null ? [] : [user])];
        expect([table, named.toSorted()]).toEqual([table, columnsOf(table).toSorted()]);
        expect(shows.split(', '), table).toEqual(expect.arrayContaining([...json]));
        if (key !== undefined)
          expect(columnsOf(table), table).toEqual(expect.arrayContaining(key.split(', ')));
      }
    }
  });

  test('orders the rows of a user by a unique key, or has one row of a user at most', () => {
    for (const { personal } of own) {
      for (const [table, rows] of Object.entries(personal)) {
        if (typeof rows === 'string') continue;
        const { user = 'user_id', key } = rows;
        const wanted = [...(user === null ? [] : [user]), ...(key?.split(', ') ?? [])];
        const unique = [
          sql
            .all<{ name: string; pk: number }>(`SELECT name, pk FROM pragma_table_info('${table}')`)
            .filter(({ pk }) => pk > 0)
            .map(({ name }) => name),
          ...sql
            .all<{ name: string }>(`SELECT name FROM pragma_index_list('${table}') WHERE "unique" = 1`)
            .map(({ name }) =>
              sql
                .all<{ name: string }>(`SELECT name FROM pragma_index_info('${name}')`)
                .map((column) => column.name),
            ),
        ];
        const isKey = unique.some(
          (columns) => columns.every((name) => wanted.includes(name)) || columns.join() === 'only',
        );
        expect([table, isKey]).toEqual([table, true]);
      }
    }
  });

  test('gives nothing of a table that is not about users, and tells of every other one', () => {
    for (const { personal, privacy } of own) {
      for (const [table, subject] of Object.entries(privacy)) {
        if (subject === null) expect(typeof personal[table], table).toBe('string');
        else expect(PRIVACY_SUBJECTS, table).toContain(subject);
      }
    }
  });

  test('stands under a heading wherever a column names a user', () => {
    const EMPTY = 'of earlier versions, and empty';
    for (const { personal, privacy } of own) {
      for (const [table, subject] of Object.entries(privacy)) {
        const named = columnsOf(table).filter((name) => /user/.test(name));
        if (named.length > 0 && personal[table] !== EMPTY)
          expect([table, subject]).not.toEqual([table, null]);
      }
    }
  });
});

test('a table that several databases have says the same in each', () => {
  const seen = new Map<string, string>();
  for (const { privacy, personal } of manifests) {
    for (const table of Object.keys(privacy)) {
      const says = JSON.stringify([privacy[table], personal[table]]);
      expect([table, seen.get(table) ?? says]).toEqual([table, says]);
      seen.set(table, says);
    }
  }
});

test('no heading is without a table', () => {
  const named = new Set(manifests.flatMap(({ privacy }) => Object.values(privacy)));
  expect(PRIVACY_SUBJECTS.filter((subject) => !named.has(subject))).toEqual([]);
});

describe.each(LANGUAGE_CODES)('the texts in %s', (language) => {
  const texts = JSON.parse(
    readFileSync(new URL(`../../locales/${language}/privacy.json`, import.meta.url), 'utf8'),
  ) as { readonly subject: Record<string, Record<string, string>> };

  test('say of each heading what is kept, why, how long, and how it goes', () => {
    expect(Object.keys(texts.subject).toSorted()).toEqual([...PRIVACY_SUBJECTS].toSorted());
    for (const [subject, said] of Object.entries(texts.subject)) {
      expect([subject, Object.keys(said).toSorted()]).toEqual([
        subject,
        ['erased', 'long', 'title', 'what', 'why'],
      ]);
    }
  });

  test('fill in every figure of how long something is kept, and write none out', () => {
    const all = JSON.stringify(texts);
    const filled = [...all.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '');
    expect([...new Set(filled)].toSorted()).toEqual(['app', ...Object.keys(RETENTION)].toSorted());
    expect(all.match(/\d+/g) ?? []).toEqual([]);
    for (const figure of Object.values(RETENTION)) expect(Number.isSafeInteger(figure)).toBe(true);
  });
});
