/** `restore`: puts a checked backup in the place of the machine's database. */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type HeadsSaved, saveHeads } from '../../ledger/admission.ts';
import { compareHeads, currentHeads } from '../../ledger/heads.ts';
import { migrations } from '../../migrations.ts';
import { markAsCopy } from '../../proof/marks.ts';
import { type NodeSqlite, openBetterSqlite3 } from '../../runtime/sqlite/better-sqlite3.ts';
import { migrate, migrationGap } from '../../runtime/sqlite/migrations.ts';
import { takeServeLock } from '../../runtime/sqlite/serve-lock.ts';
import { CommandStopped, FINE, grouped, type Io, systemCode, WRONG } from '../command.ts';
import { auditCommand } from './audit-commands.ts';
import { headsBeside, timeInName } from './backup-commands.ts';
import { removeDatabase, requireFolder, sync } from './files.ts';
import { headsIn } from './heads-commands.ts';
import { databasePath, giveSecret, newerDatabase } from './places.ts';

export interface RestoreArguments {
  readonly database: string | undefined;
  /** A file of heads that were saved after the backup. */
  readonly heads: string | undefined;
}

/**
 * Audits a copy of the backup, lets devices bring back all that the old database and the given heads show, and puts the copy
 * in the place of the database. The old file stays beside it. Where something is wrong nothing changes.
 */
export async function restoreCommand(
  io: Io,
  backup: string,
  { database, heads }: RestoreArguments,
): Promise<number> {
  const named = resolve(databasePath(io, database));
  requireFolder(named);
  if (!existsSync(backup)) throw new CommandStopped(`There is no file ${backup}.`);
  // A link to the database stays a link.
  const path = existsSync(named) ? realpathSync(named) : named;
  if (isSameFile(backup, path)) throw new CommandStopped(`${backup} is the database itself.`);
  refuseOtherOwner(path);
  const lock = takeServeLock(path);
  if (!lock.ok) throw new CommandStopped(`A server is serving ${path}: stop it first.`);
  const copy = `${path}.restoring`;
  try {
    // A restore may have been killed here before.
    removeDatabase(copy);
    copyDatabase(backup, copy);
    const sql = openBetterSqlite3(copy, { mustExist: true, mapped: false });
    try {
      await check(sql, io, backup);
      if (heads !== undefined) allow(sql, io, heads);
      if (existsSync(path)) allowOld(sql, io, path);
      sql.truncateLog();
    } finally {
      sql.close();
    }
    const kept = replace(path, copy);
    io.out(`${named} is the backup now.${kept === null ? '' : ` The old database is ${kept}.`}\n`);
    return FINE;
  } finally {
    removeDatabase(copy);
    lock.release();
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
async function check(sql: NodeSqlite, io: Io, backup: string): Promise<void> {
  const verdict = sql.pragma('quick_check');
  if (verdict !== 'ok') throw new CommandStopped(`${backup} is damaged: ${verdict}`, WRONG);
  const { missing, unknown } = migrationGap(sql, migrations);
  if (unknown.length > 0) throw newerDatabase(unknown);
  if (missing.length === migrations.length) throw new CommandStopped(`${backup} holds no ledgers.`);
  migrate(sql, migrations, Date.now());
  markAsCopy(sql);
  giveSecret(sql, io, []);
  if ((await auditCommand(sql, io, { heads: undefined, state: undefined })) !== FINE)
    throw new CommandStopped('Nothing was changed.', WRONG);
  const beside = headsBeside(backup);
  if (beside === backup || !existsSync(beside)) return;
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

/** The same for the old database, as far as it can be read. */
function allowOld(sql: NodeSqlite, io: Io, path: string): void {
  try {
    const old = openBetterSqlite3(path, { mustExist: true, mapped: false });
    try {
      sayAllowed(
        io,
        path,
        sql.transaction(() => saveHeads(sql, currentHeads(old))),
      );
      if (!old.truncateLog()) throw new CommandStopped(`Another process reads ${path}: end it first.`);
    } finally {
      old.close();
    }
  } catch (error) {
    if (systemCode(error) === null) throw error;
    io.out(`${path} cannot be read: run \`heads heal\` with the newest saved heads afterwards.\n`);
  }
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
  const kept = existsSync(path) ? `${path}.before-${timeInName()}` : null;
  for (const rest of ['', '-wal']) {
    if (kept !== null && existsSync(`${path}${rest}`)) linkSync(`${path}${rest}`, `${kept}${rest}`);
  }
  // Only an old database that cannot be read still has a log: it must not be taken for that of the new one.
  for (const rest of ['-wal', '-shm']) rmSync(`${path}${rest}`, { force: true });
  renameSync(copy, path);
  sync(dirname(path));
  return kept;
}
