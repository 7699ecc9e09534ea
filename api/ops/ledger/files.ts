/** Files that commands read line by line, and files that they write once and never overwrite. */
import { closeSync, existsSync, linkSync, openSync, readSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeDatabase, sync } from '../../runtime/sqlite/database-files.ts';
import { CommandStopped } from '../command.ts';

/** The lines of a UTF-8 file, read without holding the file in memory. */
export function* linesOf(path: string): Generator<string> {
  if (!existsSync(path)) throw new CommandStopped(`There is no file ${path}.`);
  const file = openSync(path, 'r');
  try {
    const decoder = new TextDecoder('utf-8');
    const bytes = new Uint8Array(64 * 1024);
    let rest = '';
    for (;;) {
      const count = readSync(file, bytes);
      rest += decoder.decode(bytes.subarray(0, count), { stream: count > 0 });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      if (count === 0) break;
    }
    if (rest !== '') yield rest;
  } finally {
    closeSync(file);
  }
}

/** Writes a new file, as `newFile`, from pieces of text. */
export function newTextFile<T>(
  path: string,
  write: (append: (text: string) => void) => Promise<T>,
): Promise<T> {
  return newFile(path, async (partial) => {
    const file = openSync(partial, 'wx', 0o600);
    let waiting = '';
    const flush = () => {
      // Writes everything or throws; on a nearly full disk a single write may be partial.
      writeFileSync(file, waiting);
      waiting = '';
    };
    try {
      const value = await write((text) => {
        waiting += text;
        if (waiting.length > 256 * 1024) flush();
      });
      flush();
      return value;
    } finally {
      closeSync(file);
    }
  });
}

/**
 * Gives a file its name once it is written whole. Throws `CommandStopped` if the name is taken, or its folder is missing.
 * @param write writes the file under a name for the meantime.
 */
export async function newFile<T>(path: string, write: (partial: string) => T | Promise<T>): Promise<T> {
  if (existsSync(path)) throw taken(path);
  requireFolder(path);
  const partial = `${path}.partial-${process.pid}`;
  let value: T;
  try {
    value = await write(partial);
  } catch (error) {
    // After an error such as a full disk, half a file would keep the disk full.
    removeDatabase(partial);
    throw error;
  }
  sync(partial);
  try {
    linkSync(partial, path);
    sync(dirname(path));
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? taken(path) : error;
  } finally {
    unlinkSync(partial);
  }
  return value;
}

/** Throws `CommandStopped` if the folder of a file is missing. */
export function requireFolder(path: string): void {
  if (!existsSync(dirname(path))) throw new CommandStopped(`There is no folder ${dirname(path)}.`);
}

function taken(path: string): CommandStopped {
  return new CommandStopped(`${path} exists and is never overwritten.`);
}
