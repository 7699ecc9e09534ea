/** Telling on a machine: by one timer, between requests, and with nothing done once it is stopped. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openLedger } from '#api/ledger/ledger.ts';
import { migrations } from '#api/migrations.ts';
import { noticesByTimer } from '#api/notices/by-timer.ts';
import { keepNotice } from '#api/notices/waiting.ts';
import { openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';
import { migrate } from '#api/sqlite/migrations.ts';
import type { Sql } from '#api/sqlite/port.ts';
import { hmacHex, sha256 } from '#tests/support/homes.ts';
import { noticeOf } from '#tests/support/notices.ts';
import { START } from './support.ts';

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

test('a machine tells of what a commit brings that nobody asked for, and leaves its database alone once stopped', async () => {
  const parts = await owing();
  const timers: (() => void)[] = [];
  const answers: ((answer: 'taken') => void)[] = [];
  const notices = noticesByTimer({
    ...parts,
    notifier: { tell: () => new Promise((resolve) => void answers.push(resolve)) },
    readOnly: false,
    after(_, run) {
      timers.push(run);
      return () => {};
    },
    onFault: (_, cause) => expect.unreachable(`${cause}`),
  });
  await openLedger({ ...parts, ...notices.ofLedger }).idle();
  expect(timers.length).toBe(1);
  timers[0]?.();
  expect(answers.length).toBe(1);
  notices.stop();
  answers[0]?.('taken');
  await new Promise(setImmediate);
  expect(parts.sql.all('SELECT * FROM notices').length).toBe(2);
  expect(timers.length).toBe(1);
});

/** A machine with nothing to do, which tells everything at once; its timers are in the test's hand. */
function telling(sql: Sql) {
  const timers: (() => void)[] = [];
  const told: number[] = [];
  const notices = noticesByTimer({
    sql,
    clock: { now: () => START + 1000 },
    notifier: {
      async tell(userId) {
        told.push(userId);
        return 'taken';
      },
    },
    readOnly: false,
    after(_, run) {
      timers.push(run);
      return () => {};
    },
    onFault: (_, cause) => expect.unreachable(`${cause}`),
  });
  return { notices, timers, told };
}

test('however many wait and however fast they are taken, a machine answers requests between two batches', async () => {
  const { sql } = await owing();
  for (let userId = 1; userId <= 3; userId += 1) keepNotice(sql, noticeOf(userId, 1));
  const { notices, timers, told } = telling(sql);
  notices.start();
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
    const { notices, timers, told } = telling(sql);
    const parts = { sql, clock: { now: () => START }, sha256, hmac: hmacHex, schedule: setImmediate };
    const ledger = openLedger({ ...parts, ...notices.ofLedger });
    await ledger.transact(() => null);
    expect(timers.length).toBe(0);
    keepNotice(other, noticeOf(1, 1));
    await ledger.transact(() => null);
    timers.at(-1)?.();
    expect(told).toEqual([1]);
    notices.stop();
  } finally {
    sql.close();
    other.close();
    rmSync(folder, { recursive: true });
  }
});
