/** The outbox of credits: which are due, when they are retried, and how many a commit delivers. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addCredit,
  type CreditNames,
  creditNames,
  forgetImportedCredits,
  hasImportedCredits,
  hasPendingCredits,
  markDelivered,
  markFailed,
  nextCreditAt,
  noteImportedCredits,
  oldestPendingCredit,
  type PendingCredit,
  pendingCredits,
} from '#api/ledger/credit-rows.ts';
import { openLedger } from '#api/ledger/ledger.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { ZERO_HASH } from '#core/points/zero-hash.ts';
import { unguarded } from '#tests/support/attacks.ts';
import { hmacHex, sha256Hex } from '#tests/support/hashing.ts';
import { HOUR, type LedgerRig, ledgerRig, NOON, record, register } from '#tests/support/ledger.ts';
import { appendNewer } from '#tests/support/newer-code.ts';

const names: CreditNames = creditNames('a secret', hmacHex);

let sql: Sql;
let rig: LedgerRig;
beforeEach(() => {
  sql = openBetterSqlite3(':memory:');
  rig = ledgerRig(sql);
});

/** A credit of 1000 thousandths of activity whose event exists nowhere else. */
function send(userId: number, seq: number, target: number): void {
  const event: StoredEvent = {
    userId,
    seq,
    eventId: `e${seq}`,
    type: 'CalculationRecorded.v1',
    rules: 1,
    at: NOON + seq,
    bucket: 'activity',
    award: 1000,
    data: '{}',
    hash: ZERO_HASH,
  };
  const premium = seq % 2 === 0;
  addCredit(sql, names, event, {
    target,
    cause: 'friend_activity',
    basis: 1000,
    premium,
  });
}

const due = (now = NOON, limit = 100) =>
  pendingCredits(sql, now, limit).map(({ sourceUser, sourceSeq }) => [sourceUser, sourceSeq]);
function only(): PendingCredit {
  const [credit] = pendingCredits(sql, Number.MAX_SAFE_INTEGER, 1);
  if (credit === undefined) throw new Error('No credit waits');
  return credit;
}

describe('a waiting credit', () => {
  test("describes its event's effect under stable ids without user names", () => {
    send(7, 1, 3);
    send(7, 2, 3);
    expect(pendingCredits(sql, NOON, 2)).toEqual([
      {
        sourceUser: 7,
        sourceSeq: 1,
        targetUser: 3,
        attempts: 0,
        command: {
          type: 'receive_credit',
          creditId: hmacHex('a secret', 'credit:7:e1').slice(0, 32),
          cause: 'friend_activity',
          source: hmacHex('a secret', 'friend:7').slice(0, 32),
          basis: 1000,
          premium: false,
          friend: 7,
        },
      },
      expect.objectContaining({ sourceSeq: 2, command: expect.objectContaining({ premium: true }) }),
    ]);
    expect(sql.all('SELECT created_at FROM credits')).toEqual([
      { created_at: NOON + 1 },
      { created_at: NOON + 2 },
    ]);
    expect(names.wallet('0:ab')).toBe(hmacHex('a secret', 'wallet:0:ab'));
  });

  test('is due by its retry time, then by its event, at most as many as requested', () => {
    for (const [userId, seq] of [
      [9, 1],
      [7, 2],
      [7, 1],
      [8, 5],
    ] as const)
      send(userId, seq, 3);
    expect(due()).toEqual([
      [7, 1],
      [7, 2],
      [8, 5],
      [9, 1],
    ]);
    markFailed(sql, only(), NOON);
    expect(due(NOON + 1000)).toEqual([
      [7, 2],
      [8, 5],
      [9, 1],
      [7, 1],
    ]);
    expect(due(NOON + 999, 2)).toEqual([
      [7, 2],
      [8, 5],
    ]);
    expect(nextCreditAt(sql)).toBe(0);
  });

  test('is retried after 1 s, 2 s, 4 s, … at most an hour', () => {
    send(7, 1, 3);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]) {
      markFailed(sql, only(), NOON);
      expect(nextCreditAt(sql)).toBe(NOON + seconds * 1000);
    }
    markFailed(sql, { ...only(), attempts: 2000 }, NOON);
    expect(nextCreditAt(sql)).toBe(NOON + HOUR);
  });

  test('is removed by its own delivery only', () => {
    for (const seq of [1, 2]) send(7, seq, 3);
    send(8, 1, 3);
    markDelivered(sql, only(), NOON + 5);
    expect(due()).toEqual([
      [7, 2],
      [8, 1],
    ]);
    expect(
      sql.all('SELECT source_user, source_seq, delivered_at FROM credits WHERE delivered_at > 0'),
    ).toEqual([{ source_user: 7, source_seq: 1, delivered_at: NOON + 5 }]);
    markFailed(sql, only(), NOON);
    expect(sql.all('SELECT attempts FROM credits')).toEqual([
      { attempts: 0 },
      { attempts: 1 },
      { attempts: 0 },
    ]);
    expect(hasPendingCredits(sql)).toBe(true);
    for (let left = 2; left > 0; left -= 1) markDelivered(sql, only(), NOON);
    expect([hasPendingCredits(sql), nextCreditAt(sql), due()]).toEqual([false, null, []]);
  });
});

