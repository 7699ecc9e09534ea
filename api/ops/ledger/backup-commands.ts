/** `backup`: a checked copy of the database, made while a server uses it. */
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { CopyFault, writeCopy } from '../../deployments/machine/copy-database.ts';
import { nameNewestBackup } from '../../deployments/machine/newest-backup.ts';
import { isSecretElsewhere } from '../../ledger/credit-secret.ts';
import { compareHeads, currentHeads, type SavedHead } from '../../ledger/heads.ts';
import type { NodeSqlite } from '../../runtime/sqlite/better-sqlite3.ts';
import { removeDatabase } from '../../runtime/sqlite/database-files.ts';
import { CommandStopped, FINE, grouped, type Io, WRONG } from '../command.ts';
import { newFile } from './files.ts';
import { headsIn, writeHeads } from './heads-commands.ts';

/** Copies the database to a new file, and checks the copy. */
export async function backupCommand(sql: NodeSqlite, io: Io, path: string): Promise<number> {
  // Reads all heads now: the copy need not hold what is appended after this.
  await newCopy(sql, path, [...currentHeads(sql)]);
  io.out(`${path} is a full copy of the database.\n`);
  sayWhereSecretIs(sql, io);
  return FINE;
}

/** The names of dated backups. */
const DATED = /^irich-\d{8}T\d{6}Z\.sqlite$/;
/** The names of files that a killed backup leaves. */
const RESTS = /^irich-\d{8}T\d{6}Z\.(sqlite\.partial-\d+(-journal|-wal|-shm)?|heads(\.partial-\d+)?)$/;
/** No backup takes longer. */
const REST_AFTER_MS = 86_400_000;

/**
 * Copies the database into a folder, under the time as its name, beside the heads that the copy was checked for. Then removes
 * all but the newest dated backups, with their heads. It removes none if the ledgers lack events of a backup that would go, or
 * of the newest earlier one. Otherwise the new backup is the newest good one.
 * @param keep how many stay, the new one included.
 */
export async function datedBackupCommand(
  sql: NodeSqlite,
  io: Io,
  folder: string,
  keep: number,
): Promise<number> {
  if (!existsSync(folder)) throw new CommandStopped(`There is no folder ${folder}.`);
  removeRests(folder);
  const earlier = readdirSync(folder)
    .filter((name) => DATED.test(name))
    .sort();
  const path = join(folder, `irich-${timeInName()}.sqlite`);
  const heads = headsBeside(path);
  const ledgers = await writeHeads(io, heads, currentHeads(sql));
  try {
    await newCopy(sql, path, headsIn(heads));
  } catch (error) {
    // Heads without their backup would only keep a full disk full.
    rmSync(heads, { force: true });
    throw error;
  }
  io.out(`${path} is a full copy of the database and holds the heads of ${grouped(ledgers)} ledgers.\n`);
  sayWhereSecretIs(sql, io);
  const old = earlier.slice(0, Math.max(0, earlier.length - (keep - 1)));
  for (const name of new Set([...earlier.slice(-1), ...old])) refuseLoss(sql, join(folder, name));
  nameNewestBackup(folder, basename(path));
  for (const name of old) {
    removeDatabase(join(folder, name));
    rmSync(headsBeside(join(folder, name)), { force: true });
  }
  if (old.length > 0) io.out(`Removed: ${old.join(', ')}.\n`);
  return FINE;
}

/** Removes the files of killed backups once they are a day old. */
function removeRests(folder: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const isOfBackup = name.endsWith('.heads') && existsSync(file.replace(/\.heads$/, '.sqlite'));
    if (!RESTS.test(name) || isOfBackup || statSync(file).mtimeMs > Date.now() - REST_AFTER_MS) continue;
    rmSync(file, { force: true });
  }
}

/**
 * Throws `CommandStopped` if the ledgers lack events of an earlier backup. That happens after a restore, or where
 * `DATABASE_PATH` names another database. The earlier backup may then be the only good copy.
 */
function refuseLoss(sql: NodeSqlite, backup: string): void {
  if (!existsSync(headsBeside(backup))) return;
  const { behind, rewritten } = compareHeads(sql, headsIn(headsBeside(backup)));
  if (behind === 0 && rewritten === null) return;
  const lost =
    rewritten === null
      ? `${grouped(behind)} ledgers end earlier`
      : `user ${rewritten.userId} has other events`;
  throw new CommandStopped(
    `No backup was removed: ${backup} holds events that the database lacks (${lost}). If it is to stay so, move that backup away.`,
    WRONG,
  );
}

/** The file of the heads that a dated backup holds. */
export function headsBeside(path: string): string {
  return path.replace(/\.sqlite$/, '.heads');
}

/** Now, in UTC, as a part of a file's name that sorts by time. */
export function timeInName(): string {
  return new Date().toISOString().replace(/[-:]|\.\d+/g, '');
}

/**
 * Throws `CommandStopped` and leaves no file if the copy is damaged, or lacks one of the heads.
 * @param heads as they were before the copy is made.
 */
function newCopy(sql: NodeSqlite, path: string, heads: Iterable<SavedHead>): Promise<void> {
  return newFile(path, (partial) => {
    try {
      writeCopy(sql, partial, heads);
    } catch (error) {
      throw error instanceof CopyFault ? new CommandStopped(error.message, WRONG) : error;
    }
  });
}

function sayWhereSecretIs(sql: NodeSqlite, io: Io): void {
  if (!isSecretElsewhere(sql)) return;
  io.out(
    'It does not hold the credit secret: keep CREDIT_SECRET as well, because no server starts with this copy without it.\n',
  );
}
