/** The pauses of the publishing. */
import type { NodeSqlite } from '#api/runtime/sqlite/better-sqlite3.ts';
import { ThreadEnded, type TreeThreads } from './tree-threads.ts';

/** 16 MB. Beyond, a commit moves what no thread has moved. */
const MOST_PAGES = 4_000;

/**
 * Lets requests have their turn, and the last commits be moved into the file of the log: by a thread, while the next ones are made,
 * or else in a turn of its own. Otherwise the commit that fills a thousand pages would do so, and be twice as long as the others.
 * Fails with what failed the last move.
 */
export function createPause(
  log: Pick<NodeSqlite, 'path' | 'pragma' | 'checkpoint'>,
  { checkpoint }: Pick<TreeThreads, 'checkpoint'>,
): () => Promise<void> {
  log.pragma(`wal_autocheckpoint = ${MOST_PAGES}`);
  let isMoving = false;
  let fault: unknown = null;
  async function move(): Promise<void> {
    isMoving = true;
    try {
      await checkpoint(log);
    } catch (error) {
      // The next thread moves what one that has ended did not.
      if (!(error instanceof ThreadEnded)) fault = error;
    }
    isMoving = false;
  }
  return async () => {
    await turn();
    if (!isMoving) void move();
    await turn();
    const found = fault;
    fault = null;
    if (found !== null) throw found;
  };
}

const turn = () => new Promise<void>(setImmediate);
