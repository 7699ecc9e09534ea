/** The table of waiting notices: whose turn it is, and the cost when very many wait. */
import { beforeEach, expect, test } from 'vitest';
import { ownDatabaseMigrations } from '#api/migrations.ts';
import { keepNotice, removeBatch, TURN, takeBatch } from '#api/notifications/pending/waiting.ts';
import { dropJob, jobsDueAt } from '#api/runtime/jobs.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { START } from '#tests/api/support.ts';
import { noticeOf } from '#tests/support/notices.ts';

const NOW = START + 100_000;
const DAY = 86_400_000;

let sql: Sql;
/** Rows changed by statements. */
let changed: number;
beforeEach(() => {
  const base = openBetterSqlite3(':memory:');
  migrate(base, ownDatabaseMigrations, START);
  changed = 0;
  sql = {
    ...base,
    run(text, ...values) {
      const done = base.run(text, ...values);
      changed += done.changes;
      return done;
    },
  };
});

function keep(userId: number, count: number): void {
  for (let seq = 1; seq <= count; seq += 1) keepNotice(sql, noticeOf(userId, seq));
}

/** Whose turn it is; the handover of all of that user's notices succeeds. */
function turn(now = NOW): number | null {
  const batch = takeBatch(sql, now);
  if (batch !== null) removeBatch(sql, batch, now);
  return batch?.userId ?? null;
}

test("a batch's cost does not grow with the notices behind it", () => {
  keep(1, 1000);
  changed = 0;
  turn();
  expect(changed).toBeLessThan(30);
  changed = 0;
  keepNotice(sql, noticeOf(1, 1001));
  expect(changed).toBeLessThan(3);
});

test('several users take turns, however many notices one of them has', () => {
  keep(1, 50);
  keepNotice(sql, noticeOf(2, 90));
  keepNotice(sql, noticeOf(3, 91));
  expect([turn(), turn(), turn(), turn(), turn(), turn()]).toEqual([1, 2, 3, 1, 1, null]);
});

test('a user whose handover failed goes behind those who wait by then', () => {
  keep(1, 1);
  expect(takeBatch(sql, NOW)).toMatchObject({ userId: 1 });
  expect(takeBatch(sql, NOW)).toBeNull();
  expect(jobsDueAt(sql, TURN, NOW)).toBe(NOW + 5_000);
  keep(2, 1);
  expect([turn(NOW + 5_000), turn(NOW + 5_000), turn(NOW + 5_000)]).toEqual([2, 1, null]);
});

test('after a successful handover the delays start anew', () => {
  keep(1, 21);
  takeBatch(sql, NOW);
  turn(NOW + 5_000);
  takeBatch(sql, NOW + 5_000);
  expect(jobsDueAt(sql, TURN, NOW + 5_000)).toBe(NOW + 10_000);
});

/** As "Delete my data" does it in a database of many users. */
function erase(userId: number): void {
  sql.run('DELETE FROM notices WHERE user_id = ?', userId);
  dropJob(sql, TURN, userId);
}

test('a turn set by a clock that was ahead is due', () => {
  keep(1, 1);
  takeBatch(sql, NOW + DAY);
  expect(jobsDueAt(sql, TURN, NOW)).toBe(NOW);
  expect(takeBatch(sql, NOW)).toMatchObject({ userId: 1 });
  expect(jobsDueAt(sql, TURN, NOW)).toBe(NOW + 10_000);
  expect(takeBatch(sql, NOW)).toBeNull();
});

test('a user without waiting notices has no turn', () => {
  keep(1, 1);
  keep(2, 1);
  turn();
  erase(2);
  expect(jobsDueAt(sql, TURN, NOW + DAY)).toBeNull();
  expect(sql.all('SELECT * FROM jobs')).toEqual([]);
});

test('turns that an earlier version left go on as they waited, at every start', () => {
  const notice = (userId: number) => {
    const { seq, kind } = noticeOf(userId, 1);
    const text = JSON.stringify(noticeOf(userId, 1));
    sql.run('INSERT INTO notices (user_id, seq, kind, notice) VALUES (?, ?, ?, ?)', userId, seq, kind, text);
  };
  for (const [userId, attempts, dueAt] of [
    [1, 2, NOW + 5_000],
    [2, 0, NOW],
  ] as const) {
    notice(userId);
    sql.run('INSERT INTO notice_turns (user_id, attempts, due_at) VALUES (?, ?, ?)', userId, attempts, dueAt);
  }
  migrate(sql, ownDatabaseMigrations, START);
  expect(sql.all('SELECT * FROM notice_turns')).toEqual([]);
  expect([turn(), turn()]).toEqual([2, null]);
  expect(jobsDueAt(sql, TURN, NOW)).toBe(NOW + 5_000);
  expect(takeBatch(sql, NOW + 5_000)).toMatchObject({ userId: 1, notices: [noticeOf(1, 1)] });
  expect(jobsDueAt(sql, TURN, NOW)).toBe(NOW + 25_000);
  // It ran meanwhile, and knows nothing of the jobs.
  for (const userId of [1, 3]) {
    if (userId === 3) notice(userId);
    sql.run('INSERT INTO notice_turns (user_id, attempts, due_at) VALUES (?, 0, ?)', userId, NOW);
  }
  migrate(sql, ownDatabaseMigrations, START);
  expect([turn(), turn()]).toEqual([3, null]);
  expect(turn(NOW + 25_000)).toBe(1);
});

test('a turn without notices ends without a handover', () => {
  keep(1, 1);
  keep(2, 1);
  sql.run('DELETE FROM notices WHERE user_id = 1');
  expect([turn(), turn()]).toEqual([2, null]);
  expect(jobsDueAt(sql, TURN, NOW)).toBeNull();
});

test('after an erasure during the handover and a return, new notices keep waiting', () => {
  keep(1, 2);
  const batch = takeBatch(sql, NOW);
  if (batch === null) throw new Error('nothing waits');
  erase(1);
  removeBatch(sql, batch, NOW);
  expect(jobsDueAt(sql, TURN, NOW)).toBeNull();
  keepNotice(sql, noticeOf(1, 3));
  removeBatch(sql, batch, NOW);
  expect(takeBatch(sql, NOW)?.notices).toEqual([noticeOf(1, 3)]);
});
