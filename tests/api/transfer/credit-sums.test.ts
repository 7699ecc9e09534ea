/** Sums of credits: the same at both ends in any order and number, page by page. */
import { beforeEach, expect, test } from 'vitest';
import { sharedMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import {
  addSums,
  deliveredBy,
  NO_CREDITS,
  receivedBy,
  receivedCredits,
  sentCredits,
} from '#api/transfer/credit-sums.ts';
import { dataText } from '#core/points/facts.ts';
import { sha256Hex } from '#tests/support/hashing.ts';

const [FRIEND, REFERRER] = [2, 1];

let sql: Sql;
beforeEach(() => {
  sql = openBetterSqlite3(':memory:');
  migrate(sql, sharedMigrations, 0);
});

const data = (basis: number) =>
  ({ cause: 'friend_activity', source: 's', basis, premium: basis % 2 === 1 }) as const;

function sent(seq: number, isDelivered = true, target = REFERRER): void {
  sql.run(
    "INSERT INTO credits VALUES (?, ?, ?, ?, 'friend_activity', 's', ?, ?, 0, ?, 0, 0)",
    FRIEND,
    seq,
    target,
    `c${seq}`,
    seq,
    seq % 2,
    isDelivered ? 7 : null,
  );
}
function received(seq: number, id: number): void {
  sql.run(
    "INSERT INTO events VALUES (?, ?, ?, 'CreditReceived.v1', 1, 0, 'referral_activity', 0, ?, '')",
    REFERRER,
    seq,
    `c${id}`,
    dataText({ type: 'CreditReceived.v1', data: data(id) }),
  );
}
const delivered = (target: number | null = REFERRER) => deliveredBy(sql, FRIEND, target, sha256Hex);
const got = () => receivedBy(sql, REFERRER, sha256Hex);

test('both ends of the same credits have one sum, in any order of arrival', () => {
  expect([delivered(), got()]).toEqual([NO_CREDITS, NO_CREDITS]);
  for (const id of [1, 2, 3]) sent(id);
  for (const [index, id] of [3, 1, 2].entries()) received(index + 2, id);
  expect(got()).toEqual(delivered());
  expect(got().count).toBe(3);
  expect(delivered(null)).toEqual(NO_CREDITS);
});

test('a waiting credit, or one for another user, is not in the sum', () => {
  for (const id of [1, 2]) sent(id);
  const before = delivered();
  sent(3, false);
  sent(4, true, 9);
  expect(delivered()).toEqual(before);
  expect(delivered(9).count).toBe(1);
  const { rows, next } = sentCredits(sql, FRIEND, REFERRER, 0, sha256Hex);
  expect(rows.map(({ seq, isDelivered }) => [seq, isDelivered])).toEqual([
    [1, true],
    [2, true],
    [3, false],
  ]);
  expect(next).toBeNull();
});

test('a changed or repeated credit gives another sum', () => {
  for (const id of [1, 2]) sent(id);
  for (const id of [1, 2]) received(id + 1, id);
  const right = got();
  received(9, 5);
  expect(got()).not.toEqual(right);
  expect(got().count).toBe(3);
});

test('more credits than a page holds are all summed and listed', () => {
  for (let id = 1; id <= 2001; id += 1) {
    sent(id);
    received(id + 1, id);
  }
  expect(delivered()).toEqual(got());
  expect(got().count).toBe(2001);
  for (const read of [
    (after: number) => sentCredits(sql, FRIEND, REFERRER, after, sha256Hex),
    (after: number) => receivedCredits(sql, REFERRER, after, sha256Hex),
  ]) {
    const seen: string[] = [];
    const pages: number[] = [];
    for (let after: number | null = 0; after !== null; ) {
      const page: ReturnType<typeof sentCredits> | ReturnType<typeof receivedCredits> = read(after);
      seen.push(...page.rows.map(({ creditId }) => creditId));
      pages.push(page.rows.length);
      after = page.next;
    }
    expect(pages).toEqual([1000, 1000, 1]);
    expect(new Set(seen).size).toBe(2001);
  }
});

test('sums can be added in any order and stay as long as a hash', () => {
  const all = { count: 1, hashes: 'f'.repeat(64) };
  const one = { count: 2, hashes: '1' };
  expect(addSums(all, one)).toEqual({ count: 3, hashes: '0' });
  expect(addSums(one, all)).toEqual(addSums(all, one));
  expect(addSums(one, NO_CREDITS)).toEqual(one);
});
