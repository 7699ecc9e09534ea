/** The probe's timer, and the probe of a machine's database file. */
import { cpSync, mkdtempSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleCalendar } from '#api/calendar/sample.ts';
import { openPublicObject } from '#api/deployments/durable-objects/public.ts';
import { objectsReadiness } from '#api/deployments/durable-objects/readiness.ts';
import { migrations } from '#api/migrations.ts';
import { machineProbe } from '#api/runtime/health/machine-probe.ts';
import { marketProblems, senderProblems } from '#api/runtime/health/problems.ts';
import { probeByTimer, probeWhenAsked, type ReadyReport } from '#api/runtime/health/readiness.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { type Sql, StorageGoneError } from '#api/runtime/sqlite/port.ts';
import type { Problem } from '#core/contract/public.ts';
import { ledgerRig, NOON, record, register } from '../../../support/ledger.ts';

const GONE: Problem = { code: 'database_gone', message: 'gone' };

describe('the timer', () => {
  function rig() {
    const clock = { at: NOON, now: () => clock.at };
    const timers = new Set<{ at: number; run: () => void }>();
    const state = {
      found: [] as readonly Problem[] | Error,
      probes: 0,
      changes: [] as (readonly Problem[])[],
    };
    const readiness = probeByTimer({
      clock,
      after(ms, run) {
        const timer = { at: clock.at + ms, run };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
      probe() {
        state.probes += 1;
        if (state.found instanceof Error) throw state.found;
        return state.found;
      },
      onChange: (problems) => state.changes.push(problems),
    });
    function pass(ms: number): void {
      clock.at += ms;
      for (const timer of [...timers].filter(({ at }) => at <= clock.at)) {
        timers.delete(timer);
        timer.run();
      }
    }
    return { readiness, state, timers, pass };
  }

  test('probes at once and every five seconds, and a report only repeats the last result', () => {
    const { readiness, state, pass } = rig();
    expect(state.probes).toBe(1);
    state.found = [GONE];
    for (let call = 0; call < 100; call++) expect(readiness.report().problems).toEqual([]);
    pass(4999);
    expect(state.probes).toBe(1);
    pass(1);
    expect(readiness.report()).toEqual({ problems: [GONE], checkedAt: NOON + 5000 });
    expect(state).toMatchObject({ probes: 2, changes: [[GONE]] });
    state.found = [];
    pass(5000);
    expect(readiness.report().problems).toEqual([]);
    expect(state.changes).toEqual([[GONE], []]);
  });

  test('treats a failing probe as a database that cannot be written, and continues', () => {
    const { readiness, state, pass } = rig();
    state.found = new Error('malformed');
    pass(5000);
    expect(readiness.report().problems).toMatchObject([
      { code: 'database_unwritable', message: expect.stringContaining('malformed') },
    ]);
    state.found = [];
    pass(5000);
    expect(readiness.report().problems).toEqual([]);
  });

  test('ends when it is stopped', () => {
    const { readiness, state, timers, pass } = rig();
    readiness.stop();
    expect(timers.size).toBe(0);
    pass(60_000);
    expect(state.probes).toBe(1);
  });

  test('without timers, repeated reports probe once in five seconds', async () => {
    const clock = { at: NOON, now: () => clock.at };
    let probes = 0;
    const ready = probeWhenAsked({
      clock,
      async probe() {
        probes += 1;
        if (probes === 2) throw new Error('no answer');
        return [];
      },
    });
    await Promise.all([ready(), ready(), ready()]);
    expect(probes).toBe(1);
    clock.at += 5000;
    expect((await ready()).problems).toMatchObject([{ code: 'database_unwritable' }]);
    clock.at += 4999;
    await ready();
    expect(probes).toBe(2);
  });
});

test('an outdated market and waiting messages are named', () => {
  const date = '2026-03-10T12:00:00.000Z';
  expect(marketProblems({ date, stale: false })).toEqual([]);
  expect(marketProblems({ date, stale: true })).toMatchObject([{ code: 'market_old' }]);
  expect(marketProblems(null)).toMatchObject([{ code: 'market_old' }]);
  expect(senderProblems(null, NOON)).toEqual([]);
  expect(senderProblems(NOON - 600_000, NOON)).toEqual([]);
  expect(senderProblems(NOON - 600_001, NOON)).toMatchObject([{ code: 'messages_waiting' }]);
});

describe('a database file', () => {
  let folder: string;
  let path: string;
  let sql: NodeSqlite;
  let free: number;
  let codes: () => string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'irich-probe-'));
    path = join(folder, 'irich.sqlite');
    sql = openBetterSqlite3(path);
    migrate(sql, migrations, NOON);
    free = 1e12;
    const clock = { at: NOON, now: () => clock.at };
    const probe = machineProbe({
      sql,
      clock,
      openByName: () => openBetterSqlite3(path, { readonly: true, mustExist: true }),
      freeBytes: () => free,
    });
    codes = () => {
      clock.at += 5000;
      return probe().map(({ code }) => code);
    };
  });
  afterEach(() => {
    sql.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test('is ready, with or without room on its disk', () => {
    expect(codes()).toEqual([]);
    free = 64 * 1024 * 1024 - 1;
    expect(codes()).toEqual(['disk_nearly_full']);
    free += 1;
    expect(codes()).toEqual([]);
  });

  const losses: readonly [string, string, () => void][] = [
    ['was deleted', 'database_gone', () => rmSync(path)],
    ['was moved away', 'database_gone', () => renameSync(path, `${path}.old`)],
    ['lost its write-ahead log', 'database_gone', () => rmSync(`${path}-wal`)],
    [
      'was replaced by a copy of itself',
      'database_replaced',
      () => {
        cpSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
    ],
  ];
  test.each(losses)('that %s is noticed and refuses further commits', async (_, code, lose) => {
    const rig = ledgerRig(sql, undefined, migrations);
    await rig.execute(1, register());
    expect(codes()).toEqual([]);
    lose();
    expect(codes()).toEqual([code]);
    const refused = rig.ledger.transact((writer) => writer.execute(1, record('r1')).ok);
    rig.turn();
    expect(await refused).toEqual({ ok: false, error: { type: 'storage_gone' } });
    expect(() => sql.transaction(() => sql.run("INSERT INTO meta VALUES ('x', 'y')"))).toThrow(
      StorageGoneError,
    );
    expect(rig.ledger.read.account(1)?.head.seq).toBe(1);
    expect(rig.ledger.read.eventById(1, 'r1')).toBeNull();
  });

  test.each(losses)('that %s refuses writes outside of a transaction and is still read', (_, __, lose) => {
    const write = (name: string) => sql.run("INSERT INTO meta VALUES (?, '')", name);
    const found = (name: string) => sql.get('SELECT 1 AS found FROM meta WHERE name = ?', name);
    expect(write('before')).toEqual({ changes: 1, lastInsertRowid: expect.anything() });
    lose();
    expect(() => write('after')).toThrow(StorageGoneError);
    expect([found('before'), found('after')]).toEqual([{ found: 1 }, undefined]);
  });

  test('that disappears while a row is written acknowledges nothing', () => {
    const faults: (null | 'gone')[] = [];
    const other = openBetterSqlite3(join(folder, 'other.sqlite'), {
      guard: { fault: () => faults.shift() ?? null },
    });
    other.run('CREATE TABLE t (x)');
    faults.push(null, 'gone');
    expect(() => other.run('INSERT INTO t VALUES (1)')).toThrow(StorageGoneError);
    expect(faults).toEqual([]);
    other.close();
  });

  test('that disappears while a commit is written acknowledges nothing', async () => {
    const rig = ledgerRig(sql, undefined, migrations);
    await rig.execute(1, register());
    const settled = rig.ledger.transact((writer) => {
      const done = writer.execute(1, record('r1')).ok;
      rmSync(path);
      return done;
    });
    rig.turn();
    expect(await settled).toEqual({ ok: false, error: { type: 'storage_gone' } });
  });

  test('that disappears between the check and the end of COMMIT acknowledges nothing', () => {
    const faults: (null | 'gone')[] = [null, 'gone'];
    const other = openBetterSqlite3(join(folder, 'other.sqlite'), {
      guard: { fault: () => faults.shift() ?? null },
    });
    expect(() => other.transaction(() => other.run('CREATE TABLE t (x)'))).toThrow(StorageGoneError);
    expect(faults).toEqual([]);
    other.close();
  });

  test('that is put back is writable again', () => {
    expect(codes()).toEqual([]);
    renameSync(path, `${path}.old`);
    expect(codes()).toEqual(['database_gone']);
    renameSync(`${path}.old`, path);
    expect(codes()).toEqual([]);
  });

  test('whose pages were overwritten fails', async () => {
    const rig = ledgerRig(sql, undefined, migrations);
    await rig.execute(1, register());
    for (let index = 0; index < 300; index++) await rig.execute(1, record(`r${index}`));
    expect(codes()).toEqual([]);
    sql.pragma('wal_checkpoint(TRUNCATE)');
    const size = Number(sql.pragma('page_count')) * Number(sql.pragma('page_size'));
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(size - 4096, 0xa5), 0, size - 4096, 4096);
    expect(codes).toThrow(/malformed|disk image/);
  });
});

