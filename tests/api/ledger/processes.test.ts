/** The ledger with real processes and a real disk: killed under load, two writers on one file, a disk that fills up. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rebuild } from '#api/ledger/rebuild.ts';
import type { Executed } from '#api/ledger/types.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { audit } from '#tests/support/audit.ts';
import { hmacHex, sha256Hex } from '../../support/hashing.ts';
import { clockAt, type LedgerRig, ledgerRig, record, register, threeFriends } from '../../support/ledger.ts';

// The machine may be busy, and these tests use processes, threads and disks.
vi.setConfig({ testTimeout: 60_000 });

let folder: string;
let path: string;
let sql: NodeSqlite;
let rig: LedgerRig;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ledger-'));
  path = join(folder, 'a.sqlite');
  sql = openBetterSqlite3(path);
  rig = ledgerRig(sql, clockAt(Date.now()));
});
afterEach(() => {
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

const PROGRAM = fileURLToPath(new URL('../../support/append-process.ts', import.meta.url));

function appendIn(prefix: string, users: readonly number[], count: number): ChildProcess {
  return spawn(process.execPath, [PROGRAM, path, prefix, users.join(','), String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function linesFrom(child: ChildProcess): AsyncIterable<string> {
  if (child.stdout === null) throw new Error('The process has no output');
  return createInterface({ input: child.stdout });
}

function findings(): unknown {
  return audit({ sql, sha256: sha256Hex, hmac: hmacHex }).findings;
}

describe('killed under load', () => {
  it.each([1, 40, 300])(
    'after %i answers, no acknowledged record is lost and the ledger is sound',
    async (answers) => {
      const users = Array.from({ length: 32 }, (_, index) => index + 1);
      for (const userId of users)
        await rig.execute(userId, register(userId === 1 ? null : Math.ceil(userId / 2)));
      const child = appendIn('k', users, 100_000);
      const acknowledged: string[] = [];
      for await (const line of linesFrom(child)) {
        if (line !== 'ready') acknowledged.push(line);
        if (acknowledged.length === answers) child.kill('SIGKILL');
      }
      expect(acknowledged.length).toBeGreaterThanOrEqual(answers);
      const after = rig.reopen();
      after.turn();
      for (const line of acknowledged) {
        const [userId = '', recordId = ''] = line.split(':');
        expect(after.ledger.read.eventById(Number(userId), recordId)).not.toBeNull();
      }
      expect(findings()).toEqual([]);
      expect(await after.execute(1, record('after', after.clock.at))).toMatchObject({ ok: true });
    },
  );
});

describe('two processes on one file', () => {
  it('append to the same ledgers, each event once and in one chain', async () => {
    for (const userId of [1, 2]) await rig.execute(userId, register(userId === 1 ? null : 1));
    const child = appendIn('theirs', [1, 2], 150);
    const exited = once(child, 'exit');
    const lines = linesFrom(child)[Symbol.asyncIterator]();
    expect(await lines.next()).toMatchObject({ value: 'ready' });
    let ours = 0;
    let theirs = 0;
    while (theirs < 300) {
      for (const userId of [1, 2]) {
        ours += 1;
        await rig.execute(userId, record(`ours-${ours}`, rig.clock.at));
      }
      const line = await lines.next();
      expect(line.done).not.toBe(true);
      theirs += 1;
    }
    await exited;
    const recorded = sql.get<{ n: number }>(
      "SELECT count(*) AS n FROM events WHERE type = 'CalculationRecorded.v1'",
    );
    expect(recorded?.n).toBe(ours + theirs);
    expect(findings()).toEqual([]);
  });

  it("continue from each other's events, in refusals too", async () => {
    const other = ledgerRig(openBetterSqlite3(path), rig.clock);
    await rig.execute(1, register());
    const bothSee = async () => {
      for (const one of [rig, other]) {
        const seen = await one.alone((writer) => ({ is: writer.account(1) }));
        expect(seen.is).toEqual(one.ledger.read.account(1));
      }
    };
    await bothSee();
    await other.execute(1, { type: 'claim_check_in' });
    await bothSee();
    expect(await rig.execute(1, { type: 'claim_check_in' })).toMatchObject({
      error: { type: 'already_claimed' },
    });
    await rig.execute(1, { type: 'delete_data' });
    expect(await other.execute(1, record('late', rig.clock.at))).toMatchObject({
      error: { type: 'data_deleted' },
    });
    await bothSee();
    expect(findings()).toEqual([]);
  });
});

describe('a full disk', () => {
  it('answers storage_full to the whole commit and recovers once there is room', async () => {
    await threeFriends(rig);
    const before = sql.all('SELECT * FROM events');
    const limit = Number(sql.pragma('page_count'));
    sql.pragma(`max_page_count = ${limit}`);
    let index = 0;
    const ask = async () => {
      const asked = Array.from({ length: 20 }, () => {
        index += 1;
        const command = record(`full-${index}`, rig.clock.at);
        return rig.ledger.transact<Executed>((writer) => writer.execute((index % 3) + 1, command));
      });
      rig.turn();
      return Promise.all(asked);
    };
    let kept = 0;
    let answers = await ask();
    while (answers.every((answer) => answer.ok)) {
      kept += answers.length;
      answers = await ask();
    }
    expect(answers).toEqual(answers.map(() => ({ ok: false, error: { type: 'storage_full' } })));
    expect(rig.ledger.read.account(1)).not.toBeNull();
    const mine = sql.all("SELECT 1 FROM events WHERE event_id LIKE 'full-%'");
    expect(mine).toHaveLength(kept);
    expect(sql.all('SELECT * FROM events').length).toBeGreaterThanOrEqual(before.length);
    expect(findings()).toEqual([]);
    sql.pragma(`max_page_count = ${limit + 1000}`);
    expect((await ask()).every((answer) => answer.ok)).toBe(true);
    expect(findings()).toEqual([]);
  });
});

/** Processor time of this thread: wall time on a busy machine includes other processes. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Of one hold of the write lock. */
const MOST_STATEMENTS = 1300;
/** A hold against as many bare updates in the same run: 10 to 16 times on a machine with two cores. */
const MOST_RATIO = 40;
const ROUNDS = 10;

