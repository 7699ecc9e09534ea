/** `restore`: puts a checked backup in the place of the machine's database. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { type HeadsSaved, saveHeads } from '../../ledger/admission.ts';
import { compareHeads, currentHeads, isHeadSeq } from '../../ledger/heads.ts';
import { migrations } from '../../migrations.ts';
import { markAsCopy } from '../../proof/marks.ts';
import { type NodeSqlite, openBetterSqlite3 } from '../../runtime/sqlite/better-sqlite3.ts';
import { removeDatabase, sync } from '../../runtime/sqlite/database-files.ts';
import { migrate, migrationGap } from '../../runtime/sqlite/migrations.ts';
import { takeServeLock } from '../../runtime/sqlite/serve-lock.ts';
import { CommandStopped, FINE, grouped, type Io, printable, systemCode, WRONG } from '../command.ts';
import { auditCommand } from './audit-commands.ts';
import { headsBeside, timeInName } from './backup-commands.ts';
import { requireFolder } from './files.ts';
import { headsIn } from './heads-commands.ts';
import { databasePath, giveSecret, newerDatabase } from './places.ts';

export interface RestoreArguments {
  readonly database: string | undefined;
  /** A file of heads that were saved after the backup. */
  readonly heads: string | undefined;
  /** Restores the backup although its audit finds something: the operator has read what. */
  readonly despiteFindings: boolean;
}

/**
 * Audits a copy of the backup, lets devices bring back all that the old database and the given heads show, and puts the copy
 * in the place of the database. The old file stays beside it. Where something is wrong nothing changes.
 */
export async function restoreCommand(io: Io, named: string, options: RestoreArguments): Promise<number> {
  if (!existsSync(named)) throw new CommandStopped(`There is no file ${named}.`);
  // Log and heads stand beside the file, not beside a link to it.
  const backup = realpathSync(named);
  const path = placeOf(resolve(databasePath(io, options.database)));
  const copy = `${path}.restoring`;
  if (isSameFile(backup, path) || isSameFile(backup, copy))
    throw new CommandStopped(`${named} is the database itself, or the rest of a restore: copy it first.`);
  refuseOtherOwner(path);
  const lock = takeServeLock(path);
  if (!lock.ok) throw new CommandStopped(`A server is serving ${path}: stop it first.`);
  try {
    removeRests(path, copy);
    copyDatabase(backup, copy);
    const sql = openBetterSqlite3(copy, { mustExist: true });
    try {
      await check(sql, io, backup, options.despiteFindings);
      if (options.heads !== undefined) allow(sql, io, options.heads);
      if (existsSync(path)) allowOld(sql, io, path);
      if (!sql.truncateLog()) throw new CommandStopped(`Another process reads ${copy}: end it first.`);
    } finally {
      sql.close();
    }
    const kept = replace(path, copy);
    io.out(`${path} is the backup now.${kept === null ? '' : ` The old database is ${kept}.`}\n`);
    return FINE;
  } finally {
    removeDatabase(copy);
    lock.release();
  }
}

/** The file that a path leads to: a link to the database stays a link. Throws `CommandStopped` for one that leads nowhere. */
function placeOf(named: string): string {
  requireFolder(named);
  if (existsSync(named)) return realpathSync(named);
  if (lstatSync(named, { throwIfNoEntry: false })?.isSymbolicLink() === true)
    throw new CommandStopped(`${named} is a link to a file that is gone: name that file with --database.`);
  return named;
}

/** Removes what a killed restore left: its copy, and a second name of the database if that is still in place. */
function removeRests(path: string, copy: string): void {
  removeDatabase(copy);
  const folder = dirname(path);
  for (const name of readdirSync(folder)) {
    const kept = join(folder, name);
    if (name.startsWith(`${basename(path)}.before-`) && isSameFile(kept, path)) rmSync(kept);
  }
}

function isSameFile(one: string, other: string): boolean {
  if (!existsSync(other)) return false;
  const [first, second] = [statSync(one), statSync(other)];
  return first.dev === second.dev && first.ino === second.ino;
}

/** The server must own its file, and what SQLite writes beside it. */
function refuseOtherOwner(path: string): void {
  const owner = statSync(existsSync(path) ? path : dirname(path)).uid;
  if (process.getuid !== undefined && process.getuid() !== owner)
    throw new CommandStopped(`${path} belongs to the user ${owner}: run the command as that user.`);
}

function copyDatabase(from: string, to: string): void {
  for (const rest of ['', '-wal']) {
    if (!existsSync(`${from}${rest}`)) continue;
    copyFileSync(`${from}${rest}`, `${to}${rest}`);
    chmodSync(`${to}${rest}`, 0o600);
  }
}

