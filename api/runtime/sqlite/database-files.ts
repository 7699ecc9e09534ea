/** Files of databases on a disk. */
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';

/** Waits until a file, or the names in a folder, are on the disk. */
export function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Removes a database with all that SQLite writes beside it. */
export function removeDatabase(path: string): void {
  for (const rest of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${rest}`, { force: true });
}
