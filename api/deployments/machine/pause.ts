/** The pauses of the publishing. */
import type { NodeSqlite } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { TreeThreads } from './tree-threads.ts';

/** 16 MB. Beyond, a commit moves what no thread has moved. */
const MOST_PAGES = 4_000;

/**
 * Lets requests have their turn, while a thread moves the last commits into the file of the log. Otherwise the commit that fills a
 * thousand pages would do so, and be twice as long as the others.
 */
export function createPause(
  log: Pick<NodeSqlite, 'path' | 'pragma'>,
  { checkpoint }: Pick<TreeThreads, 'checkpoint'>,
): () => Promise<void> {
  log.pragma(`wal_autocheckpoint = ${MOST_PAGES}`);
  let isMoving = false;
  async function move(): Promise<void> {
    isMoving = true;
    // A thread that ends has moved nothing: the next one will, or a commit.
    await checkpoint(log.path).catch(() => {});
    isMoving = false;
  }
  return async () => {
    if (!isMoving) void move();
    await new Promise<void>(setImmediate);
  };
}