/** Brings the copy up to this version. Throws `CommandStopped` unless it is whole. */
async function check(sql: NodeSqlite, io: Io, backup: string, despiteFindings: boolean): Promise<void> {
  const verdict = sql.pragma('quick_check');
  if (verdict !== 'ok') throw new CommandStopped(printable(`${backup} is damaged: ${verdict}`), WRONG);
  const gap = migrationGap(sql, migrations);
  const { missing, unknown } = gap;
  if (unknown.length > 0) throw newerDatabase(gap);
  if (missing.length === migrations.length) throw new CommandStopped(`${backup} holds no ledgers.`);
  migrate(sql, migrations, Date.now());
  markAsCopy(sql);
  giveSecret(sql, io, []);
  if ((await auditCommand(sql, io, { heads: undefined, state: undefined })) !== FINE && !despiteFindings)
    throw new CommandStopped('Nothing was changed. To restore it all the same: --despite-findings.', WRONG);
  const beside = headsBeside(backup);
  if (beside === backup || !existsSync(beside)) {
    io.out('No heads stand beside the backup: it was compared with none.\n');
    return;
  }
  const { behind, rewritten } = compareHeads(sql, headsIn(beside));
  if (behind > 0 || rewritten !== null)
    throw new CommandStopped(`${backup} does not hold the heads in ${beside}. Nothing was changed.`, WRONG);
}

/** Lets devices bring back what these saved heads show. Throws `CommandStopped` if the backup contradicts one. */
function allow(sql: NodeSqlite, io: Io, heads: string): void {
  const { rewritten } = compareHeads(sql, headsIn(heads));
  if (rewritten !== null) {
    const { userId, seq } = rewritten;
    throw new CommandStopped(
      `Event ${seq} of user ${userId} is another one than in ${heads}. Nothing was changed.`,
      WRONG,
    );
  }
  sayAllowed(
    io,
    heads,
    sql.transaction(() => saveHeads(sql, headsIn(heads))),
  );
}

/** Lets devices bring back what the old database shows, as far as it can be read: its heads, and those of earlier restores. */
function allowOld(sql: NodeSqlite, io: Io, path: string): void {
  let isWhole = true;
  function* readable(heads: () => Iterable<SavedSeq>): Generator<SavedSeq> {
    try {
      for (const head of heads()) if (isHeadSeq(head.seq)) yield head;
    } catch (error) {
      // A fault of the copy is thrown where it is written, and never arrives here.
      if (!isUnreadable(error)) throw error;
      isWhole = false;
    }
  }
  const old = openOld(path);
  try {
    const saved = sql.transaction(() => {
      saveHeads(
        sql,
        readable(() => (old === null ? [] : toldHeads(old))),
      );
      return saveHeads(
        sql,
        readable(() => (old === null ? [] : currentHeads(old))),
      );
    });
    if (old !== null && isWhole) {
      sayAllowed(io, path, saved);
      if (!old.truncateLog()) throw new CommandStopped(`Another process reads ${path}: end it first.`);
      return;
    }
  } finally {
    old?.close();
  }
  io.out(`${path} cannot be read whole: run \`heads heal\` with the newest saved heads afterwards.\n`);
}

interface SavedSeq {
  readonly userId: number;
  readonly seq: number;
}

/** Null if the file is no database any more. */
function openOld(path: string): NodeSqlite | null {
  try {
    return openBetterSqlite3(path, { mustExist: true });
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

/** Heads that an earlier restore was given: devices may still be bringing those events back. */
function* toldHeads(old: NodeSqlite): Generator<SavedSeq> {
  const table = old.get("SELECT 1 AS found FROM sqlite_master WHERE name = 'saved_heads'");
  if (table !== undefined) yield* old.iterate<SavedSeq>('SELECT user_id AS userId, seq FROM saved_heads');
}

function isUnreadable(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB|IOERR|ERROR)/.test(systemCode(error) ?? '');
}

function sayAllowed(io: Io, source: string, { ledgers, behind }: HeadsSaved): void {
  io.out(
    `${source}: ${grouped(behind)} of ${grouped(ledgers)} ledgers go on there after what the backup holds. Devices may bring that back.\n`,
  );
}

/**
 * Puts the copy in the place of the database. A kill in between leaves the old database or the new one, each whole.
 * @returns where the old database is kept; null if there was none.
 */
function replace(path: string, copy: string): string | null {
  sync(copy);
  const kept = existsSync(path) ? freeName(`${path}.before-${timeInName()}`) : null;
  const isHere = (rest: string) => kept !== null && existsSync(`${path}${rest}`);
  for (const rest of ['', '-wal'].filter(isHere)) linkSync(`${path}${rest}`, `${kept}${rest}`);
  // Only an old database that cannot be read still has a log: it must not be taken for that of the new one.
  for (const rest of ['-wal', '-shm']) rmSync(`${path}${rest}`, { force: true });
  renameSync(copy, path);
  sync(dirname(path));
  return kept;
}

/** The name itself, unless a restore in the same second has taken it. */
function freeName(name: string): string {
  let free = name;
  for (let count = 2; existsSync(free); count += 1) free = `${name}-${count}`;
  return free;
}
