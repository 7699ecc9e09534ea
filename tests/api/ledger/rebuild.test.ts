/** Rebuilding the accounts projection: many ledgers, events of newer code, and concurrent appends. */
import { expect, test, vi } from 'vitest';
import { readAccount } from '#api/ledger/accounts.ts';
import { EVENT_COLUMNS } from '#api/ledger/event-rows.ts';
import { needsRebuild, rebuild } from '#api/ledger/rebuild.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { hashedText } from '#core/points/chain.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { audit } from '#tests/support/audit.ts';
import { hmacHex, sha256Hex } from '../../support/hashing.ts';
import { grow, ledgerRig, record, register } from '../../support/ledger.ts';

// Thousands of events on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const forget = (sql: Sql) => sql.run("UPDATE accounts SET version = 0, state = '{}'");
const rows = (sql: Sql) =>
  sql.all<{ user_id: number; seq: number }>('SELECT * FROM accounts ORDER BY user_id');
const findings = (sql: Sql) => audit({ sql, sha256: sha256Hex, hmac: hmacHex }).findings;

test('events appended after a ledger was folded are in its row', async () => {
  const sql = openBetterSqlite3(':memory:');
  const rig = ledgerRig(sql);
  await grow(rig, 1, 10);
  await grow(rig, 2, 1100);
  forget(sql);
  const steps = rebuild(sql);
  // After the first thousand events, the ledger of user 1 is folded but not written.
  expect(steps.next().value).toMatchObject({ events: 1000, users: 0 });
  // Through another connection, since this one's commits write the row themselves.
  const state = readAccount(sql, 1);
  const last = state?.head ?? { seq: 0, hash: '' };
  const open = { ...newest(sql, 1), seq: last.seq + 1, eventId: 'later' };
  insert(sql, { ...open, hash: sha256Hex(hashedText(last.hash, open)) });
  for (const _ of steps);
  expect(rows(sql).map(({ seq }) => seq)).toEqual([11, 1100]);
  expect(findings(sql)).toEqual([]);
});

test('a ledger with an event of newer code keeps its row, and the others are rebuilt', async () => {
  const sql = openBetterSqlite3(':memory:');
  const rig = ledgerRig(sql);
  for (const userId of [1, 2, 3]) await grow(rig, userId, 5);
  const right = rows(sql);
  const { seq, hash } = newest(sql, 2);
  const newer = {
    ...newest(sql, 2),
    seq: seq + 1,
    eventId: 'newer',
    type: 'Newer.v1',
    award: 0,
    bucket: null,
  };
  insert(sql, { ...newer, hash: sha256Hex(hashedText(hash, newer)) });
  // Code that knows the newer event continues after it.
  const after = { ...newest(sql, 1), userId: 2, seq: seq + 2, eventId: 'after' };
  insert(sql, { ...after, hash: sha256Hex(hashedText(newest(sql, 2).hash, after)) });
  sql.run("UPDATE accounts SET version = 99, state = 'newer' WHERE user_id = 2");
  sql.run('UPDATE accounts SET total = 7 WHERE user_id <> 2');
  const done = [...rebuild(sql)].at(-1);
  expect(done).toMatchObject({ users: 3, skipped: 1, changed: 2 });
  expect(rows(sql)).toEqual(
    right.map((row) => (row.user_id === 2 ? { ...row, version: 99, state: 'newer' } : row)),
  );
});

test('each step writes the ledgers that have ended and removes rows without a user among them', async () => {
  const sql = openBetterSqlite3(':memory:');
  const rig = ledgerRig(sql);
  const users = Array.from({ length: 300 }, (_, index) => (index + 1) * 10);
  await rig.alone((writer) => {
    for (const userId of users) {
      writer.execute(userId, register());
      for (const id of ['a', 'b', 'c']) writer.execute(userId, record(id, rig.clock.at));
    }
    return null;
  });
  const right = rows(sql);
  sql.run('UPDATE accounts SET total = 7 WHERE user_id IN (10, 2490, 2500, 3000)');
  for (const stranger of [-1, 5, 2495, 2505, 9999]) {
    sql.run(
      "INSERT INTO accounts SELECT ?, version, seq, hash, 0, 1, 0, NULL, '{}' FROM accounts LIMIT 1",
      stranger,
    );
    sql.run('INSERT INTO wallets VALUES (?, ?)', `wallet of ${stranger}`, stranger);
  }
  const steps = rebuild(sql);
  // A thousand events are 250 ledgers, and the last one may continue.
  const first = steps.next().value;
  expect(first).toEqual({ events: 1000, users: 249, changed: 2, removed: 3, skipped: 0 });
  expect(sql.all('SELECT user_id AS id FROM wallets ORDER BY user_id')).toEqual([{ id: 2505 }, { id: 9999 }]);
  expect([...steps]).toEqual([{ events: 1200, users: 300, changed: 4, removed: 5, skipped: 0 }]);
  expect(first).toMatchObject({ events: 1000 });
  expect(rows(sql)).toEqual(right);
  expect(sql.all('SELECT 1 FROM wallets')).toEqual([]);
});

