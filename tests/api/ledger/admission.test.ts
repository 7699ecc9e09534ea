/**
 * Daily limits in the ledger: what counts for a day, what is never refused, and what a restored server accepts
 * again.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { admitting, saveHeads } from '#api/ledger/admission.ts';
import type { Executed, Ledger, LedgerWriter } from '#api/ledger/types.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { Command } from '#core/points/commands.ts';
import { DAY_MS, dayOf } from '#core/points/days.ts';
import { HOUR, type LedgerRig, ledgerRig, NOON, record, register } from '#tests/support/ledger.ts';

const MOST = 5;
const MIDNIGHT = dayOf(NOON) * DAY_MS;

let sql: Sql;
let rig: LedgerRig;
let ledger: Ledger;
beforeEach(async () => {
  sql = openBetterSqlite3(':memory:');
  rig = ledgerRig(sql);
  ledger = admitting(rig.ledger, MOST);
});

/** Several commands of one user in one transaction. */
async function work(
  ...commands: readonly (readonly [userId: number, command: Command])[]
): Promise<Executed[]> {
  const asked = ledger.transact<Executed[]>((writer: LedgerWriter) =>
    commands.map(([userId, command]) => writer.execute(userId, command)),
  );
  rig.turn();
  const committed = await asked;
  if (!committed.ok) throw new Error(committed.error.type);
  return committed.value;
}

const word = (executed: Executed | undefined) =>
  executed?.ok === false
    ? executed.error.type
    : executed?.duplicateOf
      ? 'duplicate'
      : executed?.events.length;
const ask = async (userId: number, command: Command) => word((await work([userId, command]))[0]);
const records = (userId: number, from: number, count: number) =>
  Array.from({ length: count }, (_, at) => [userId, record(`r${from + at}`, rig.clock.at)] as const);
const seq = (userId: number) => rig.ledger.read.account(userId)?.head.seq ?? 0;

/** A ledger that has reached its daily limit: a registration and four records. */
async function full(userId = 1): Promise<void> {
  await work([userId, register()], ...records(userId, 1, MOST - 1));
  expect(seq(userId)).toBe(MOST);
}

describe('a day', () => {
  test('holds as many events as the limit, in one transaction or several', async () => {
    const answers = await work([1, register()], ...records(1, 1, 6), [2, register()]);
    expect(answers.map(word)).toEqual([1, 1, 1, 1, 1, 'too_many_today', 'too_many_today', 1]);
    expect(seq(1)).toBe(MOST);
    expect(await ask(1, record('more'))).toBe('too_many_today');
    expect(await ask(2, record('more'))).toBe(1);
    expect(seq(1)).toBe(MOST);
  });

  test('ends at midnight UTC, and the next day has its own limit', async () => {
    await full();
    rig.clock.at = MIDNIGHT + DAY_MS - 1;
    expect(await ask(1, record('late', rig.clock.at))).toBe('too_many_today');
    rig.clock.at += 1;
    expect((await work(...records(1, 10, 6))).map(word)).toEqual([1, 1, 1, 1, 1, 'too_many_today']);
    expect(await ask(1, record('more', rig.clock.at))).toBe('too_many_today');
  });

  test('counts the records of a batch', async () => {
    await full();
    rig.clock.at = MIDNIGHT + DAY_MS;
    const batch = (from: number) => [0, 1, 2].map((at) => record(`r${from + at}`, rig.clock.at));
    const asked = ledger.transact<Executed[]>((writer) => [
      ...writer.recordAll(1, batch(10)),
      ...writer.recordAll(1, batch(20)),
    ]);
    rig.turn();
    const committed = await asked;
    expect(committed.ok && committed.value.map(word)).toEqual([1, 1, 1, 1, 1, 'too_many_today']);
  });

  test('counts only its own events, from its first millisecond on', async () => {
    await full();
    rig.clock.at = MIDNIGHT + DAY_MS;
    expect((await work(...records(1, 10, 2))).map(word)).toEqual([1, 1]);
    rig.clock.at += HOUR;
    expect((await work(...records(1, 20, 4))).map(word)).toEqual([1, 1, 1, 'too_many_today']);
  });

  test('counts no event of a day that a clock ahead of time wrote', async () => {
    rig.clock.at = NOON + DAY_MS;
    await full();
    rig.clock.at = NOON;
    expect((await work(...records(1, 10, 6))).map(word)).toEqual([1, 1, 1, 1, 1, 'too_many_today']);
  });
});

test('may begin within the first thousand events and end after them', async () => {
  ledger = admitting(rig.ledger, 600);
  await work([1, register()], ...records(1, 0, 599));
  rig.clock.at += DAY_MS;
  const answers = await work(...records(1, 1_000, 601));
  expect(answers.map(word).filter((one) => one === 1)).toHaveLength(600);
  expect(await ask(1, record('more', rig.clock.at))).toBe('too_many_today');
  expect(seq(1)).toBe(1_200);
  rig.clock.at += DAY_MS;
  expect((await work(...records(1, 2_000, 600))).map(word)).toEqual(Array(600).fill(1));
  expect(await ask(1, record('more', rig.clock.at))).toBe('too_many_today');
  rig.clock.at += 3 * DAY_MS;
  expect((await work(...records(1, 3_000, 600))).map(word)).toEqual(Array(600).fill(1));
  expect(await ask(1, record('more', rig.clock.at))).toBe('too_many_today');
});

