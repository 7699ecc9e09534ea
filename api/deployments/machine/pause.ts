/** The pauses of the publishing. */
import type { NodeSqlite } from '#api/runtime/sqlite/better-sqlite3.ts';
import { ThreadEnded, type TreeThreads } from './tree-threads.ts';

/** 4 MB. The commit after a move waits for the disk, as it begins the write-ahead log anew: fewer are not worth that. */
const WORTH_MOVING = 1_000;
/** 16 MB. With more than these the publishing waits. */
const MOST_PAGES = 4_000;

export type MovedLog = Pick<NodeSqlite, 'path' | 'pragma' | 'checkpoint' | 'unmoved'>;

/**
 * Lets requests have their turn, and the last commits be moved into the file of the log: by a thread, while the next ones are made,
 * or else in a turn of its own. Otherwise the commit that fills a thousand pages would do so, and be twice as long as the others.
 * Fails with what failed the last move.
 */
export function createPause(
  log: MovedLog,
  { checkpoint }: Pick<TreeThreads, 'checkpoint'>,
): () => Promise<void> {
  // A commit moves others only where nothing pauses.
  log.pragma(`wal_autocheckpoint = ${MOST_PAGES}`);
  let moving: Promise<void> | null = null;
  let fault: unknown = null;
  async function move(): Promise<void> {
    try {
      await checkpoint(log);
    } catch (error) {
      // The next thread moves what one that has ended did not.
      if (!(error instanceof ThreadEnded)) fault = error;
    }
    moving = null;
  }
  return async () => {
    await turn();
    const unmoved = log.unmoved();
    if (unmoved > WORTH_MOVING && moving === null) moving = move();
    if (unmoved > MOST_PAGES) await moving;
    await turn();
    const found = fault;
    fault = null;
    if (found !== null) throw found;
  };
}

const turn = () => new Promise<void>(setImmediate);