test('the note about credits from elsewhere is stored once and cleared', () => {
  expect(hasImportedCredits(sql)).toBe(false);
  noteImportedCredits(sql);
  noteImportedCredits(sql);
  expect(hasImportedCredits(sql)).toBe(true);
  forgetImportedCredits(sql);
  expect(hasImportedCredits(sql)).toBe(false);
});

describe('delivery', () => {
  /** A ledger on the same database whose event loop turns are counted. */
  function counted() {
    const turns: (() => void)[] = [];
    const faults: string[] = [];
    const waits: string[] = [];
    const ledger = openLedger({
      sql,
      clock: rig.clock,
      sha256: sha256Hex,
      hmac: hmacHex,
      schedule: (flush) => turns.push(flush),
      isNewer: true,
      onFault: (message, cause) => faults.push(`${message}: ${cause}`),
      onWait: (message) => waits.push(message),
    });
    return { ledger, turns, faults, waits, turn: () => turns.shift()?.() };
  }
  const waiting = () => sql.all('SELECT 1 FROM credits WHERE delivered_at IS NULL').length;

  test('of many credits is spread over commits, a thousand in each', async () => {
    await rig.execute(1, register());
    for (let seq = 1; seq <= 1100; seq += 1) send(7, seq, 1);
    const { turns, turn } = counted();
    expect(turns).toHaveLength(1);
    turn();
    expect(waiting()).toBe(100);
    expect(turns).toHaveLength(1);
    turn();
    expect(waiting()).toBe(0);
    expect(rig.ledger.read.account(1)?.points.referral_activity).toBe(110_000);
    expect(turns).toEqual([]);
  });

  test('of exactly one read batch is one commit', async () => {
    await rig.execute(1, register());
    await rig.execute(2, register(1));
    for (let seq = 1; seq <= 100; seq += 1) send(7, seq, 2);
    const { turns, turn } = counted();
    turn();
    expect([waiting(), turns.length]).toEqual([0, 0]);
    expect(rig.ledger.read.account(2)?.points.referral_activity).toBe(10_000);
  });

  test('that is refused waits, is reported once, and holds up no later commit', async () => {
    await rig.execute(1, register());
    for (const seq of [1, 2]) send(7, seq, 99);
    send(8, 1, 1);
    const { ledger, turns, turn, faults } = counted();
    turn();
    expect(faults).toEqual([
      'Credit of event 1 of user 7 was refused: not_registered',
      'Credit of event 2 of user 7 was refused: not_registered',
    ]);
    expect([waiting(), turns.length]).toEqual([2, 0]);
    expect(nextCreditAt(sql)).toBe(NOON + 1000);
    rig.clock.at += 1000;
    const asked = ledger.transact((writer) => writer.execute(1, record('r1', rig.clock.at)).ok);
    turn();
    expect(await asked).toEqual({ ok: true, value: true });
    expect(faults).toHaveLength(4);
    expect(nextCreditAt(sql)).toBe(rig.clock.at + 2000);
  });

  test('to a ledger of newer code waits for that code: said once, no fault, and the age of the oldest does not count', async () => {
    await rig.execute(1, register());
    appendNewer(sql, 1, 'an unknown type', { at: NOON });
    send(7, 1, 1);
    const { ledger, turn, faults, waits } = counted();
    const oldest = () => [oldestPendingCredit(sql), waiting()];
    turn();
    expect([faults, waits]).toEqual([[], [expect.stringContaining('newer version')]]);
    expect([oldest(), nextCreditAt(sql)]).toEqual([[null, 1], NOON + HOUR]);
    for (let hours = 0; hours < 3; hours += 1) {
      rig.clock.at += HOUR;
      void ledger.transact((writer) => writer.account(1));
      turn();
    }
    expect([faults.length, waits.length, ...oldest()]).toEqual([0, 1, null, 1]);
    expect(nextCreditAt(sql)).toBe(rig.clock.at + HOUR);
    // A refusal after that is one.
    send(7, 2, 99);
    void ledger.transact((writer) => writer.account(1));
    turn();
    expect([faults.length, ...oldest()]).toEqual([1, NOON + 2, 2]);
  });

  test('to a ledger of newer code reads that ledger once, however many credits wait', async () => {
    await rig.execute(1, register());
    appendNewer(sql, 1, 'an unknown type', { at: NOON });
    for (let seq = 1; seq <= 250; seq += 1) send(7, seq, 1);
    const { turn } = counted();
    const read = vi.spyOn(sql, 'all');
    turn();
    expect(read.mock.calls.filter(([text]) => text.includes('FROM events'))).toHaveLength(1);
    expect([waiting(), nextCreditAt(sql)]).toEqual([250, NOON + HOUR]);
  });

  test('of all credits clears the note about credits from elsewhere, and not before', async () => {
    await rig.execute(1, register());
    send(7, 1, 99);
    noteImportedCredits(sql);
    const first = counted();
    first.turn();
    expect(hasImportedCredits(sql)).toBe(true);
    await rig.execute(99, register());
    rig.clock.at += HOUR;
    const second = counted();
    second.turn();
    expect([waiting(), hasImportedCredits(sql)]).toEqual([0, false]);
  });

  test('is skipped if credits go elsewhere or the ledger is read-only', async () => {
    await rig.execute(1, register());
    send(7, 1, 1);
    for (const options of [{ credits: 'elsewhere' }, { readOnly: true }] as const) {
      const turns: (() => void)[] = [];
      const schedule = (flush: () => void) => turns.push(flush);
      const ledger = openLedger({
        sql,
        clock: rig.clock,
        sha256: sha256Hex,
        hmac: hmacHex,
        schedule,
        ...options,
      });
      expect(turns).toEqual([]);
      const asked = ledger.transact((writer) => writer.execute(1, { type: 'complete_onboarding' }).ok);
      for (const turn of turns) turn();
      await asked;
      expect(waiting()).toBe(1);
    }
  });
});

test('of an id that its ledger has with other content is refused and reported', async () => {
  await rig.execute(1, register());
  await rig.execute(2, register(1));
  unguarded(sql, () => sql.run('UPDATE credits SET delivered_at = NULL, basis = 7'));
  const after = rig.reopen();
  after.turn();
  expect(after.faults).toEqual(['Credit of event 1 of user 2 was refused: conflict']);
});