describe('beyond the daily limit', () => {
  beforeEach(() => full());

  test('a command that appends nothing gets its usual answer', async () => {
    expect(await ask(1, record('r1'))).toBe('duplicate');
    expect(await ask(1, { ...record('r1'), calculationType: 'Staking' })).toBe('conflict');
    expect(await ask(1, register())).toBe('already_registered');
    expect(seq(1)).toBe(MOST);
  });

  test('any command that would append is refused', async () => {
    for (const type of ['claim_check_in', 'complete_onboarding'] as const)
      expect(await ask(1, { type })).toBe('too_many_today');
    expect(await ask(1, { type: 'link_wallet', wallet: 'ab'.repeat(32) })).toBe('too_many_today');
  });

  test('deletions, corrections, unlinkings and credits are accepted', async () => {
    const command = { correctionId: 'c', bucket: 'activity', amount: 1000, reason: 'a test' } as const;
    expect(await ask(1, { type: 'correct', ...command })).toBe(1);
    const credit = { creditId: 'd'.repeat(32), cause: 'friend_activity', source: 'e'.repeat(32) } as const;
    expect(await ask(1, { type: 'receive_credit', ...credit, basis: 1000, premium: false, friend: 9 })).toBe(
      1,
    );
    expect(await ask(1, { type: 'delete_data' })).toBe(1);
    rig.clock.at += DAY_MS;
    await ask(1, { type: 'complete_onboarding' });
    await ask(1, { type: 'link_wallet', wallet: 'ab'.repeat(32) });
    await work(...records(1, 10, 3));
    expect(await ask(1, record('more', rig.clock.at))).toBe('too_many_today');
    expect(await ask(1, { type: 'unlink_wallet', reason: 'asked for' })).toBe(1);
  });

  test('credits of other users use up nothing of the limit', async () => {
    rig.clock.at += DAY_MS;
    const correction = (id: number) =>
      [1, { type: 'correct', correctionId: `c${id}`, bucket: 'activity', amount: 1, reason: 'x' }] as const;
    await work(...[1, 2, 3].map(correction));
    expect((await work(...records(1, 10, 6))).map(word)).toEqual([1, 1, 1, 1, 1, 'too_many_today']);
  });

  test('each user has their own limit', async () => {
    await full(2);
    rig.clock.at += DAY_MS;
    const both = await work(...records(1, 10, 5), ...records(2, 10, 6), ...records(1, 20, 1));
    expect(both.map(word)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 'too_many_today', 'too_many_today']);
  });
});

describe('after a restore', () => {
  const healed = (to: number) => saveHeads(sql, [{ userId: 1, seq: to }]);

  test("everything up to the saved head is accepted again, plus one day's limit", async () => {
    healed(8);
    await full();
    expect((await work(...records(1, 10, 3))).map(word)).toEqual([1, 1, 1]);
    expect(seq(1)).toBe(8);
    expect((await work(...records(1, 20, 6))).map(word)).toEqual([1, 1, 1, 1, 1, 'too_many_today']);
  });

  test('a batch beyond the saved head uses the daily limit from there on', async () => {
    healed(7);
    await full();
    const answers = (await work(...records(1, 10, 8))).map(word);
    expect(answers).toEqual([1, 1, 1, 1, 1, 1, 1, 'too_many_today']);
  });

  test.each([0, 1, 2, MOST])('events after the saved head %i count towards the limit', async (head) => {
    await full();
    healed(head);
    const answers = (await work(...records(1, 10, MOST + 1))).map(word);
    expect(answers.filter((answer) => answer === 1)).toHaveLength(head);
    expect(answers.at(-1)).toBe('too_many_today');
  });

  test('saved heads only grow, per user', () => {
    const heads = () => sql.all('SELECT user_id AS userId, seq FROM saved_heads ORDER BY user_id');
    expect(saveHeads(sql, [])).toEqual({ ledgers: 0, behind: 0 });
    const both = [
      { userId: 1, seq: 8 },
      { userId: 2, seq: 3 },
    ];
    expect(saveHeads(sql, both)).toMatchObject({ ledgers: 2 });
    expect(saveHeads(sql, [{ userId: 1, seq: 7 }])).toMatchObject({ ledgers: 1 });
    expect(heads()).toEqual(both);
    saveHeads(sql, [{ userId: 2, seq: 9 }]);
    expect(heads()).toEqual([
      { userId: 1, seq: 8 },
      { userId: 2, seq: 9 },
    ]);
  });

  test('a ledger that ends before its highest saved head has lost events', async () => {
    await full();
    const saved = (seq: number) => saveHeads(sql, [{ userId: 1, seq }]);
    expect(saved(MOST)).toEqual({ ledgers: 1, behind: 0 });
    expect(saved(MOST + 1)).toEqual({ ledgers: 1, behind: 1 });
    // An older file does not hide it.
    expect(saved(1)).toEqual({ ledgers: 1, behind: 1 });
    expect(saveHeads(sql, [{ userId: 2, seq: 1 }])).toEqual({ ledgers: 1, behind: 1 });
  });

  test.each([-1, 0.5, 1_000_000_001, 9e15, Number.NaN])('a head at event %d is refused', (seq) => {
    expect(() => saveHeads(sql, [{ userId: 1, seq }])).toThrow(`No ledger has an event ${seq}`);
    expect(sql.all('SELECT * FROM saved_heads')).toEqual([]);
    expect(saveHeads(sql, [{ userId: 1, seq: 1_000_000_000 }])).toMatchObject({ ledgers: 1 });
  });
});

test('the rest of the ledger does not change', async () => {
  await full();
  expect(ledger.read.account(1)).toEqual(rig.ledger.read.account(1));
  expect(ledger.isReadOnly).toBe(false);
  const seen = ledger.transact<readonly unknown[]>((writer) => [writer.now, writer.account(1)?.head.seq]);
  rig.turn();
  expect(await seen).toEqual({ ok: true, value: [NOON, MOST] });
});
