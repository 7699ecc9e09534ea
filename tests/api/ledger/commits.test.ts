/** Commits: which transactions share one, when they are answered, and what happens if the storage fails. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openLedger } from '#api/ledger/ledger.ts';
import type { Executed, Ledger, LedgerDeps } from '#api/ledger/types.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import {
  type Sql,
  StorageBusyError,
  StorageFullError,
  StorageGoneError,
  type Synchronous,
} from '#api/runtime/sqlite/port.ts';
import { hmacHex, sha256Hex } from '#tests/support/hashing.ts';
import { clockAt, ledgerRig, NOON, record, register } from '#tests/support/ledger.ts';

let sql: Sql;
let clock: ReturnType<typeof clockAt>;
let turns: (() => void)[];
let commits: number;
let faults: string[];
beforeEach(async () => {
  sql = openBetterSqlite3(':memory:');
  clock = clockAt(NOON);
  turns = [];
  commits = 0;
  faults = [];
  await ledgerRig(sql).execute(1, register());
});

/** A ledger whose event loop turns the test runs and counts. */
function open(options: Partial<LedgerDeps> = {}): Ledger {
  return openLedger({
    sql,
    clock,
    sha256: sha256Hex,
    hmac: hmacHex,
    schedule: (flush) => turns.push(flush),
    onCommit: () => {
      commits += 1;
    },
    onFault: (message, cause) => faults.push(`${message}: ${cause}`),
    ...options,
  });
}
const turn = () => turns.shift()?.();
const append = (ledger: Ledger, id: string) =>
  ledger.transact<Executed>((writer) => writer.execute(1, record(id)));
const seq = (answer: unknown) => ({ ok: true, value: { ok: true, events: [{ seq: answer }] } });

describe('a turn', () => {
  test('is requested once for many transactions, which share a commit', async () => {
    const ledger = open();
    expect(turns).toEqual([]);
    const asked = ['a', 'b', 'c'].map((id) => append(ledger, id));
    expect(turns).toHaveLength(1);
    turn();
    expect(await Promise.all(asked)).toMatchObject([seq(2), seq(3), seq(4)]);
    expect([commits, turns.length]).toEqual([1, 0]);
    const later = append(ledger, 'd');
    expect(turns).toHaveLength(1);
    turn();
    expect(await later).toMatchObject(seq(5));
    expect(commits).toBe(2);
  });

  test('closes a commit for later callers after 20 milliseconds and continues in the next turn', async () => {
    for (const [ms, first] of [
      [20, 2],
      [21, 1],
    ] as const) {
      commits = 0;
      const ledger = open();
      let run = 0;
      const asked = [1, 2].map(() =>
        ledger.transact<number>((writer) => {
          run += 1;
          clock.at += ms;
          return writer.now;
        }),
      );
      turn();
      expect([run, commits, turns.length], `${ms}`).toEqual([first, 1, 2 - first]);
      turn();
      const values = (await Promise.all(asked)).map((answer) => answer.ok && answer.value);
      expect((values[1] || 0) - (values[0] || 0)).toBe(first === 2 ? 0 : ms);
    }
  });

  test('without transactions commits nothing', async () => {
    const ledger = open();
    const idle = ledger.idle();
    turn();
    await idle;
    expect([commits, turns.length]).toEqual([0, 0]);
  });

  test('ends idle once the last of several commits is done, and again after later transactions', async () => {
    const ledger = open();
    const order: string[] = [];
    const long = (id: string) =>
      ledger
        .transact((writer) => {
          clock.at += 30;
          return writer.execute(1, record(id)).ok;
        })
        .then(() => order.push(id));
    const asked = ['a', 'b', 'c'].map(long);
    const idle = [ledger.idle(), ledger.idle()].map((one) => one.then(() => order.push('idle')));
    while (turns.length > 0) {
      turn();
      await new Promise((settle) => setImmediate(settle));
    }
    await Promise.all([...asked, ...idle]);
    expect(order).toEqual(['a', 'b', 'c', 'idle', 'idle']);
    const more = long('d');
    const again = ledger.idle().then(() => order.push('again'));
    turn();
    await Promise.all([more, again]);
    expect(order.slice(5)).toEqual(['d', 'again']);
  });
});