describe('the public object', () => {
  function objectOver(sql: Sql) {
    const clock = { at: NOON, now: () => clock.at };
    const object = openPublicObject({
      sql,
      clock,
      alarm: { set() {}, clear() {} },
      config: {
        marketProvider: 'live',
        marketApiUrl: 'http://127.0.0.1:9',
        marketApiKey: null,
        fearGreedUrl: 'http://127.0.0.1:9',
        calendarFeedUrl: null,
      },
      fetch: () => Promise.reject(new Error('no call is expected')),
      userAgent: 'test',
      calendar: sampleCalendar(clock),
      user: null,
      onFault() {},
    });
    return { object, clock };
  }

  test('reports that it can be written and the age of its market', async () => {
    const { object } = objectOver(openBetterSqlite3(':memory:'));
    expect((await object.ready()).problems).toMatchObject([{ code: 'market_old' }]);
  });

  test('reports that it cannot be written, until it can', async () => {
    const sql = openBetterSqlite3(':memory:');
    let isBroken = true;
    const { object, clock } = objectOver({
      ...sql,
      run(text, ...values) {
        if (isBroken && text.includes('INTO probe')) throw new Error('disk I/O error');
        return sql.run(text, ...values);
      },
    });
    expect((await object.ready()).problems).toMatchObject([
      { code: 'database_unwritable', message: expect.stringContaining('disk I/O error') },
    ]);
    isBroken = false;
    clock.at += 5000;
    expect((await object.ready()).problems).toMatchObject([{ code: 'market_old' }]);
  });
});

