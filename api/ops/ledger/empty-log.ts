/** Empties the write-ahead log of a database in use, after a command that deletes: its pages still hold the bytes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { NodeSqlite } from '../../runtime/sqlite/better-sqlite3.ts';
import type { Io } from '../command.ts';

/** A running server reads the log for moments; how often to try again, and the wait between, milliseconds. */
const TRIES = 25;
const BETWEEN_MS = 200;

/** @returns false, and says what to do, where another process reads the log for longer: then it still holds the bytes. */
export async function emptyLog(sql: NodeSqlite, io: Io): Promise<boolean> {
  for (let left = TRIES; !sql.truncateLog(); left -= 1) {
    if (left === 0) {
      io.err(
        'Another process, such as Litestream, reads the write-ahead log, which still holds bytes of deleted rows:' +
          ' stop irich-litestream, run `npm run ledger -- vacuum`, and start it again.\n',
      );
      return false;
    }
    await (io.wait ?? sleep)(BETWEEN_MS);
  }
  return true;
}
