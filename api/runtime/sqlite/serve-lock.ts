/**
 * Allows one server per database file. It is SQLite's own lock on a file beside the database, which the operating system
 * releases whenever the process ends.
 */
import { existsSync, realpathSync } from 'node:fs';
import Database from 'better-sqlite3';

export type ServeLock =
  | { readonly ok: true; release(): void }
  | { readonly ok: false; readonly error: { readonly type: 'already_serving' } };

/** Takes the lock for the database at `path` without waiting. Throws if the lock file cannot be created. */
export function takeServeLock(path: string): ServeLock {
  // A file has one lock, whatever link leads to it.
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
