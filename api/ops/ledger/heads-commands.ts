/** `heads write` and `heads heal`: for the machine's database, or for a deployment at a URL. */
import { type HeadsSaved, saveHeads } from '../../ledger/admission.ts';
import {
  currentHeads,
  HeadsFileError,
  headLine,
  headsHeaderLine,
  readHeads,
  type SavedHead,
} from '../../ledger/heads.ts';
import { deploymentHeads, healDeployment } from '../../transfer/deployment-heads.ts';
import { CommandStopped, FINE, grouped, type Io, startProgress } from '../command.ts';
import { linesOf, newTextFile } from './files.ts';
import { deploymentAt, onDatabase, type Place } from './places.ts';

/** Saves the head of every ledger to a new file. */
export async function writeHeadsCommand(io: Io, path: string, { url, database }: Place): Promise<number> {
  const count =
    url === undefined
      ? await onDatabase(io, database, (sql) => writeHeads(io, path, currentHeads(sql)), ['missing'])
      : await writeHeads(io, path, deploymentHeads(deploymentAt(io, url)));
  io.out(
    `The heads of ${grouped(count)} ledgers are in ${path}. Keep it where this machine cannot change it.\n`,
  );
  return FINE;
}

/** Writes heads to a new file. Returns their number. */
export function writeHeads(
  io: Io,
  path: string,
  heads: Iterable<SavedHead> | AsyncIterable<SavedHead>,
): Promise<number> {
  return newTextFile(path, async (append) => {
    const progress = startProgress(io);
    let count = 0;
    append(headsHeaderLine(Date.now()));
    for await (const head of heads) {
      append(headLine(head));
      count += 1;
      progress.step(() => `${grouped(count)} heads`);
    }
    progress.end();
    return count;
  });
}

/** After a restore: lets devices bring back every event up to these heads. */
export async function healHeadsCommand(io: Io, path: string, { url, database }: Place): Promise<number> {
  let saved: HeadsSaved;
  if (url === undefined) {
    saved = await onDatabase(io, database, (sql) => sql.transaction(() => saveHeads(sql, headsIn(path))), [
      'missing',
    ]);
  } else {
    const deployment = deploymentAt(io, url);
    // Check every line before sending anything.
    for (const _ of headsIn(path));
    saved = await healDeployment(deployment, headsIn(path));
  }
  io.out(`Devices may bring back every event up to the heads of ${grouped(saved.ledgers)} ledgers.\n`);
  if (saved.behind > 0)
    io.out(`${grouped(saved.behind)} of these ledgers end before their head: they have lost events.\n`);
  return FINE;
}

/** Saved heads, one by one. Throws `CommandStopped` if the file holds anything else. */
export function* headsIn(path: string): Generator<SavedHead> {
  try {
    yield* readHeads(linesOf(path));
  } catch (error) {
    if (!(error instanceof HeadsFileError)) throw error;
    throw new CommandStopped(`${path}: ${error.message}. Nothing was written.`);
  }
}
