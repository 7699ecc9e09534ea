/** `heads write` and `heads heal`: for the machine's database, or for a deployment at a URL. */
import { saveHeads } from '../../ledger/admission.ts';
import { currentHeads, type SavedHead } from '../../ledger/heads.ts';
import type { NodeSqlite } from '../../runtime/sqlite/better-sqlite3.ts';
import { deploymentHeads, healDeployment } from '../../transfer/deployment-heads.ts';
import { healHeadsCommand, writeHeadsCommand } from './check-commands.ts';
import { type Io, UNUSABLE } from './io.ts';
import { unlessUnreachable } from './place.ts';
import { deploymentAt } from './remote.ts';

export function writeHeads(sql: NodeSqlite, io: Io, path: string): Promise<number> {
  return writeHeadsCommand(currentHeads(sql), io, path);
}

export function healHeads(sql: NodeSqlite, io: Io, path: string): Promise<number> {
  return healHeadsCommand((heads) => sql.transaction(() => saveHeads(sql, heads())), io, path);
}

export async function writeDeploymentHeads(io: Io, path: string, url: string): Promise<number> {
  const deployment = deploymentAt(io, url);
  if (deployment === null) return UNUSABLE;
  return unlessUnreachable(io, () => writeHeadsCommand(deploymentHeads(deployment), io, path));
}

export async function healDeploymentHeads(io: Io, path: string, url: string): Promise<number> {
  const deployment = deploymentAt(io, url);
  if (deployment === null) return UNUSABLE;
  const save = (heads: () => Iterable<SavedHead>) => {
    // Check every line before sending anything.
    for (const _ of heads());
    return healDeployment(deployment, heads());
  };
  return unlessUnreachable(io, () => healHeadsCommand(save, io, path));
}
