/** Compares the checkpoints that one reader has seen of a log: all must be states of one log that only grew. */
import { areEqual, type Hash } from './bytes.ts';
import type { ProofPorts } from './check-proof.ts';
import { type Checkpoint, readCheckpoint, signersOf, type Trusted } from './checkpoint.ts';
import { treeHash } from './log-tree.ts';

export interface LogView {
  /** Signed notes. Those that no key of the log has signed say nothing of it, and are left out. */
  readonly notes: readonly string[];
  /** Hashes of the log's entries from the first on, 32 bytes each: of all entries, or of those that are known. */
  readonly hashes: Uint8Array;
}

export interface ViewJudged {
  /**
   * - `fork`: two of the checkpoints are of different logs.
   * - `tiles`: the hashes lead to another root than the largest checkpoint signs.
   * - `unknown`: hashes are missing, without which two checkpoints cannot be compared.
   */
  readonly state: 'ok' | 'fork' | 'tiles' | 'unknown';
  /** Of the checkpoints that the hashes lead to, the largest; null without one. */
  readonly newest: string | null;
  /** The two notes of a fork. */
  readonly fork: readonly [string, string] | null;
  /** Notes that the log has signed and that could not be compared, which a later comparison needs. */
  readonly unsettled: readonly string[];
}

interface Seen {
  readonly text: string;
  readonly checkpoint: Checkpoint;
}

export async function judgeView(
  { notes, hashes }: LogView,
  trusted: Trusted,
  { hash, verify }: ProofPorts,
): Promise<ViewJudged> {
  const seen: Seen[] = [];
  for (const text of new Set(notes)) {
    const checkpoint = readCheckpoint(text);
    if (checkpoint !== null && (await signersOf(checkpoint, trusted, verify)) !== null)
      seen.push({ text, checkpoint });
  }
  seen.sort((a, b) => b.checkpoint.size - a.checkpoint.size);

  // Two roots of one size need no hashes to be a fork.
  for (const [at, one] of seen.entries()) {
    const next = seen[at + 1];
    if (next !== undefined && isSplit(one.checkpoint, next.checkpoint)) return forkOf(one, next);
  }
  const leaves = splitHashes(hashes);
  const [largest] = seen;
  const fitting = seen.filter(({ checkpoint }) => fits(checkpoint, leaves, hash));
  const newest = fitting[0]?.text ?? null;
  const judged = (state: ViewJudged['state']): ViewJudged => ({
    state,
    newest,
    fork: null,
    unsettled: seen.flatMap((one) => (fitting.includes(one) ? [] : [one.text])),
  });
  if (largest === undefined) return judged('unknown');
  // The hashes up to a checkpoint that they lead to are the log's own; those after it may be damaged.
  const wrong = seen.find((one) => !fitting.includes(one) && isBelow(one, fitting[0]));
  if (fitting[0] !== undefined && wrong !== undefined) return forkOf(fitting[0], wrong);
  if (leaves.length < largest.checkpoint.size) {
    const isOne = seen.every(({ checkpoint }) => checkpoint.size === largest.checkpoint.size);
    return isOne ? { state: 'ok', newest: largest.text, fork: null, unsettled: [] } : judged('unknown');
  }
  return judged(fitting.includes(largest) ? 'ok' : 'tiles');
}

export function splitHashes(hashes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.floor(hashes.length / 32) }, (_, at) =>
    hashes.subarray(32 * at, 32 * (at + 1)),
  );
}

function isBelow({ checkpoint }: Seen, other: Seen | undefined): boolean {
  return other !== undefined && checkpoint.size < other.checkpoint.size;
}

function isSplit(a: Checkpoint, b: Checkpoint): boolean {
  return a.size === b.size && !areEqual(a.root, b.root);
}

function fits({ size, root }: Checkpoint, leaves: readonly Uint8Array[], hash: Hash): boolean {
  return size <= leaves.length && areEqual(treeHash(leaves.slice(0, size), hash), root);
}

function forkOf(one: Seen, other: Seen): ViewJudged {
  return { state: 'fork', newest: null, fork: [one.text, other.text], unsettled: [] };
}
