/** Suspicious patterns for an operator to check, at the edges of their limits. */
import { beforeEach, describe, expect, test } from 'vitest';
import { suspicious } from '#api/ledger/suspicious.ts';
import { sharedMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { DAY_MS, dayOf } from '#core/points/days.ts';
import { HOUR, NOON } from '#tests/support/ledger.ts';

let sql: Sql;
beforeEach(() => {
  sql = openBetterSqlite3(':memory:');
  migrate(sql, sharedMigrations, NOON);
});

/** A row of the projection, regardless of events. */
function account(userId: number, referrer: number | null, registeredAt: number): void {
  sql.run("INSERT INTO accounts VALUES (?, 1, 1, '', 0, 1, ?, ?, '{}')", userId, registeredAt, referrer);
}

function calculated(userId: number, seq: number, at: number, day = dayOf(at)): void {
  sql.run(
    "INSERT INTO events VALUES (?, ?, ?, 'CalculationRecorded.v1', 1, ?, 'activity', 1000, ?, '')",
    userId,
    seq,
    `e${seq}`,
    at,
    JSON.stringify({ day }),
  );
}

const SMALL = { burst: 3, idleFriends: 2, idleShare: 0.8, backDated: 2 };
const found = (now = NOON, limits = SMALL) => [...suspicious(sql, now, limits)];

describe('a burst', () => {
  const burst = { kind: 'burst', userId: 5 } as const;

  test('is as many registrations as the limit within less than an hour', () => {
    for (const [index, at] of [0, 1, HOUR - 1].entries()) account(10 + index, 5, NOON + at);
    expect(found()).toEqual([{ ...burst, count: 3, of: 3, at: NOON }]);
    expect(found(NOON, { ...SMALL, burst: 4 })).toEqual([]);
  });

  test('is none if the last came an hour after the first', () => {
    for (const [index, at] of [0, 1, HOUR].entries()) account(10 + index, 5, NOON + at);
    expect(found()).toEqual([]);
  });

  test('is the fullest hour of all friends, the first one of a tie', () => {
    const moments = [0, 3 * HOUR, 3 * HOUR + 1, 3 * HOUR + 2, 6 * HOUR, 6 * HOUR + 1, 6 * HOUR + 2];
    for (const [index, at] of moments.entries()) account(10 + index, 5, NOON + at);
    expect(found()).toEqual([{ ...burst, count: 3, of: 7, at: NOON + 3 * HOUR }]);
    account(20, 5, NOON + 6 * HOUR + 3);
    expect(found()).toEqual([{ ...burst, count: 4, of: 8, at: NOON + 6 * HOUR }]);
  });

  test("counts one referrer's friends only, and no users without a referrer", () => {
    for (const [index, referrer] of [5, 5, 6, 6, null, null, null].entries())
      account(10 + index, referrer, NOON);
    expect(found()).toEqual([]);
    account(20, 5, NOON);
    account(21, 6, NOON);
    expect(found().map(({ userId }) => userId)).toEqual([5, 6]);
  });

  test('is complete if the friends are read in several chunks', () => {
    for (let index = 0; index < 2500; index += 1) account(10_000 + index, 5, NOON + index);
    for (let index = 0; index < 1999; index += 1) account(20_000 + index, 6, NOON + (index % 3));
    expect(found().map(({ userId, count, of }) => [userId, count, of])).toEqual([
      [5, 2500, 2500],
      [6, 1999, 1999],
    ]);
  });
});

describe('idle friends', () => {
  const idle = { kind: 'idle_friends', userId: 5, at: null } as const;
  const weekAgo = NOON - 7 * DAY_MS;
  const apart = (index: number) => weekAgo - index * DAY_MS;

  test('are friends of a week or more who never calculated', () => {
    account(10, 5, weekAgo);
    account(11, 5, weekAgo - DAY_MS);
    expect(found()).toEqual([{ ...idle, count: 2, of: 2 }]);
    expect(found(NOON - 1)).toEqual([]);
  });

  test('are no finding below the minimum number', () => {
    account(10, 5, weekAgo);
    expect(found()).toEqual([]);
  });

  test('are no finding below the minimum share, which ignores the newest friends', () => {
    for (let index = 0; index < 5; index += 1) account(10 + index, 5, apart(index));
    calculated(10, 1, NOON);
    account(20, 5, NOON);
    expect(found()).toEqual([{ ...idle, count: 4, of: 5 }]);
    calculated(11, 1, NOON);
    expect(found()).toEqual([]);
  });
});

describe('back-dated records', () => {
  test('are a finding at the limit, each received on a later day than it names', () => {
    account(5, null, NOON);
    calculated(5, 1, NOON, dayOf(NOON) - 1);
    expect(found()).toEqual([]);
    calculated(5, 2, NOON, dayOf(NOON) - 9);
    expect(found()).toEqual([{ kind: 'back_dated', userId: 5, count: 2, of: 2, at: null }]);
    calculated(5, 3, NOON);
    expect(found()).toEqual([]);
  });

  test('are found for all users, read in several chunks, lowest id first', () => {
    for (let userId = 1; userId <= 450; userId += 1) {
      account(userId, null, NOON);
      for (const seq of [1, 2]) calculated(userId, seq, NOON, dayOf(NOON) - 1);
    }
    expect(found().map(({ userId }) => userId)).toEqual(Array.from({ length: 450 }, (_, at) => at + 1));
  });
});

describe('the limits of an operator’s list', () => {
  const DAYS_AGO = NOON - 8 * DAY_MS;
  const kinds = () => [...suspicious(sql, NOON)].map(({ kind, userId }) => `${kind} of ${userId}`);

  test('report no honest friends', () => {
    expect(kinds()).toEqual([]);
    for (let friend = 10; friend < 14; friend += 1) account(friend, 5, DAYS_AGO);
    account(14, null, NOON);
    for (let seq = 1; seq < 20; seq += 1) calculated(14, seq, NOON, dayOf(NOON) - 1);
    expect(kinds()).toEqual([]);
  });

  test('are 5 idle friends, 20 registrations in an hour, and 20 back-dated records', () => {
    for (let friend = 10; friend < 15; friend += 1) account(friend, 5, DAYS_AGO);
    for (let friend = 20; friend < 40; friend += 1) {
      account(friend, 6, DAYS_AGO);
      calculated(friend, 1, DAYS_AGO);
    }
    account(50, null, NOON);
    for (let seq = 1; seq <= 20; seq += 1) calculated(50, seq, NOON, dayOf(NOON) - 1);
    expect(kinds()).toEqual(['idle_friends of 5', 'burst of 6', 'back_dated of 50']);
  });
});
