/** The pauses of the publishing: requests have their turn, and what was committed leaves the write-ahead log. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPause } from '#api/deployments/machine/pause.ts';
import { ThreadEnded } from '#api/deployments/machine/tree-threads.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';

/** More than SQLite moves by itself, and less than the log may hold. */
const BYTES = 6_000_000;

const NO_LOG = { path: 'log', pragma: () => null, checkpoint() {} };

test('requests have their turn before the next commit, while commits are moved', async () => {
  const order: string[] = [];
  const pause = createPause(NO_LOG, {
    checkpoint: (log) => {
      order.push(`${log.path} is moved`);
      return new Promise(() => {});
    },
  });
  setImmediate(() => order.push('request'));
  await pause();
  setImmediate(() => order.push('another request'));
  order.push('commit');
  await pause();
  order.push('another commit');
  expect(order).toEqual(['request', 'log is moved', 'commit', 'another request', 'another commit']);
});

test('a thread that ends meanwhile fails nothing, and the next pause asks again', async () => {
  let asked = 0;
  const pause = createPause(NO_LOG, {
    async checkpoint() {
      asked += 1;
      throw new ThreadEnded();
    },
  });
  await pause();
  await pause();
  expect(asked).toBe(2);
});

test('what fails a move fails a pause, once', async () => {
  const pause = createPause(NO_LOG, {
    async checkpoint() {
      throw new Error('The disk is gone');
    },
  });
  await expect(pause()).rejects.toThrow('The disk is gone');
});

test('no commit moves others itself, but for those of a log that nobody moves', async () => {
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
