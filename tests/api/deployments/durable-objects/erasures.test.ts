/** The user object reports a deletion to the sender object until the newest deletion is acknowledged. */
import { beforeEach, expect, test } from 'vitest';
import { tellErasure } from '#api/deployments/durable-objects/erasures.ts';
import { ownDatabaseMigrations } from '#api/migrations.ts';
import { enqueue } from '#api/runtime/jobs.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { ERASURE } from '#api/users/erase-user.ts';
import { ledgerRig, NOON, register } from '#tests/support/ledger.ts';

const MINUTE = 60_000;

let sql: Sql;
let now: number;
let forgotten: number[];
let answer: () => Promise<void>;
let faults: number;
beforeEach(() => {
  sql = openBetterSqlite3(':memory:');
  migrate(sql, ownDatabaseMigrations, NOON);
  now = NOON;
  forgotten = [];
  faults = 0;
  answer = async () => {};
});

const duty = () =>
  tellErasure({
    sql,
    clock: { now: () => now },
    userId: 42,
    sender: {
      forget(userId) {
        forgotten.push(userId);
        return answer();
      },
    },
    onFault: () => {
      faults += 1;
    },
  });
const deleted = () => enqueue(sql, ERASURE, 42, now);

test('without a deletion nothing is due', () => {
  expect(duty().dueAt()).toBeNull();
});

test('an acknowledged deletion is reported once', async () => {
  deleted();
  expect(duty().dueAt()).toBe(NOON);
  await duty().work(() => false);
  expect([forgotten, duty().dueAt(), faults]).toEqual([[42], null, 0]);
});

test('an unacknowledged deletion is reported again after 5 s, 10 s, 20 s, … at most 10 minutes', async () => {
  deleted();
  answer = async () => {
    throw new Error('no answer');
  };
  for (const seconds of [5, 10, 20, 40, 80, 160, 320, 600, 600]) {
    await duty().work(() => false);
    expect(duty().dueAt()).toBe(now + seconds * 1000);
    now += seconds * 1000;
  }
  expect(faults).toBe(9);
});

test('a report under way is due later, so another alarm does not repeat it', async () => {
  deleted();
  let settle = () => {};
  answer = () => new Promise((resolve) => (settle = resolve));
  const working = duty().work(() => false);
  expect(duty().dueAt()).toBe(NOON + 5000);
  settle();
  await working;
  expect(duty().dueAt()).toBeNull();
});

test('a deletion during the report of an earlier one is reported as well', async () => {
  deleted();
  answer = async () => void deleted();
  await duty().work(() => false);
  expect(duty().dueAt()).toBe(NOON);
  answer = async () => {};
  await duty().work(() => false);
  expect([forgotten, duty().dueAt()]).toEqual([[42, 42], null]);
});

test('a delay started by a clock ahead of time ends at once', async () => {
  deleted();
  sql.run('UPDATE jobs SET due_at = ?', NOON + 10 * MINUTE);
  expect(duty().dueAt()).toBe(NOON + 10 * MINUTE);
  sql.run('UPDATE jobs SET due_at = ?', NOON + 10 * MINUTE + 1);
  expect(duty().dueAt()).toBe(NOON);
});

test('a deletion that an earlier version did not report yet goes on as it waited, at every start', async () => {
  const left = (dueAt: number) => {
    sql.run('INSERT INTO erasures (only, attempts, due_at) VALUES (1, 3, ?)', dueAt);
    migrate(sql, ownDatabaseMigrations, NOON);
  };
  await ledgerRig(sql, undefined, ownDatabaseMigrations).execute(42, register());
  answer = async () => {
    throw new Error('no answer');
  };
  left(NOON + 5000);
  expect(sql.all('SELECT * FROM erasures')).toEqual([]);
  expect(duty().dueAt()).toBe(NOON + 5000);
  now = NOON + 5000;
  await duty().work(() => false);
  expect([forgotten, duty().dueAt()]).toEqual([[42], now + 40_000]);
  answer = async () => {};
  left(0);
  now += 40_000;
  await duty().work(() => false);
  expect([forgotten, duty().dueAt()]).toEqual([[42, 42], null]);
  left(0);
  expect(duty().dueAt()).toBe(0);
});
