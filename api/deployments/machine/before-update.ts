/** Keeps a copy of the database before a newer version changes it: `irich.sqlite.before-VERSION`, beside it. */
import { closeSync, openSync, readdirSync, realpathSync, renameSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { currentHeads } from '#api/ledger/heads.ts';
import type { NodeSqlite } from '#api/runtime/sqlite/better-sqlite3.ts';
import { removeDatabase, sync } from '#api/runtime/sqlite/database-files.ts';
import { CopyFault, writeCopy } from './copy-database.ts';

export interface BeforeUpdate {
  readonly sql: NodeSqlite;
  /** The version that will change the database. */
  readonly version: string;
  /** On the disk of the database. */
  readonly freeBytes: () => number;
}

/** This much must stay free on the disk, bytes. */
const MARGIN = 64 * 1024 * 1024;
const COPIES_KEPT = 2;
const COPY = /^\d+\.\d+\.\d+$/;
const PARTIAL = /\.partial(-journal|-wal|-shm)?$/;

/**
 * Makes the copy and removes all but the newest two. A copy gets its name once it is whole, so a kill leaves none: the next
 * start begins again.
 * @returns what stands in the way of the copy; null once it is made.
 */
export function copyBeforeUpdate({ sql, version, freeBytes }: BeforeUpdate): string | null {
  const file = realpathSync(sql.path);
  // The rest of a killed copy would count as used.
  removePartialCopies(file);
  const needed = sizeOf(file) + sizeOf(`${file}-wal`) + MARGIN;
  const free = freeBytes();
  if (free < needed)
    return `no room for a copy of ${file} before its update: ${megabytes(needed)} are needed, ${megabytes(free)} are free`;
  const copy = `${file}.before-${version}`;
  const partial = `${copy}.partial`;
  // The file exists with mode 0600 before SQLite writes the copy into it.
  closeSync(openSync(partial, 'wx', 0o600));
  try {
    writeCopy(sql, partial, [...currentHeads(sql)]);
  } catch (error) {
    removeDatabase(partial);
    if (error instanceof CopyFault) return `no copy of ${file} before its update: ${error.message}`;
    throw error;
  }
  sync(partial);
  renameSync(partial, copy);
  sync(dirname(file));
  const older = namesBeside(file, (rest) => COPY.test(rest))
    .map((path) => ({ path, at: statSync(path).mtimeMs }))
    .filter(({ path }) => path !== copy)
    .sort((one, other) => other.at - one.at);
  for (const { path } of older.slice(COPIES_KEPT - 1)) removeDatabase(path);
  return null;
}

/** Removes what a killed start left of a copy. */
export function removePartialCopies(path: string): void {
  const file = realpathSync(path);
  for (const partial of namesBeside(file, (rest) => PARTIAL.test(rest))) removeDatabase(partial);
}

/** The paths of copies beside a database, by what follows `.before-` in their names. */
function namesBeside(file: string, isOne: (rest: string) => boolean): string[] {
  const start = `${basename(file)}.before-`;
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(start) && isOne(name.slice(start.length)))
    .map((name) => join(dirname(file), name));
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const megabytes = (bytes: number) => `${Math.ceil(bytes / 2 ** 20)} MB`;
