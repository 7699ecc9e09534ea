/** Findings of an audit: the first of each kind with a count, and the guards of the schema. */
import { expect, test } from 'vitest';
import { type Finding, mergedFindings, startFindings } from '#api/ledger/findings.ts';
import { checkSchema } from '#api/ledger/schema-check.ts';
import { ledgerTables } from '#api/ledger/tables.ts';
import { sharedMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';

const finding = (kind: Finding['kind'], userId: number, count: number): Finding => ({
  kind,
  userId,
  seq: null,
  detail: `of ${userId}`,
  count,
});

test('the first of each kind is kept with a count, in the order of the first', () => {
  const findings = startFindings();
  findings.add('chain', 1, 4, 'first');
  findings.add('schema', null, null, 'another');
  findings.add('chain', 2, 5, 'second');
  expect(findings.list()).toEqual([
    { kind: 'chain', userId: 1, seq: 4, detail: 'first', count: 2 },
    { kind: 'schema', userId: null, seq: null, detail: 'another', count: 1 },
  ]);
});

test('merging two lists keeps the first of the earlier list and adds the counts', () => {
  const earlier = [finding('chain', 1, 2), finding('award', 1, 1)];
  const later = [finding('schema', 7, 5), finding('chain', 8, 3)];
  expect(mergedFindings(earlier, later)).toEqual([
    finding('chain', 1, 5),
    finding('award', 1, 1),
    finding('schema', 7, 5),
  ]);
  expect(mergedFindings([], later)).toEqual(later);
  expect(mergedFindings(earlier, [])).toEqual(earlier);
});

function fresh() {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, sharedMigrations, 0);
  const faults = () => {
    const findings = startFindings();
    checkSchema(sql, findings);
    return findings.list();
  };
  return { sql, faults };
}

test('every missing table, index and trigger of the ledger is found and named', () => {
  const { sql: model, faults } = fresh();
  expect(faults()).toEqual([]);
  const statements = ledgerTables.migrations.flatMap((migration) => migration.statements);
  const parts = model
    .all<{ type: string; name: string; text: string }>(
      "SELECT type, name, sql AS text FROM sqlite_master WHERE sql IS NOT NULL AND type <> 'table'",
    )
    .filter(({ text }) => statements.includes(text));
  expect(parts.length).toBeGreaterThan(8);
  for (const { type, name, text } of parts) {
    const { sql, faults: left } = fresh();
    sql.run(`DROP ${type} ${name}`);
    const [fault] = left();
    expect(left(), name).toHaveLength(1);
    expect(fault).toMatchObject({ kind: 'schema', userId: null, seq: null, count: 1 });
    expect(fault?.detail).toContain(text.replace(/\s+/g, ' ').slice(0, 60));
    expect(fault?.detail).not.toMatch(/\n/);
  }
});

test('foreign tables, views and indexes are no finding; a trigger on any of them is', () => {
  const { sql, faults } = fresh();
  sql.run('CREATE TABLE notes (text TEXT) STRICT');
  sql.run('CREATE INDEX notes_by_text ON notes (text)');
  sql.run('CREATE VIEW rich AS SELECT * FROM accounts WHERE total > 9');
  expect(faults()).toEqual([]);
  sql.run('CREATE TRIGGER silent BEFORE INSERT ON notes BEGIN SELECT RAISE(IGNORE); END');
  expect(faults()).toMatchObject([{ kind: 'schema', count: 1, detail: expect.stringContaining('silent') }]);
});

test('a missing guard and an added one have their own short line', () => {
  const { sql, faults } = fresh();
  const guard = sql.get<{ text: string }>(
    "SELECT sql AS text FROM sqlite_master WHERE name = 'events_never_replaced'",
  );
  sql.run('DROP TRIGGER events_never_replaced');
  const [gone] = faults();
  sql.run(guard?.text ?? '');
  sql.run((guard?.text ?? '').replace('events_never_replaced', 'a_copy'));
  const [added] = faults();
  const words = [gone, added].map((fault) => /^(\w.*): CREATE TRIGGER /.exec(fault?.detail ?? '')?.[1]);
  expect(words).toEqual([expect.any(String), expect.any(String)]);
  expect(words[0]).not.toBe(words[1]);
  for (const fault of [gone, added]) expect(fault?.detail.length).toBeLessThan(120);
});
