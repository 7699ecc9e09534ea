/** How much of a ledger a deployment has: everything that moves beside the events counts, to the last row. */
import { beforeEach, expect, test } from 'vitest';
import { sharedMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { transferHeadOf } from '#api/transfer/piece.ts';
import { sha256Hex } from '#tests/support/hashing.ts';
import { ledgerRig, NOON, record, register } from '#tests/support/ledger.ts';

let sql: Sql;
beforeEach(async () => {
  sql = openBetterSqlite3(':memory:');
  const rig = ledgerRig(sql, undefined, sharedMigrations);
  for (const userId of [1, 2]) await rig.execute(userId, register());
  await rig.execute(1, record('a'));
  for (let seq = 1; seq <= 1001; seq += 1) {
    sql.run(
      "INSERT INTO calculations (user_id, seq, revision, shown, inputs) VALUES (1, ?, 1, 1, '{}')",
      seq,
    );
    sql.run(
      "INSERT INTO credits VALUES (1, ?, 9, ?, 'friend_activity', 's', 0, 0, 0, NULL, 0, 0)",
      seq,
      `c${seq}`,
    );
  }
});
const rest = (userId = 1) => transferHeadOf(sql, userId, 1, sha256Hex)?.rest;

test('a stranger has none; a ledger names the requested event if it exists', () => {
  expect(transferHeadOf(sql, 9, 1, sha256Hex)).toBeNull();
  const events = sql.all<{ hash: string }>('SELECT hash FROM events WHERE user_id = 1 ORDER BY seq');
  const [first, last] = events.map(({ hash }) => hash);
  expect(transferHeadOf(sql, 1, 1, sha256Hex)).toMatchObject({ seq: 2, hash: last, hashAt: first });
  expect(transferHeadOf(sql, 1, 2, sha256Hex)).toMatchObject({ hashAt: last });
  expect(transferHeadOf(sql, 1, 3, sha256Hex)).toMatchObject({ hashAt: null });
});

test.each([
  ['the first calculation', "UPDATE calculations SET inputs = '{1}' WHERE seq = 1"],
  ['the last calculation of many', "UPDATE calculations SET inputs = '{1}' WHERE seq = 1001"],
  ['whether a calculation is shown', 'UPDATE calculations SET shown = 0 WHERE seq = 600'],
  [
    'the delivery of the last credit of many',
    `UPDATE credits SET delivered_at = ${NOON} WHERE source_seq = 1001`,
  ],
  ['who the user is', 'INSERT INTO people (user_id, premium, updated_at) VALUES (1, 0, 0)'],
  ['the last visit', 'INSERT INTO last_seen (user_id, at) VALUES (1, 5)'],
  ['a waiting notice', "INSERT INTO notices VALUES (1, 2, 'level_reached', '{}')"],
  ['whether the bot may write', 'INSERT INTO reach VALUES (1, 5, NULL)'],
  ['a reminder', 'INSERT INTO reminders VALUES (1, 5, NULL)'],
  ['an edit', "INSERT INTO edits VALUES (1, 0, 'deposit', '5', 5, 'a', 5)"],
  ['the number of a change', 'INSERT INTO edit_changes VALUES (1, 5)'],
])('it changes with %s', (_, statement) => {
  const before = rest();
  const other = rest(2);
  sql.run(statement);
  expect(rest()).not.toBe(before);
  expect(rest(2)).toBe(other);
});

test('it does not depend on delivery attempts or other users', () => {
  const before = rest();
  sql.run('UPDATE credits SET attempts = 5, retry_at = 9');
  sql.run('INSERT INTO last_seen (user_id, at) VALUES (2, 5)');
  expect(rest()).toBe(before);
});