describe('the edge with Durable Objects', () => {
  /** @param market how the public object answers. @param waitingSince what the sender reports; null for no sender. */
  function edgeOver(
    market: () => Promise<ReadyReport>,
    waitingSince: (() => Promise<number | null>) | null = null,
  ) {
    const clock = { at: NOON, now: () => clock.at };
    const timers: (() => void)[] = [];
    const ready = objectsReadiness({
      clock,
      after(_, run) {
        timers.push(run);
        return () => timers.splice(timers.indexOf(run), 1);
      },
      market: () => ({ ready: market }),
      sender: waitingSince === null ? null : () => ({ waitingSince }),
    });
    return { ready: async () => (await ready()).problems, clock, timers };
  }
  const sound = async () => ({ problems: [], checkedAt: NOON });
  const old = { code: 'market_old', message: 'The market was never read' } as const;

  test("passes on the public object's result and adds the sender's backlog", async () => {
    const report = { problems: [old], checkedAt: NOON };
    expect(await edgeOver(async () => report).ready()).toEqual([old]);
    const waiting = (ms: number) => edgeOver(sound, async () => NOON - ms).ready();
    expect(await waiting(600_000)).toEqual([]);
    expect(await waiting(600_001)).toMatchObject([{ code: 'messages_waiting' }]);
    expect(await edgeOver(sound, async () => null).ready()).toEqual([]);
  });

  test('fails if an object refuses or does not answer in time', async () => {
    const unwritable = [{ code: 'database_unwritable' }];
    const refuses = () => Promise.reject(new Error('overloaded'));
    expect(await edgeOver(refuses).ready()).toMatchObject(unwritable);
    expect(await edgeOver(sound, refuses).ready()).toMatchObject(unwritable);
    const { ready, timers } = edgeOver(() => new Promise<never>(() => undefined));
    const asked = ready();
    for (const run of [...timers]) run();
    expect(await asked).toMatchObject(unwritable);
  });

  test('fails if only the sender does not answer in time', async () => {
    const { ready, timers } = edgeOver(sound, () => new Promise<never>(() => undefined));
    const asked = ready();
    await new Promise(setImmediate);
    expect(timers).toHaveLength(1);
    for (const run of [...timers]) run();
    expect(await asked).toMatchObject([{ code: 'database_unwritable' }]);
  });

  test('leaves no timer behind after the answers', async () => {
    const { ready, timers } = edgeOver(sound, async () => null);
    expect(await ready()).toEqual([]);
    await new Promise(setImmediate);
    expect(timers).toEqual([]);
  });
});
