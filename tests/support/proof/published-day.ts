/** A day of published totals, right or wrong, in which a user has a leaf over the events that the server has. */
import { sha256 } from '@noble/hashes/sha2.js';
import type { StoredEvent } from '#core/points/events.ts';
import { ascii, fromHex, toHex } from '#core/proof/bytes.ts';
import type { DayEntry } from '#core/proof/entry.ts';
import type { Leaf } from '#core/proof/sum-tree.ts';
import { checkpointOf, dayEntries, proofIn } from './log.ts';
import { LOG, WITNESS } from './test-keys.ts';

export interface PublishedDay {
  /** Thousandths more than the user's events give. */
  readonly extra?: number;
  /** How many events the leaf leaves out or has too many. */
  readonly less?: number;
  readonly before?: readonly DayEntry[];
  readonly signers?: typeof SIGNERS;
  readonly isPathBroken?: boolean;
  readonly isElsewhere?: boolean;
}

export const SIGNERS = [LOG, WITNESS];
export const BEFORE = dayEntries(40);

/** The proof, and the entries of the log whose last one is the day's. */
export function publishedDay(events: readonly StoredEvent[], day: PublishedDay) {
  const { extra = 0, less = 0, before = BEFORE, signers = SIGNERS } = day;
  const seq = events.length - less;
  const mine = events.filter((event) => event.seq <= seq);
  const total = BigInt(mine.reduce((sum, { award }) => sum + award, extra));
  const head = fromHex(mine.at(-1)?.hash ?? '', 32) ?? new Uint8Array(32);
  const leaf: Leaf = { blind: blindOf(0), total, seq, head };
  const strangers = [1, 2, 3, 4].map((user): Leaf => {
    return {
      blind: blindOf(user),
      total: BigInt(user) * 81_234_500n,
      seq: user,
      head: blindOf(user + 9, 32),
    };
  });
  const leaves = [leaf, ...strangers].sort((a, b) => (toHex(a.blind) < toHex(b.blind) ? -1 : 1));
  const whole = proofIn(before, leaves, leaves.indexOf(leaf), signers);
  const path = day.isPathBroken === true ? whole.proof.path.slice(1) : whole.proof.path;
  const index = day.isElsewhere === true ? whole.proof.index - 1 : whole.proof.index;
  return {
    ...whole,
    proof: { ...whole.proof, path, index, checkpoint: checkpointOf(whole.entries, signers) },
  };
}

/** Of a user by their number: some bytes that differ from all others. */
export const blindOf = (user: number, length = 16) => sha256(ascii(`user ${user}`)).slice(0, length);
