/** The pauses of the publishing. */
import type { NodeSqlite } from '#api/runtime/sqlite/better-sqlite3.ts';

/**
 * Lets requests have their turn, and moves the last commits into the file of the log in a turn of its own. Otherwise the commit
 * that fills a thousand pages would do so, and be twice as long as the others.
 */
export function createPause(log: Pick<NodeSqlite, 'checkpoint'>): () => Promise<void> {
  return async () => {
    await turn();
    log.checkpoint();
    await turn();
  };
}

const turn = () => new Promise<void>(setImmediate);
