/** `heads write` and `heads heal`: of the machine's database, or of a home at a URL. */
import { saveHeads } from '../../ledger/admission.ts';
import { currentHeads, type SavedHead } from '../../ledger/heads.ts';
import { headsOfHome, healHome } from '../../moving/home-heads.ts';
import type { NodeSqlite } from '../../sqlite/better-sqlite3.ts';
import { healHeadsCommand, writeHeadsCommand } from './check-commands.ts';
import { type Io, UNUSABLE } from './io.ts';
import { unlessUnreachable } from './place.ts';
import { homeAt } from './remote.ts';

export function writeHeads(sql: NodeSqlite, io: Io, path: string): Promise<number> {
  return writeHeadsCommand(currentHeads(sql), io, path);
}

export function healHeads(sql: NodeSqlite, io: Io, path: string): Promise<number> {
  return healHeadsCommand((heads) => sql.transaction(() => saveHeads(sql, heads())), io, path);
}

export async function writeHomeHeads(io: Io, path: string, url: string): Promise<number> {
  const home = homeAt(io, url);
  if (home === null) return UNUSABLE;
  return unlessUnreachable(io, () => writeHeadsCommand(headsOfHome(home), io, path));
}

export async function healHomeHeads(io: Io, path: string, url: string): Promise<number> {
  const home = homeAt(io, url);
  if (home === null) return UNUSABLE;
  const save = (heads: () => Iterable<SavedHead>) => {
    // A bad line is found before anything is sent.
    for (const _ of heads());
    return healHome(home, heads());
  };
  return unlessUnreachable(io, () => healHeadsCommand(save, io, path));
}
