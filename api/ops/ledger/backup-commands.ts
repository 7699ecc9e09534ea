/** `backup`: a checked copy of the database, made while a server uses it. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isSecretElsewhere } from '../../ledger/credit-secret.ts';
import { compareHeads, currentHeads, type SavedHead } from '../../ledger/heads.ts';
import { markAsCopy } from '../../proof/marks.ts';
import { type NodeSqlite, openBetterSqlite3 } from '../../runtime/sqlite/better-sqlite3.ts';
import { CommandStopped, FINE, grouped, type Io, WRONG } from '../command.ts';
import { newFile } from './files.ts';
import { headsIn, writeHeads } from './heads-commands.ts';

/** Copies the database to a new file, and checks the copy. */
export async function backupCommand(sql: NodeSqlite, io: Io, path: string): Promise<number> {
  await writeCopy(sql, path, currentHeads(sql));
  io.out(`${path} is a full copy of the database.\n`);
  sayWhereSecretIs(sql, io);
  return FINE;
}

/** The names of dated backups. Other files of the folder are never removed. */
const DATED = /^irich-\d{8}T\d{6}Z\.sqlite$/;

/**
 * Copies the database into a folder, under the time as its name, beside the heads that the copy was checked for. Then removes
 * all but the newest dated backups, with their heads.
 * @param keep how many stay, the new one included.
 */
export async function datedBackupCommand(
  sql: NodeSqlite,
  io: Io,
  folder: string,
  keep: number,
): Promise<number> {
  if (!existsSync(folder)) throw new CommandStopped(`There is no folder ${folder}.`);
  const path = join(folder, `irich-${timeInName()}.sqlite`);
  const heads = headsBeside(path);
  const ledgers = await writeHeads(io, heads, currentHeads(sql));
  try {
    await writeCopy(sql, path, headsIn(heads));
  } catch (error) {
    // Heads without their backup would only keep a full disk full.
    rmSync(heads, { force: true });
    throw error;
  }
  io.out(`${path} is a full copy of the database and holds the heads of ${grouped(ledgers)} ledgers.\n`);
  sayWhereSecretIs(sql, io);
  const dated = readdirSync(folder).filter((name) => DATED.test(name));
  const old = dated.sort().slice(0, -keep);
  for (const name of old) {
    rmSync(join(folder, name));
    rmSync(headsBeside(join(folder, name)), { force: true });
  }
  if (old.length > 0) io.out(`Removed: ${old.join(', ')}.\n`);
  return FINE;
}

/** Now, in UTC, as a part of a file's name that sorts by time. */
export function timeInName(): string {
  return new Date().toISOString().replace(/[-:]|\.\d+/g, '');
}

/** The file of the heads that a dated backup holds. */
export function headsBeside(path: string): string {
  return path.replace(/\.sqlite$/, '.heads');
}

/**
 * Throws `CommandStopped` and leaves no file if the copy is damaged, or lacks one of the heads.
 * @param heads read before the copy is made, or from the copy's own beginning.
 */
function writeCopy(sql: NodeSqlite, path: string, heads: Iterable<SavedHead>): Promise<void> {
  return newFile(path, (partial) => {
    sql.backup(partial);
    const copy = openBetterSqlite3(partial, { mustExist: true, mapped: false });
    try {
      markAsCopy(copy);
      const verdict = copy.pragma('quick_check');
      if (verdict !== 'ok') throw new CommandStopped(`The copy is damaged: ${verdict}`, WRONG);
      const { behind, rewritten } = compareHeads(copy, heads);
      if (behind > 0 || rewritten !== null)
        throw new CommandStopped('The copy does not hold all heads of the ledgers.', WRONG);
    } finally {
      copy.close();
    }
  });
}

function sayWhereSecretIs(sql: NodeSqlite, io: Io): void {
  if (!isSecretElsewhere(sql)) return;
  io.out(
    'It does not hold the credit secret: keep CREDIT_SECRET as well, because no server starts with this copy without it.\n',
  );
}
