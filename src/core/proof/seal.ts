/**
 * Sealed plans: a plan is made known by its hash alone, and shown later. A day's entry holds the root of the tree (RFC
 * 6962) over the hashes that were received that day, sorted as bytes; so the operator cannot add one afterwards.
 */
import { ascii, type Hash, joined } from './bytes.ts';
import { entryHash, isIncluded, type Place } from './log-tree.ts';

/** Bytes of a salt, which keeps others from guessing the plan. */
export const SALT_BYTES = 16;

const TAG = ascii('irich-plan-v1');

/** @param plan the bytes of a plan link before its sender. Throws a RangeError for a salt of another length. */
export function sealHash(salt: Uint8Array, plan: Uint8Array, hash: Hash): Uint8Array {
  if (salt.length !== SALT_BYTES) throw new RangeError('A salt has 16 bytes');
  return hash(joined(TAG, salt, plan));
}

/** Where a seal stands among those of its day. */
export interface SealPlace extends Place {
  readonly path: readonly Uint8Array[];
}

/** Whether a seal is among those of the day with this root. */
export function isSealed(seal: Uint8Array, place: SealPlace, root: Uint8Array, hash: Hash): boolean {
  return isIncluded({ ...place, leaf: entryHash(seal, hash), root }, hash);
}