describe('storage that fails', () => {
  /** The database, whose next transaction ends with this error. */
  function failing(): { sql: Sql; next: Error | null } {
    const failing: { sql: Sql; next: Error | null } = { sql, next: null };
    failing.sql = {
      ...sql,
      transaction: <T>(work: () => Synchronous<T>): T =>
        sql.transaction<T>(() => {
          const value = work();
          const error = failing.next;
          failing.next = null;
          if (error !== null) throw error;
          return value;
        }),
    };
    return failing;
  }

  test.each([
    ['storage_full', new StorageFullError('full')],
    ['storage_busy', new StorageBusyError('busy')],
    ['storage_gone', new StorageGoneError('gone')],
  ])(
    'answers every transaction of the commit %s, keeps nothing, and accepts the next',
    async (type, error) => {
      const disk = failing();
      const ledger = open({ sql: disk.sql });
      disk.next = error;
      const asked = ['a', 'b'].map((id) => append(ledger, id));
      turn();
      const refused = { ok: false, error: { type } };
      expect(await Promise.all(asked)).toEqual([refused, refused]);
      expect(sql.all('SELECT 1 FROM events')).toHaveLength(1);
      expect([commits, turns.length]).toEqual([0, 0]);
      const next = append(ledger, 'c');
      turn();
      expect(await next).toMatchObject(seq(2));
    },
  );

  test('with an unknown error rejects, and the next commit succeeds', async () => {
    const disk = failing();
    const ledger = open({ sql: disk.sql });
    disk.next = new Error('a defect');
    const asked = append(ledger, 'a');
    turn();
    await expect(asked).rejects.toThrow('a defect');
    const next = append(ledger, 'b');
    turn();
    expect(await next).toMatchObject(seq(2));
  });

  test('inside one transaction fails the whole commit', async () => {
    const ledger = open();
    const full = ledger.transact(() => {
      throw new StorageFullError('full');
    });
    const other = append(ledger, 'a');
    turn();
    const refused = { ok: false, error: { type: 'storage_full' } };
    expect(await Promise.all([full, other])).toEqual([refused, refused]);
    expect(sql.all('SELECT 1 FROM events')).toHaveLength(1);
  });
});

test('a failing commit listener needs no onFault', async () => {
  const onCommit = () => {
    throw new Error('no alarm');
  };
  const told = open({ onCommit });
  const first = append(told, 'a');
  turn();
  expect(await first).toMatchObject(seq(2));
  expect(faults).toEqual([expect.stringContaining('no alarm')]);
  const untold = openLedger({
    ...{ sql, clock, sha256: sha256Hex, hmac: hmacHex, onCommit },
    schedule: (flush) => turns.push(flush),
  });
  const second = append(untold, 'b');
  turn();
  expect(await second).toMatchObject(seq(3));
});

test('a read-only ledger refuses at once and still reads', async () => {
  const ledger = open({ readOnly: true });
  expect(ledger.isReadOnly).toBe(true);
  expect(open().isReadOnly).toBe(false);
  expect(await append(ledger, 'a')).toEqual({ ok: false, error: { type: 'read_only' } });
  expect([turns, commits]).toEqual([[], 0]);
  expect(ledger.read.account(1)?.head.seq).toBe(1);
});

test('a wallet has the same name in every ledger and in the credits', () => {
  const name = open().walletName('0:ab');
  expect(name).toMatch(/^[0-9a-f]{64}$/);
  expect(open({ readOnly: true }).walletName('0:ab')).toBe(name);
  expect(open().walletName('0:ac')).not.toBe(name);
});

test('the next commit sees what another connection wrote, even when it refuses', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  const path = join(folder, 'a.sqlite');
  const [mine, theirs] = [openBetterSqlite3(path), openBetterSqlite3(path)];
  try {
    const rig = ledgerRig(mine);
    const other = ledgerRig(theirs, rig.clock);
    await rig.execute(1, register());
    await other.execute(1, { type: 'claim_check_in' });
    expect(await rig.execute(1, { type: 'claim_check_in' })).toMatchObject({
      error: { type: 'already_claimed' },
    });
    expect(await rig.execute(1, record('r1'))).toMatchObject({ events: [{ seq: 3 }] });
    await other.execute(1, { type: 'delete_data' });
    expect(await rig.execute(1, record('r2'))).toEqual(await other.execute(1, record('r2')));
  } finally {
    mine.close();
    theirs.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

describe('notices', () => {
  test('are stored inside the commit, for appended events only', async () => {
    const told: string[] = [];
    const ledger = open({
      onNotice: ({ userId, seq: number, kind }) => {
        told.push(`${userId}.${number} ${kind}`);
        expect(sql.get('SELECT 1 FROM events WHERE user_id = ? AND seq = ?', userId, number)).toBeDefined();
      },
    });
    const asked = ledger.transact<Executed>((writer) => writer.execute(2, register(1)));
    const again = ledger.transact<Executed>((writer) => writer.execute(2, register(1)));
    turn();
    await Promise.all([asked, again]);
    expect(told.filter((one) => one.endsWith('friend_joined'))).toEqual(['1.2 friend_joined']);
  });
});
