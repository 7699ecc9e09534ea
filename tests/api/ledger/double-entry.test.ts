/** Both ends of credits, compared range by range, at the edges of ranges, waits and differences. */
import { beforeEach, describe, expect, test } from 'vitest';
import { noteImportedCredits } from '#api/ledger/credit-rows.ts';
import {
  compareDelivered,
  compareReceived,
  compareReferrer,
  compareSource,
  compareWaiting,
  findOrphanRows,
  type Key,
  type OutboxRow,
  outboxBetween,
  reportOrphan,
  reportReferrer,
} from '#api/ledger/double-entry.ts';
import { startFindings } from '#api/ledger/findings.ts';
import { sharedMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { CreditIntent } from '#core/points/credits.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { HOUR, NOON } from '#tests/support/ledger.ts';

let sql: Sql;
beforeEach(() => {
  sql = openBetterSqlite3(':memory:');
  migrate(sql, sharedMigrations, NOON);
});

interface Sent {
  readonly target?: number;
  readonly id?: string;
  readonly basis?: number;
  readonly premium?: 0 | 1;
  readonly at?: number;
  readonly deliveredAt?: number | null;
  readonly retryAt?: number;
}

/** A row of the outbox. */
function sent(userId: number, seq: number, more: Sent = {}): void {
  const { target = 1, id = `${userId}.${seq}`, basis = 0, premium = 0 } = more;
  const { at = NOON, deliveredAt = NOON, retryAt = 0 } = more;
  sql.run(
    `INSERT INTO credits VALUES (?, ?, ?, ?, 'friend_registered', 'source', ?, ?, ?, ?, 0, ?)`,
    userId,
    seq,
    target,
    id,
    basis,
    premium,
    at,
    deliveredAt,
    retryAt,
  );
}

/** An event, by default a credit in a user's ledger. */
function event(userId: number, seq: number, id: string, data = {}, type = 'CreditReceived.v1'): void {
  const said = { basis: 0, cause: 'friend_registered', premium: false, source: 'source', ...data };
  sql.run(
    "INSERT INTO events VALUES (?, ?, ?, ?, 1, ?, 'referral', 50000, ?, '')",
    userId,
    seq,
    id,
    type,
    NOON,
    JSON.stringify(said),
  );
}

const key = (userId: number, seq: number): Key => ({ userId, seq });
const ALL = [key(0, 0), key(99, 0)] as const;

function found(look: (findings: ReturnType<typeof startFindings>) => void) {
  const findings = startFindings();
  look(findings);
  return findings.list().map(({ kind, userId, seq, count }) => [kind, userId, seq, count]);
}

describe('the outbox', () => {
  test('is read from after the first place up to the second, in the order of sources', () => {
    for (const [userId, seq] of [
      [3, 1],
      [2, 5],
      [2, 4],
      [2, 6],
      [4, 9],
    ] as const)
      sent(userId, seq);
    const between = (from: Key, to: Key) =>
      outboxBetween(sql, from, to).map(({ userId, seq }) => `${userId}.${seq}`);
    expect(between(...ALL)).toEqual(['2.4', '2.5', '2.6', '3.1', '4.9']);
    expect(between(key(2, 4), key(3, 1))).toEqual(['2.5', '2.6', '3.1']);
    expect(between(key(2, 6), key(2, 6))).toEqual([]);
    expect(between(key(3, 1), key(4, 8))).toEqual([]);
  });

  test('has no source for a row whose event is missing', () => {
    sent(2, 5);
    const [row] = outboxBetween(sql, ...ALL);
    expect(found((findings) => reportOrphan(row as OutboxRow, findings))).toEqual([
      ['credit_without_source', 2, 5, 1],
    ]);
  });
});

describe('an event and its row in the outbox', () => {
  const source = { userId: 2, seq: 5, eventId: 'e' } as StoredEvent;
  const intent: CreditIntent = { target: 1, cause: 'friend_activity', basis: 1000, premium: true };
  const row: OutboxRow = { ...intent, premium: 1, userId: 2, seq: 5, source: 'name of 2' };
  const compared = (due: CreditIntent | undefined, kept: OutboxRow | undefined) =>
    found((findings) => compareSource(source, due, kept, (userId) => `name of ${userId}`, findings));

  test('agree', () => {
    expect(compared(intent, row)).toEqual([]);
    expect(compared({ ...intent, premium: false }, { ...row, premium: 0 })).toEqual([]);
    expect(compared(undefined, undefined)).toEqual([]);
  });

  test.each([
    ['another target', { target: 3 }],
    ['another cause', { cause: 'friend_referral' }],
    ['another basis', { basis: 1001 }],
    ['not premium', { premium: 0 }],
    ['premium otherwise', { premium: 2 }],
    ['another source', { source: 'name of 3' }],
  ])('differ: the row has %s', (_, other) => {
    expect(compared(intent, { ...row, ...other })).toEqual([['credit_wrong', 2, 5, 1]]);
  });

  test('are incomplete if one of the two is missing', () => {
    expect(compared(intent, undefined)).toEqual([['credit_missing', 2, 5, 1]]);
    expect(compared(undefined, row)).toEqual([['credit_without_source', 2, 5, 1]]);
  });
});

describe('waiting credits', () => {
  const waiting = (limit: { now: number; ms: number } | null) =>
    found((findings) => compareWaiting(sql, limit, findings));

  test('are all findings if both ledgers are here, listed by source', () => {
    sent(3, 1, { deliveredAt: null });
    sent(2, 7, { deliveredAt: null, retryAt: 9e15 });
    sent(2, 8);
    expect(waiting(null)).toEqual([['credit_waiting', 2, 7, 2]]);
  });

  test('are no findings if they came from elsewhere', () => {
    sent(2, 7, { deliveredAt: null });
    noteImportedCredits(sql);
    expect(waiting(null)).toEqual([]);
  });

  test('elsewhere, are findings once they reach the age limit', () => {
    sent(2, 7, { deliveredAt: null, at: NOON });
    sent(2, 8, { at: NOON - HOUR });
    expect(waiting({ now: NOON + 999, ms: 1000 })).toEqual([]);
    expect(waiting({ now: NOON + 1000, ms: 1000 })).toEqual([['credit_waiting', 2, 7, 1]]);
    noteImportedCredits(sql);
    expect(waiting({ now: NOON + 1000, ms: 1000 })).toEqual([['credit_waiting', 2, 7, 1]]);
  });

  test('elsewhere, are findings if delayed longer than any retry', () => {
    sent(2, 7, { deliveredAt: null, at: NOON, retryAt: NOON + 1000 + HOUR });
    expect(waiting({ now: NOON, ms: 1000 })).toEqual([]);
    expect(waiting({ now: NOON - 1, ms: 1000 })).toEqual([['credit_waiting', 2, 7, 1]]);
  });
});

describe('a referrer', () => {
  const friend = { userId: 2, seq: 1, at: NOON };
  const reported = (since: number | null) => found((findings) => reportReferrer(friend, 1, since, findings));

  test('who registered before their friend, or in the same millisecond, is right', () => {
    expect([reported(NOON - 1), reported(NOON)]).toEqual([[], []]);
  });

  test('who registered later or never is a finding of the friend', () => {
    for (const since of [NOON + 1, null]) expect(reported(since)).toEqual([['referrer_later', 2, 1, 1]]);
  });

  test('registered with the first event of their ledger', () => {
    const compared = (at: number) =>
      found((findings) => compareReferrer(sql, { ...friend, at } as unknown as StoredEvent, 1, findings));
    expect(compared(NOON)).toEqual([['referrer_later', 2, 1, 1]]);
    event(1, 1, 'registered', {}, 'Registered.v1');
    event(3, 1, 'registered', {}, 'Registered.v1');
    expect(compared(NOON)).toEqual([]);
    expect(compared(NOON - 1)).toEqual([['referrer_later', 2, 1, 1]]);
  });
});

describe('rows without a valid user', () => {
  const nobodys = () => found((findings) => findOrphanRows(sql, findings));
  const account = (id: string) =>
    sql.run(`INSERT INTO accounts VALUES (${id}, 1, 1, '', 0, 1, 0, NULL, '{}')`);

  test('include neither user 1 nor the highest user id', () => {
    sent(1, 1);
    sent(Number.MAX_SAFE_INTEGER, 1);
    event(1, 1, 'a');
    account('1');
    sql.run("INSERT INTO wallets VALUES ('w', 1)");
    expect(nobodys()).toEqual([]);
  });

  test.each(['0', '-1', '9007199254740992', '-9223372036854775808'])('include user id %s', (id) => {
    account(id);
    account('5');
    sql.run(`INSERT INTO wallets VALUES ('w', ${id})`);
    sql.run(`INSERT INTO credits SELECT ${id}, 1, 1, 'c', 'x', 's', 0, 0, 0, 0, 0, 0`);
    sql.run(`INSERT INTO events SELECT ${id}, 1, 'e', 'x', 1, 0, NULL, 0, '{}', ''`);
    expect(nobodys()).toEqual([['no_user', null, null, 4]]);
    const findings = startFindings();
    findOrphanRows(sql, findings);
    expect(findings.list()[0]?.detail).toContain(id);
  });
});

describe('received credits', () => {
  function received(from: Key = ALL[0], to: Key = ALL[1]) {
    let isInvented: (one: Key) => boolean = () => false;
    const findings = found((all) => {
      isInvented = compareReceived(sql, from, to, all);
    });
    return { findings, isInvented };
  }

  test('match what was sent, premium or not', () => {
    sent(2, 1, { id: 'a' });
    sent(3, 1, { id: 'b', premium: 1, basis: 7 });
    event(1, 2, 'a');
    event(1, 3, 'b', { premium: true, basis: 7 });
    const { findings, isInvented } = received();
    expect(findings).toEqual([]);
    expect(isInvented(key(1, 2))).toBe(false);
  });

  test.each([
    ['another basis', { basis: 1 }],
    ['another cause', { cause: 'friend_activity' }],
    ['premium', { premium: true }],
    ['another source', { source: 'x' }],
  ])('have %s than what was sent', (_, data) => {
    sent(2, 1, { id: 'a' });
    event(1, 2, 'a', data);
    const { findings, isInvented } = received();
    expect(findings).toEqual([['credit_changed', 1, 2, 1]]);
    expect(isInvented(key(1, 2))).toBe(false);
  });

  test('are invented if never sent or sent to another user; other events are not', () => {
    sent(2, 1, { id: 'a', target: 3 });
    event(1, 2, 'a');
    event(1, 3, 'b');
    event(1, 4, 'c', {}, 'CalculationRecorded.v1');
    const { findings, isInvented } = received();
    expect(findings).toEqual([['credit_invented', 1, 2, 2]]);
    expect([2, 3, 4, 23].map((seq) => isInvented(key(1, seq)))).toEqual([true, true, false, false]);
  });

  test('are read from after the first place up to the second', () => {
    for (const [userId, seq] of [
      [1, 2],
      [1, 3],
      [2, 1],
      [2, 2],
    ] as const)
      event(userId, seq, `${userId}.${seq}`);
    expect(received(key(1, 2), key(2, 1)).findings).toEqual([['credit_invented', 1, 3, 2]]);
    expect(received(key(2, 2), ALL[1]).findings).toEqual([]);
  });
});

describe('delivered credits', () => {
  const lost = (from: number, to: number, count: number) =>
    found((findings) => compareDelivered(sql, from, to, count, findings));

  beforeEach(() => {
    sent(2, 1, { id: 'a', target: 5 });
    sent(3, 1, { id: 'b', target: 6 });
    sent(4, 1, { id: 'c', target: 6, deliveredAt: null });
    event(5, 2, 'a');
  });

  test('are lost if the ledger lacks them; waiting ones are not', () => {
    expect(lost(0, 9, 1)).toEqual([['credit_lost', 6, null, 1]]);
    expect(lost(5, 6, 0)).toEqual([['credit_lost', 6, null, 1]]);
  });

  test('are not compared when as many were received as sent, nor outside of the range', () => {
    expect(lost(0, 9, 3)).toEqual([]);
    expect(lost(4, 5, 0)).toEqual([]);
    expect(lost(6, 9, 1)).toEqual([]);
  });

  test('are lost if another ledger holds a credit of the same id', () => {
    event(7, 1, 'b');
    expect(lost(0, 9, 1)).toEqual([['credit_lost', 6, null, 1]]);
  });
});

describe('the detail of a finding', () => {
  function detail(look: (findings: ReturnType<typeof startFindings>) => void): string {
    const findings = startFindings();
    look(findings);
    return findings.list()[0]?.detail ?? '';
  }
  const source = { userId: 2, seq: 5, eventId: 'the-event' } as StoredEvent;
  const intent: CreditIntent = { target: 11, cause: 'friend_activity', basis: 1000, premium: false };
  const row: OutboxRow = { ...intent, premium: 0, userId: 2, seq: 5, source: 's' };
  const compared = (due: CreditIntent | undefined, kept: OutboxRow | undefined) =>
    detail((findings) => compareSource(source, due, kept, () => 's', findings));

  test('names the event, and both values of the event and its row', () => {
    expect(compared(undefined, row)).toContain('the-event');
    expect(compared(intent, undefined)).toMatch(/friend_activity.* 11\b/);
    const wrong = compared(intent, { ...row, target: 12, basis: 7 });
    for (const part of [/friend_activity 7 .* 12\b/, /friend_activity 1000 .* 11\b/])
      expect(wrong).toMatch(part);
    expect(detail((findings) => reportOrphan(row, findings))).toMatch(/\b11\b/);
  });

  test('names credits by user and id', () => {
    sent(2, 1, { id: 'waits', target: 77, deliveredAt: null });
    expect(detail((findings) => compareWaiting(sql, null, findings))).toContain('77');
    sent(3, 4, { id: 'lost', target: 5 });
    expect(detail((findings) => compareDelivered(sql, 0, 9, 0, findings))).toMatch(/lost.* 4 .* 3$/);
    event(1, 1, 'invented');
    expect(detail((findings) => void compareReceived(sql, ...ALL, findings))).toContain('invented');
  });

  test('names the referrer and the delay', () => {
    const friend = { userId: 2, seq: 1, at: NOON };
    const told = (since: number | null) => detail((findings) => reportReferrer(friend, 11, since, findings));
    expect(told(NOON + 1234)).toMatch(/\b11\b.* 1234 ms/);
    expect(told(null)).toMatch(/\b11\b/);
    expect(told(null)).not.toContain('ms');
  });
});
