/**
 * One server per database file. The lock is SQLite's own on a file beside it: the operating system frees it when the
 * process ends, however it ends.
 */
import { existsSync, realpathSync } from 'node:fs';
import Database from 'better-sqlite3';

export type ServeLock =
  | { readonly ok: true; release(): void }
  | { readonly ok: false; readonly error: { readonly type: 'already_serving' } };

/** Takes the lock for the database at `path` without waiting. Throws where the file beside it cannot be made. */
export function takeServeLock(path: string): ServeLock {
  // By whatever link a file is reached, it has one lock.
  const file = existsSync(path) ? realpathSync(path) : path;
  const database = new Database(`${file}.serve-lock`, { timeout: 0 });
  try {
    database.pragma('journal_mode = MEMORY');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      return { ok: false, error: { type: 'already_serving' } };
    }
    throw error;
  }
  return {
    ok: true,
    release() {
      database.exec('ROLLBACK');
      database.close();
    },
  };
}
