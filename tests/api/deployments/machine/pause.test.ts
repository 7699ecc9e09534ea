/** The pauses of the publishing: requests have their turn, and what was committed leaves the write-ahead log. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPause, type MovedLog } from '#api/deployments/machine/pause.ts';
import { ThreadEnded } from '#api/deployments/machine/tree-threads.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';

/** More than SQLite moves by itself, and less than the log may hold. */
const BYTES = 6_000_000;

/** A log with so many pages to be moved. */
const logOf = (unmoved: () => number): MovedLog => ({
  path: 'log',
  pragma: () => null,
  checkpoint() {},
  unmoved,
});

test('requests have their turn before and after, while commits are moved', async () => {
  const order: string[] = [];
  const pause = createPause(
    logOf(() => 1_001),
    {
      checkpoint: (log) => {
        order.push(`${log.path} is moved`);
        setImmediate(() => order.push('later request'));
        return new Promise(() => {});
      },
    },
  );
  setImmediate(() => order.push('request'));
  await pause();
  order.push('commit');
  await pause();
  order.push('another commit');
  expect(order).toEqual(['request', 'log is moved', 'later request', 'commit', 'another commit']);
});

test('nothing is moved before it is worth it, and the publishing waits where too much is left', async () => {
  let unmoved = 1_000;
  let moved = 0;
  let end = () => {};
  const pause = createPause(
    logOf(() => unmoved),
    {
      checkpoint: () => {
        moved += 1;
        return new Promise((resolve) => {
          end = resolve;
        });
      },
    },
  );
  await pause();
  expect(moved).toBe(0);
  unmoved = 4_000;
  await pause();
  expect(moved).toBe(1);
  unmoved = 4_001;
  let isOver = false;
  const waiting = pause().then(() => {
    isOver = true;
  });
  for (let turns = 10; turns > 0; turns -= 1) await new Promise(setImmediate);
  expect(isOver).toBe(false);
  end();
  await waiting;
  expect(moved).toBe(1);
});

test('a thread that ends meanwhile fails nothing, and the next pause asks again', async () => {
  let asked = 0;
  const pause = createPause(
    logOf(() => 2_000),
    {
      async checkpoint() {
        asked += 1;
        throw new ThreadEnded();
      },
    },
  );
  await pause();
  await pause();
  expect(asked).toBe(2);
});

test('what fails a move fails a pause, once', async () => {
  let moves = 0;
  const pause = createPause(
    logOf(() => 2_000),
    {
      async checkpoint() {
        moves += 1;
        if (moves === 1) throw new Error('The disk is gone');
      },
    },
  );
  await expect(pause()).rejects.toThrow('The disk is gone');
  await pause();
});

test('a commit moves earlier ones only once 16 MB are left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pause-'));
  const path = join(folder, 'log.sqlite');
  const log = openBetterSqlite3(path);
  try {
    createPause(log, { checkpoint: async () => {} });
    log.run('CREATE TABLE t (bytes BLOB NOT NULL) STRICT');
    const commit = () => log.run('INSERT INTO t VALUES (?)', new Uint8Array(BYTES));
    commit();
    expect(statSync(path).size).toBeLessThan(BYTES);
    for (let commits = 0; commits < 4; commits += 1) commit();
    expect(statSync(path).size).toBeGreaterThan(BYTES);
  } finally {
    log.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
