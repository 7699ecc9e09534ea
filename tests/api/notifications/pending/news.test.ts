/** News on a machine: told by the scheduler after commits, between requests, and never once the process has ended. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLedger } from '#api/ledger/ledger.ts';
import { migrations } from '#api/migrations.ts';
import { tellNews } from '#api/notifications/duties.ts';
import type { Notifier } from '#api/notifications/pending/notifier.ts';
import { keepNotice } from '#api/notifications/pending/waiting.ts';
import { createScheduler, type Scheduler, timerAlarm } from '#api/runtime/scheduler.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { START } from '#tests/api/support.ts';
import { noticeOf } from '#tests/support/notices.ts';
import { hmacHex, sha256 } from '#tests/support/test-deployment.ts';

/** A database in which a credit for user 1 waits, as of an earlier process. */
async function owing() {
  const sql = openBetterSqlite3(':memory:');
  const clock = { now: () => START };
  migrate(sql, migrations, START);
  const parts = { sql, clock, sha256, hmac: hmacHex, schedule: setImmediate };
  const before = openLedger({ ...parts, credits: 'elsewhere' });
  const registered = { type: 'register', firstAuthDate: START / 1000, premium: false } as const;
  await before.transact((writer) => {
    writer.execute(1, { ...registered, referrer: null, referrerRegistered: false });
    writer.execute(2, { ...registered, referrer: 1, referrerRegistered: true });
  });
  return parts;
}

/** A machine with nothing else to do; its timers are rung by the test. */
function telling(sql: Sql, tell: Notifier['tell']) {
  const timers: (() => void)[] = [];
  const clock = { now: () => START + 1000 };
  const after = (_: number, run: () => void) => {
    timers.push(run);
    return () => {};
  };
  const onFault = (_: string, cause: unknown) => expect.unreachable(`${cause}`);
  const scheduler: Scheduler = createScheduler({
    alarm: timerAlarm(clock, after, () => void scheduler.ring()),
    duties: [tellNews({ sql, clock, notifier: { tell }, onFault }, 1)],
    clock,
    pauseMs: 60_000,
    onFault,
  });
  const ofLedger = {
    onNotice: (notice: Parameters<typeof keepNotice>[1]) => keepNotice(sql, notice),
    onCommit: scheduler.wake,
  };
  return { scheduler, timers, ofLedger };
}

test('a commit that no request asked for is told, and a process that has ended leaves its database alone', async () => {
  const parts = await owing();
  const answers: ((answer: 'taken') => void)[] = [];
  const { scheduler, timers, ofLedger } = telling(
    parts.sql,
    () => new Promise((resolve) => void answers.push(resolve)),
  );
  await openLedger({ ...parts, ...ofLedger }).idle();
  timers.at(-1)?.();
  expect(answers.length).toBe(1);
  const set = timers.length;
  scheduler.halt();
  answers[0]?.('taken');
  await new Promise(setImmediate);
  expect(parts.sql.all('SELECT * FROM notices').length).toBe(2);
  expect(timers.length).toBe(set);
});

test('requests are answered between two batches, however many wait and however fast they are taken', async () => {
  const { sql } = await owing();
  for (let userId = 1; userId <= 3; userId += 1) keepNotice(sql, noticeOf(userId, 1));
  const told: number[] = [];
  const { scheduler, timers } = telling(sql, async (userId) => {
    told.push(userId);
    return 'taken';
  });
  scheduler.wake();
  for (let turn = 1; turn <= 3; turn += 1) {
    timers.at(-1)?.();
    await new Promise(setImmediate);
    expect(told.length).toBe(turn);
  }
});

test('what the command line leaves behind is told with the next commit', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'notices-'));
  const sql = openBetterSqlite3(join(folder, 'a.sqlite'));
  const other = openBetterSqlite3(join(folder, 'a.sqlite'));
  try {
    migrate(sql, migrations, START);
    const told: number[] = [];
    const { scheduler, timers, ofLedger } = telling(sql, async (userId) => {
      told.push(userId);
      return 'taken';
    });
    const parts = { sql, clock: { now: () => START }, sha256, hmac: hmacHex, schedule: setImmediate };
    const ledger = openLedger({ ...parts, ...ofLedger });
    await ledger.transact(() => null);
    expect(timers.length).toBe(0);
    keepNotice(other, noticeOf(1, 1));
    await ledger.transact(() => null);
    timers.at(-1)?.();
    expect(told).toEqual([1]);
    await scheduler.stop();
  } finally {
    sql.close();
    other.close();
    rmSync(folder, { recursive: true });
  }
});
