/** The log's witnesses, as publishing uses them. */
import { readKeyChanges } from '#core/proof/key-change.ts';
import { consistencyProof } from '#core/proof/log-tree.ts';
import type { VerifierKey } from '#core/proof/note.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { askWitnesses, type SignedElsewhere, signedElsewhere, type WitnessCalls } from './ask-witnesses.ts';
import { entryHashes, logRoot, logRow, logSize, sizeOf } from './log-store.ts';
import type { Signer } from './signer.ts';
import { PROOF_PORTS } from './verify.ts';

export interface Cosign {
  /** How many there are. */
  readonly count: number;
  /** The cosignature lines of those that have signed, now or before. Settles within a bounded time. */
  readonly ask: (note: string) => Promise<readonly string[]>;
  /** What shows that the log's key has signed more than this database holds. Settles within a bounded time. */
  readonly elsewhere?: () => Promise<SignedElsewhere | null>;
}

/** @param keys the keys of the log that sign, or have signed. */
export function witnessesOf(sql: Sql, keys: readonly VerifierKey[], calls: WitnessCalls): Cosign {
  const failing = new Set<string>();
  return {
    count: calls.witnesses.length,
    ask: (note) =>
      askWitnesses(
        { ...calls, failing },
        {
          note,
          published: logRow(sql)?.newest ?? null,
          proofFrom: (from) => consistencyProof(entryHashes(sql, sizeOf(note)), from, PROOF_PORTS.hash),
        },
      ),
    elsewhere: () =>
      signedElsewhere(calls, keys, { size: logSize(sql), rootOf: (size) => logRoot(sql, size) }),
  };
}

/** The keys that sign now, and those that the changes name. */
export function logKeys(signers: readonly Signer[], keyChanges: string | null): VerifierKey[] {
  const changes = keyChanges === null ? null : readKeyChanges(keyChanges, PROOF_PORTS.hash);
  return [...signers, ...(changes ?? [])].map(({ key }) => key);
}
