/** `personal`: everything that is kept about a user, for one who has asked by mail. */
import { personalExport } from '../../exports/personal.ts';
import { newestHead } from '../../ledger/event-rows.ts';
import { ledgerReader } from '../../ledger/reader.ts';
import { neighboursInDatabase } from '../../referrals/same-database.ts';
import type { NodeSqlite } from '../../runtime/sqlite/better-sqlite3.ts';
import { CommandStopped, FINE, type Io, WRONG } from '../command.ts';
import { newTextFile } from './files.ts';
import { deploymentAt, onDatabase, type Place, remoteAddress } from './places.ts';

/** Writes a new file that only its owner can read. Throws `CommandStopped` for an unknown user. */
export async function personalCommand(
  io: Io,
  userId: number,
  path: string,
  { url, database }: Place,
): Promise<number> {
  const write =
    url === undefined
      ? (append: Append) => onDatabase(io, database, (sql) => writeHere(sql, userId, append), ['missing'])
      : (append: Append) => writeFrom(io, url, userId, append);
  await newTextFile(path, write);
  io.out(`Everything that is kept about user ${userId} is in ${path}.\n`);
  return FINE;
}

type Append = (text: string) => void;

function writeHere(sql: NodeSqlite, userId: number, append: Append): void {
  if (newestHead(sql, userId) === null) throw unknownUser(userId);
  const { friends } = neighboursInDatabase(sql, ledgerReader(sql));
  for (const piece of personalExport({ sql, friends }, userId, Date.now())) append(piece);
}

/** Downloads it, piece by piece, by a link as the app does. */
async function writeFrom(io: Io, url: string, userId: number, append: Append): Promise<void> {
  const link = await deploymentAt(io, url).personalExport(userId);
  if (!link.ok && link.error === 'not_registered') throw unknownUser(userId);
  if (!link.ok) throw new CommandStopped(`Nothing was written: ${link.error}.`, WRONG);
  const answer = await (io.fetch ?? fetch)(`${remoteAddress(io, url).url}${link.path}`, { method: 'GET' });
  if (answer.status !== 200 || answer.body === null) {
    throw new CommandStopped(`Nothing was written: the download answers ${answer.status}.`, WRONG);
  }
  const decoder = new TextDecoder('utf-8');
  for await (const bytes of answer.body) append(decoder.decode(bytes, { stream: true }));
  append(decoder.decode());
}

function unknownUser(userId: number): CommandStopped {
  return new CommandStopped(`User ${userId} has no ledger.`, WRONG);
}
