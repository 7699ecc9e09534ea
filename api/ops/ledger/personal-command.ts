/** `personal`: everything that is kept about a user, for one who has asked by mail. */
import { PERSONAL_END, personalExport } from '../../exports/personal.ts';
import { newestHead } from '../../ledger/event-rows.ts';
import { ledgerReader } from '../../ledger/reader.ts';
import { neighboursInDatabase } from '../../referrals/same-database.ts';
import type { NodeSqlite } from '../../runtime/sqlite/better-sqlite3.ts';
import { DeploymentUnreachable } from '../../transfer/remote.ts';
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

/** Downloads it, piece by piece, by a link as the app does. Throws `DeploymentUnreachable` where the download is cut off. */
async function writeFrom(io: Io, url: string, userId: number, append: Append): Promise<void> {
  const link = await deploymentAt(io, url).personalExport(userId);
  if (!link.ok && link.error === 'not_registered') throw unknownUser(userId);
  if (!link.ok) throw new CommandStopped(`Nothing was written: ${link.error}.`, WRONG);
  const { url: origin } = remoteAddress(io, url);
  const cutOff = (cause?: unknown) =>
    new DeploymentUnreachable(`${origin}: the download was cut off`, { cause });
  const answer = await (io.fetch ?? fetch)(`${origin}${link.path}`, { method: 'GET' }).catch((cause) => {
    throw cutOff(cause);
  });
  if (answer.status !== 200 || answer.body === null) {
    throw new CommandStopped(`Nothing was written: the download answers ${answer.status}.`, WRONG);
  }
  const decoder = new TextDecoder('utf-8');
  let end = '';
  for await (const bytes of whole(answer.body, cutOff)) {
    const text = decoder.decode(bytes, { stream: true });
    append(text);
    end = `${end}${text}`.slice(-PERSONAL_END.length);
  }
  // A proxy may end a broken download as if it were whole.
  if (end !== PERSONAL_END) throw cutOff();
}

/** What arrives; throws `fault` where the connection breaks off, and lets through what fails while a piece is written. */
async function* whole(body: ReadableStream<Uint8Array>, fault: (cause: unknown) => Error) {
  try {
    yield* body;
  } catch (cause) {
    throw fault(cause);
  }
}

function unknownUser(userId: number): CommandStopped {
  return new CommandStopped(`User ${userId} has no ledger.`, WRONG);
}