/** Of as many updates as a hold may have, which only name a row. */
function bareMs(): number {
  const began = cpuMs();
  sql.transaction(() => {
    for (let update = 0; update < ROUNDS * MOST_STATEMENTS; update += 1)
      sql.run('UPDATE accounts SET version = version WHERE user_id = ?', (update % MOST_STATEMENTS) + 1);
  });
  return (cpuMs() - began) / ROUNDS;
}

describe('long work beside a server', () => {
  it('a rebuild holds the write lock only briefly and catches up with concurrent appends', async () => {
    for (let userId = 1; userId <= 1500; userId += 1) {
      void rig.ledger.transact<Executed>((writer) => writer.execute(userId, register(userId > 1 ? 1 : null)));
      void rig.ledger.transact<Executed>((writer) => writer.execute(userId, record('r', rig.clock.at)));
    }
    rig.turn();
    sql.run('UPDATE accounts SET version = 0');
    const held: { readonly ms: number; readonly statements: number }[] = [];
    let statements = 0;
    const timed: Sql = {
      ...sql,
      run(text, ...values) {
        statements += 1;
        return sql.run(text, ...values);
      },
      transaction(work) {
        const began = { at: cpuMs(), statements };
        const value = sql.transaction(work);
        held.push({ ms: cpuMs() - began.at, statements: statements - began.statements });
        return value;
      },
    };
    const other = ledgerRig(openBetterSqlite3(path), rig.clock);
    let steps = 0;
    for (const _ of rebuild(timed)) {
      steps += 1;
      await other.execute(1, record(`meanwhile-${steps}`, rig.clock.at));
      await other.execute(1499, record(`meanwhile-${steps}`, rig.clock.at));
    }
    expect(steps).toBeGreaterThan(3);
    expect(held.length).toBeGreaterThan(2);
    for (const one of held) expect(one.statements).toBeLessThan(MOST_STATEMENTS);
    const bare = bareMs();
    for (const one of held) expect(one.ms / bare).toBeLessThan(MOST_RATIO);
    expect(findings()).toEqual([]);
    expect(sql.get('SELECT 1 FROM accounts WHERE version = 0')).toBeUndefined();
  });
});