test.each([
  ['version', '1'],
  ['seq', '9'],
  ['hash', "'x'"],
  ['total', '9'],
  ['level', '9'],
  ['registered_at', '9'],
  ['credits_to', '9'],
  ['state', "'{}'"],
])('a row that differs only in %s is repaired', async (column, value) => {
  const sql = openBetterSqlite3(':memory:');
  const rig = ledgerRig(sql);
  for (const userId of [1, 2]) await grow(rig, userId, 3);
  const right = rows(sql);
  sql.run(`UPDATE accounts SET ${column} = ${value} WHERE user_id = 2`);
  expect([...rebuild(sql)]).toEqual([{ events: 6, users: 2, changed: 1, removed: 0, skipped: 0 }]);
  expect(rows(sql)).toEqual(right);
});

test('a ledger with an event under newer rules keeps its row, whatever follows', async () => {
  const sql = openBetterSqlite3(':memory:');
  const rig = ledgerRig(sql);
  for (const userId of [1, 2]) await grow(rig, userId, 3);
  const { hash } = newest(sql, 1);
  const newer = { ...newest(sql, 1), seq: 4, eventId: 'newer', rules: 99 };
  insert(sql, { ...newer, hash: sha256Hex(hashedText(hash, newer)) });
  sql.run('UPDATE accounts SET total = 7');
  expect([...rebuild(sql)]).toEqual([{ events: 7, users: 2, changed: 1, removed: 0, skipped: 1 }]);
  expect(sql.all('SELECT total FROM accounts ORDER BY user_id')).toEqual([{ total: 7 }, { total: 2000 }]);
});

test('an empty database needs no rebuild; one with events needs one until it finishes', async () => {
  const sql = openBetterSqlite3(':memory:');
  const rig = ledgerRig(sql);
  expect(needsRebuild(sql)).toBe(false);
  await grow(rig, 1, 1001);
  expect(needsRebuild(sql)).toBe(false);
  sql.run("DELETE FROM meta WHERE name = 'projection_version'");
  expect(needsRebuild(sql)).toBe(true);
  const steps = rebuild(sql);
  steps.next();
  expect(needsRebuild(sql)).toBe(true);
  for (const _ of steps);
  expect(needsRebuild(sql)).toBe(false);
});

test('rows of older and newer versions are rebuilt, those of this version are not', async () => {
  const sql = openBetterSqlite3(':memory:');
  await grow(ledgerRig(sql), 1, 3);
  for (const _ of rebuild(sql));
  expect(needsRebuild(sql)).toBe(false);
  for (const version of ['0', '1', '2', '10', '99']) {
    sql.run("UPDATE meta SET value = ? WHERE name = 'projection_version'", version);
    expect(needsRebuild(sql), version).toBe(true);
  }
});

function newest(sql: Sql, userId: number): StoredEvent {
  const event = sql.get<StoredEvent>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE user_id = ? ORDER BY seq DESC LIMIT 1`,
    userId,
  );
  if (event === undefined) throw new Error(`User ${userId} has no ledger`);
  return event;
}

function insert(sql: Sql, event: StoredEvent): void {
  const { userId, seq, eventId, type, rules, at, bucket, award, data, hash } = event;
  const values = [userId, seq, eventId, type, rules, at, bucket, award, data, hash];
  sql.run(`INSERT INTO events VALUES (${values.map(() => '?').join(', ')})`, ...values);
}
