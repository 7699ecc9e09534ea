/** The ledger's tables in a database of one user that was made at once: guarded as in any other, with fewer indexes. */
import { beforeEach, expect, test } from 'vitest';
import { startFindings } from '#api/ledger/findings.ts';
import { checkSchema } from '#api/ledger/schema-check.ts';
import { ownDatabase } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { begun, withLateTables } from '#api/runtime/sqlite/late-tables.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';

const INSERT = `INSERT INTO credits
  (source_user, source_seq, target_user, credit_id, cause, source, basis, premium, created_at, delivered_at)
  VALUES (2, ?, 1, ?, 'friend_activity', 's', 5, 0, 1, 7)`;

let sql: Sql;
beforeEach(() => {
  const ways = { ...ownDatabase, fresh: ownDatabase.atOnce };
  sql = withLateTables(openBetterSqlite3(':memory:'), ways, { now: () => 0 });
  migrate(sql, begun(sql, ways), 0);
});

const faults = () => {
  const findings = startFindings();
  checkSchema(sql, findings);
  return findings.list().map(({ detail }) => detail);
};

test('credits can neither be changed, deleted, replaced nor made undelivered', () => {
  sql.run(INSERT, 1, 'a');
  const before = sql.all('SELECT * FROM credits');
  for (const column of Object.keys(before[0] ?? {}).slice(0, 9))
    expect(() => sql.run(`UPDATE credits SET ${column} = ${column} + 9`), column).toThrow(/never changed/);
  expect(() => sql.run('UPDATE credits SET delivered_at = NULL')).toThrow(/stays delivered/);
  expect(() => sql.run('DELETE FROM credits')).toThrow(/never deleted/);
  for (const verb of ['INSERT', 'REPLACE', 'INSERT OR IGNORE'])
    expect(() => sql.run(INSERT.replace('INSERT', verb), 1, 'b'), verb).toThrow(/never replaced/);
  expect(sql.all('SELECT * FROM credits')).toEqual(before);
  sql.run('UPDATE credits SET delivered_at = 8, attempts = 2, retry_at = 3');
});

test('the schema is right with and without tables that come later, and each that is missing is found', () => {
  expect(faults()).toEqual([]);
  sql.run(INSERT, 1, 'a');
  expect(faults()).toEqual([]);
  const guards = sql.all<{ type: string; name: string; text: string }>(
    "SELECT type, name, sql AS text FROM sqlite_master WHERE type = 'trigger' OR name = 'events_by_id'",
  );
  expect(guards).toHaveLength(7);
  for (const { type, name, text } of guards) {
    sql.run(`DROP ${type} ${name}`);
    expect(faults(), name).toEqual([
      expect.stringContaining(`missing or changed: CREATE ${text.split(' ')[1]} `),
    ]);
    sql.run(text);
  }
  sql.run('CREATE TRIGGER silent BEFORE INSERT ON credits BEGIN SELECT RAISE(IGNORE); END');
  expect(faults()).toEqual([expect.stringContaining('a trigger that no migration made')]);
});
