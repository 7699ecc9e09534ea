/** `proof export` and `proof import`: the log of published totals as static files, and back into an empty database. */
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { dayOf } from '#core/points/days.ts';
import { areEqual } from '#core/proof/bytes.ts';
import { checkLog, type LogChecked, type LogFiles } from '#core/proof/check-log.ts';
import { readCheckpoint, type Trusted } from '#core/proof/checkpoint.ts';
import { entryText } from '#core/proof/entry.ts';
import { noteText } from '#core/proof/note.ts';
import { tilePath, tilesOf } from '#core/proof/tiles.ts';
import { proofMigrations } from '../../migrations.ts';
import { takeSeals } from '../../proof/imported-seals.ts';
import { importLog, logFile, logSize } from '../../proof/log-store.ts';
import { readSigners } from '../../proof/signer.ts';
import { PROOF_PORTS } from '../../proof/verify.ts';
import { type NodeSqlite, openBetterSqlite3 } from '../../runtime/sqlite/better-sqlite3.ts';
import { migrate, migrationGap } from '../../runtime/sqlite/migrations.ts';
import { takeServeLock } from '../../runtime/sqlite/serve-lock.ts';
import { CommandStopped, FINE, grouped, type Io, WRONG } from '../command.ts';
import { databasePath, onDatabase } from './places.ts';
import { LOG_FAULTS, trustedBy } from './proof-commands.ts';
import { filesAt, filesIn, isAddress, textOf } from './proof-files.ts';

export interface MoveWords {
  /** The ledgers' file; the log's is beside it. */
  readonly database: string | undefined;
  /** Of the log; by default that of the environment. */
  readonly key: readonly string[] | undefined;
}

/**
 * Writes the log's files into a folder, which any host can serve: each file whole, those that are there stay, and the
 * checkpoint last. @param from the address of a log; by default the machine's database.
 */
export async function exportLogCommand(
  io: Io,
  folder: string,
  words: MoveWords,
  from: string | undefined,
): Promise<number> {
  if (from !== undefined) return writeLog(io, folder, filesAt(io, from), trustedIn(io, words));
  const path = proofPath(io, words.database);
  if (!existsSync(path))
    throw new CommandStopped(`There is no log ${path}: name it with PROOF_DATABASE_PATH.`);
  const sql = openBetterSqlite3(path, { readonly: true, mustExist: true });
  try {
    requireKnown(sql, path);
    return await writeLog(io, folder, filesOf(sql, io), trustedIn(io, words));
  } finally {
    sql.close();
  }
}

async function writeLog(io: Io, folder: string, files: LogFiles, trusted: Trusted): Promise<number> {
  const own = join(folder, 'checkpoint');
  const known = existsSync(own) ? readCheckpoint(textOf(own)) : undefined;
  if (known === null) throw new CommandStopped(`${own} holds no checkpoint.`, WRONG);
  const checked = await checkLog(files, trusted, PROOF_PORTS, known);
  if (!checked.ok) return refused(io, checked.error);
  const { checkpoint, entries } = checked.value;
  for (const tile of tilesOf(checkpoint.size)) {
    const path = tilePath(tile);
    const bytes = await files.bytes(path);
    if (bytes === null) throw new CommandStopped(`The log has no file ${path}.`, WRONG);
    writeOnce(join(folder, path), bytes);
  }
  const keys = await files.text('keys');
  if (keys !== null) writeWhole(join(folder, 'keys'), keys);
  // By now the log may have a newer checkpoint, whose tiles are not here.
  writeWhole(own, noteText(checkpoint.note));
  io.out(`ok       ${grouped(checkpoint.size)} days, to ${entries.at(-1)?.day ?? 'none'}\n`);
  return FINE;
}

/**
 * Puts a log into the machine's empty database, and lets ledgers that remember no log have all its days.
 * @param place a folder of its files, or its address.
 */
export async function importLogCommand(io: Io, place: string, words: MoveWords): Promise<number> {
  const trusted = trustedIn(io, words);
  const files = isAddress(place) ? filesAt(io, place) : filesIn(place);
  const checked = await checkLog(files, trusted, PROOF_PORTS);
  if (!checked.ok) return refused(io, checked.error);
  const path = proofPath(io, words.database);
  return onDatabase(
    io,
    words.database,
    (ledgers) => onIdleLog(path, (sql) => take(io, sql, ledgers, checked.value)),
    ['missing', 'wrong'],
  );
}

