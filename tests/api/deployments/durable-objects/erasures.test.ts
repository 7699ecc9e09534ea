/** The user object reports a deletion to the sender object until the newest deletion is acknowledged. */
import { beforeEach, expect, test } from 'vitest';
import { tellErasure } from '#api/deployments/durable-objects/erasures.ts';
import { ownDatabaseMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { NOON } from '#tests/support/ledger.ts';

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
const deleted = () => sql.run('INSERT OR REPLACE INTO erasures VALUES (1, 0, ?)', now);

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
  sql.run('UPDATE erasures SET due_at = ?', NOON + 10 * MINUTE);
  expect(duty().dueAt()).toBe(NOON + 10 * MINUTE);
  sql.run('UPDATE erasures SET due_at = ?', NOON + 10 * MINUTE + 1);
  expect(duty().dueAt()).toBe(NOON);
});
