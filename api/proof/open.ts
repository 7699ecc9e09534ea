/** Opens the log of published totals over its database. */
import type { Duty } from '../runtime/scheduler.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Cosign } from './cosign.ts';
import type { LeafSource } from './leaf-source.ts';
import { type LogPeer, logInDatabase } from './log-peer.ts';
import { openLog, publishDays } from './publish.ts';
import type { Signer } from './signer.ts';
import { type TreeWork, workInPlace } from './tree-work.ts';

/** What publishing needs of a deployment. */
export interface ProofDeps {
  /** A database of its own, with its migrations applied. */
  readonly sql: Sql;
  /** The name of the log and of its keys. */
  readonly origin: string;
  readonly signers: readonly Signer[];
  readonly cosign?: Cosign;
  /** The changes of the log's key, as notes. */
  readonly keyChanges?: string | null;
  /** Settles when requests had their turn. */
  readonly pause: () => Promise<void>;
  /** On the thread that answers requests unless it is set. */
  readonly treeWork?: TreeWork;
  /** Different each time. */
  readonly newBuild: () => string;
  /** 32 random bytes, different each time. */
  readonly newSecret: () => Uint8Array;
  /** Leaves or secrets were overwritten. */
  readonly onErased?: () => void;
}

export interface OpenedLog {
  readonly peer: LogPeer;
  readonly duty: Duty;
}

/** Throws if the database holds another log. */
export function openPublishing(
  deps: ProofDeps,
  source: LeafSource,
  clock: { now(): number },
  stepsAtOnce: number,
): OpenedLog {
  openLog(deps.sql, deps.origin, clock.now());
  return {
    peer: logInDatabase(deps.sql, deps.keyChanges ?? null),
    duty: publishDays({ treeWork: workInPlace, ...deps, source, clock, stepsAtOnce }),
  };
}