function take(io: Io, sql: NodeSqlite, ledgers: NodeSqlite, { checkpoint, entries }: LogChecked): number {
  const last = entries.at(-1);
  if (last === undefined) throw new CommandStopped('The log has no days.');
  if (logSize(sql) > 0)
    throw new CommandStopped('The database has a log already, and a log is never replaced.', WRONG);
  const { origin, note } = checkpoint;
  const days = entries.map((entry) => ({ day: dayNumber(entry.day), text: entryText(entry) }));
  // The ledgers first: a crash before the log is there leaves ledgers that wait for it.
  const [day, text] = [dayNumber(last.day), entryText(last)];
  const told = ledgers.get<{ day: number | null }>('SELECT day FROM published WHERE origin = ?', origin)?.day;
  if (told != null && told > day)
    throw new CommandStopped('The ledgers know days that this log does not have: use newer files.', WRONG);
  if (told == null)
    ledgers.run(
      `INSERT INTO published (origin, build, day, entry) VALUES (?, 'import', ?, ?)
       ON CONFLICT (origin) DO UPDATE SET build = excluded.build, day = excluded.day, entry = excluded.entry`,
      origin,
      day,
      text,
    );
  importLog(sql, { origin, days, note: noteText(note) });
  const unknown = takeSeals(sql, ledgers, entries);
  io.out(`ok       ${grouped(days.length)} days, to ${last.day}\n`);
  if (unknown.length > 0)
    io.out(`missing  the ledgers lack sealed plans of ${unknown.join(', ')}: these days prove none\n`);
  return FINE;
}

/** Opens the log's database, or makes it, while no server has it open. */
function onIdleLog<T>(path: string, work: (sql: NodeSqlite) => T): T {
  const lock = takeServeLock(path);
  if (!lock.ok) throw new CommandStopped(`A server has ${path} open: stop it first.`);
  try {
    const sql = openBetterSqlite3(path);
    try {
      requireKnown(sql, path);
      migrate(sql, proofMigrations, Date.now());
      return work(sql);
    } finally {
      sql.close();
    }
  } finally {
    lock.release();
  }
}

function requireKnown(sql: NodeSqlite, path: string): void {
  const { unknown } = migrationGap(sql, proofMigrations);
  if (unknown.length > 0)
    throw new CommandStopped(`${path} is newer than this code (${unknown.join(', ')}): update first.`);
}

const dayNumber = (day: string) => dayOf(Date.parse(`${day}T00:00:00Z`));

/** Beside the ledgers' file unless the environment names it. */
function proofPath(io: Io, database: string | undefined): string {
  const named = io.env['PROOF_DATABASE_PATH']?.trim() ?? '';
  const ledgers = databasePath(io, database);
  return named === '' ? join(dirname(ledgers), 'proof.sqlite') : named;
}

function trustedIn(io: Io, { key }: MoveWords): Trusted {
  const own = readSigners(io.env['PROOF_SIGNING_KEY']?.trim() ?? '');
  if (key !== undefined || own === null) return trustedBy({ key, witness: undefined });
  const keys = own.map((one) => one.key);
  return { origin: keys[0]?.name ?? '', keys, witnesses: [], quorum: 0 };
}

function refused(io: Io, { at, fault }: { at: string; fault: keyof typeof LOG_FAULTS }): number {
  io.out(`WRONG    ${at} ${LOG_FAULTS[fault]}\n`);
  return WRONG;
}

function filesOf(sql: NodeSqlite, io: Io): LogFiles {
  const read = (path: string) =>
    path === 'keys' ? Buffer.from(io.env['PROOF_KEY_CHANGES']?.trim() ?? '', 'base64') : logFile(sql, path);
  return {
    text: async (path) => {
      const bytes = read(path);
      return bytes === null || bytes.length === 0 ? null : Buffer.from(bytes).toString('utf8');
    },
    bytes: async (path) => read(path),
  };
}

/** A file of a log never changes: another one of this name is of another log. */
function writeOnce(path: string, bytes: Uint8Array): void {
  if (!existsSync(path)) writeWhole(path, bytes);
  else if (!areEqual(new Uint8Array(readFileSync(path)), bytes))
    throw new CommandStopped(`${path} holds something else: the folder has another log.`, WRONG);
}

/** A crash leaves the old file or the new one. Anybody may read it. */
function writeWhole(path: string, content: string | Uint8Array): void {
  const made = mkdirSync(dirname(path), { recursive: true, mode: 0o755 });
  if (made !== undefined) openFolders(dirname(path), made);
  writeFileSync(`${path}.new`, content, { flush: true });
  chmodSync(`${path}.new`, 0o644);
  renameSync(`${path}.new`, path);
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** Lets a web server in, whatever the process's umask: from `folder` up to the first one that was made. */
function openFolders(folder: string, first: string): void {
  for (let one = folder; one.length >= first.length; one = dirname(one)) chmodSync(one, 0o755);
}
