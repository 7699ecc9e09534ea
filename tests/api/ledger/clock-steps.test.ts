/** Which steps of the server's clock the ledgers show, and which pairs of times they make uncertain. */
import { beforeEach, describe, expect, test } from 'vitest';
import { addExplained, clockSteps, explainingStep, NOTHING_EXPLAINED } from '#api/ledger/clock-steps.ts';
import { sharedMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { NOON } from '#tests/support/ledger.ts';

let sql: Sql;
beforeEach(() => {
  sql = openBetterSqlite3(':memory:');
  migrate(sql, sharedMigrations, 0);
});

/** The ledger of a user with events at these times, in order. */
function ledger(userId: number, times: readonly number[], type = 'CalculationRecorded.v1'): void {
  for (const [index, at] of times.entries()) {
    sql.run(
      "INSERT INTO events VALUES (?, ?, ?, ?, 1, ?, NULL, 0, '{}', '')",
      userId,
      index + 1,
      `e${index}`,
      type,
      NOON + at,
    );
  }
}

const steps = (from = 0, to = 99) =>
  clockSteps(sql, { from, to }).map(({ before, after }) => [before - NOON, after - NOON]);

describe('a step', () => {
  test('is a time one second or more before the previous event of the same ledger', () => {
    ledger(1, [0, 5000, 4001, 9000, 8000, 8000]);
    expect(steps()).toEqual([[9000, 8000]]);
  });

  test('is listed once, whichever ledgers show it', () => {
    ledger(1, [9000, 1000, 9000, 1000]);
    ledger(2, [9000, 1000]);
    ledger(3, [9000, 2000]);
    expect(steps()).toEqual([
      [9000, 1000],
      [9000, 2000],
    ]);
  });

  test('is never derived from two ledgers or from credits alone', () => {
    ledger(1, [9000]);
    ledger(2, [1000]);
    ledger(3, [9000, 1000], 'CreditReceived.v1');
    expect(steps()).toEqual([]);
  });

  test('is searched above the first user and up to the second', () => {
    for (const userId of [1, 2, 3]) ledger(userId, [userId * 10_000, 0]);
    expect(steps(1, 2)).toEqual([[20_000, 0]]);
    expect(steps(3, 99)).toEqual([]);
  });
});

test('a step names the lowest user whose ledger shows it', () => {
  for (const userId of [3, 2, 9]) ledger(userId, [9000, 1000]);
  expect(clockSteps(sql, { from: 0, to: 99 })).toEqual([
    { before: NOON + 9000, after: NOON + 1000, userId: 2 },
  ]);
});

describe('the order of two times is uncertain', () => {
  const [earlier, later] = [1000, 2000];
  test.each([
    ['over both', 3000, 0, true],
    ['over the end', 3000, 1500, true],
    ['over the beginning', 1500, 0, true],
    ['in between', 1700, 1300, true],
    ['before', 1000, 0, false],
    ['after', 3000, 2000, false],
  ])('after a step back %s', (_, before, after, isUnsure) => {
    const step = { before, after, userId: 7 };
    expect(explainingStep([step], earlier, later, 9000)).toEqual(isUnsure ? step : null);
    const elsewhere = { before: 9000, after: 8000, userId: 6 };
    expect(explainingStep([elsewhere, step], earlier, later, 9000)).toEqual(isUnsure ? step : null);
  });

  test('not without a step', () => {
    expect(explainingStep([], earlier, later, 9000)).toBeNull();
  });

  test('not after a step from a time over five minutes ahead of the audit', () => {
    const FIVE_MINUTES = 5 * 60_000;
    const step = { before: FIVE_MINUTES + 3000, after: 0, userId: 7 };
    expect(explainingStep([step], earlier, later, 3000)).toEqual(step);
    expect(explainingStep([step], earlier, later, 2999)).toBeNull();
  });

  test('not if the later time is over five minutes ahead of the audit', () => {
    const ahead = 5 * 60_000 + 3000;
    const step = { before: 1700, after: 1300, userId: 7 };
    expect(explainingStep([step], earlier, ahead, 3000)).toEqual(step);
    expect(explainingStep([step], earlier, ahead, 2999)).toBeNull();
  });
});

describe('the note about explained registrations', () => {
  const step = (before: number) => ({ before, after: 0, userId: 1 });

  test('counts them and lists each step once', () => {
    const one = { registrations: 1, steps: [step(1)] };
    const both = addExplained(addExplained(NOTHING_EXPLAINED, one), {
      registrations: 2,
      steps: [step(1), step(2)],
    });
    expect(both).toEqual({ registrations: 3, steps: [step(1), step(2)] });
    expect(addExplained(one, { registrations: 1, steps: [{ ...step(1), after: -1 }] }).steps).toHaveLength(2);
  });

  test('names the first five steps, however many there are', () => {
    let all = NOTHING_EXPLAINED;
    for (let before = 1; before <= 9; before += 1)
      all = addExplained(all, { registrations: 1, steps: [step(before)] });
    expect(all).toEqual({ registrations: 9, steps: [1, 2, 3, 4, 5].map(step) });
  });
});
