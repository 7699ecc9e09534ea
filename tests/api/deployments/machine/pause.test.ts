/** The pauses of the publishing: requests have their turn, and what was committed leaves the write-ahead log. */
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPause } from '#api/deployments/machine/pause.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';

const COMMITS = 20;
/** Of a commit. */
const BYTES = 400_000;

test('requests have their turn before the commits are moved, and after it', async () => {
  const order: string[] = [];
  const request = (name: string) => setImmediate(() => order.push(name));
  const pause = createPause({
    checkpoint() {
      order.push('moved');
      request('second request');
    },
  });
  request('first request');
  await pause();
  order.push('next commit');
  expect(order).toEqual(['first request', 'moved', 'second request', 'next commit']);
});

test('each moves the commits before it into the file, so that no commit has to', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pause-'));
  const path = join(folder, 'log.sqlite');
  const log = openBetterSqlite3(path);
  try {
    const pause = createPause(log);
    log.run('CREATE TABLE t (bytes BLOB NOT NULL) STRICT');
    for (let commit = 0; commit < COMMITS; commit += 1) {
      log.transaction(() => void log.run('INSERT INTO t VALUES (?)', new Uint8Array(BYTES).fill(commit)));
      await pause();
    }
    expect(statSync(`${path}-wal`).size).toBeLessThan(2 * BYTES);
    const copy = join(folder, 'copy.sqlite');
    copyFileSync(path, copy);
    const alone = openBetterSqlite3(copy);
    expect(alone.get('SELECT count(*) AS count FROM t')).toEqual({ count: COMMITS });
    alone.close();
  } finally {
    log.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
