/**
 * Sealed plans: a plan is made known by its hash alone, and shown later. A day's entry holds the root of the tree (RFC
 * 6962) over the hashes that were received that day, sorted as bytes; so the operator cannot add one afterwards.
 */
import { ascii, type Hash, joined } from './bytes.ts';
import { entryHash, inclusionPath, isIncluded, treeHash } from './log-tree.ts';

/** Bytes of a salt, which keeps others from guessing the plan. */
export const SALT_BYTES = 16;

const TAG = ascii('irich-plan-v1');

/** @param plan the bytes of a plan link before its sender. Throws a RangeError for a salt of another length. */
export function sealHash(salt: Uint8Array, plan: Uint8Array, hash: Hash): Uint8Array {
  if (salt.length !== SALT_BYTES) throw new RangeError('A salt has 16 bytes');
  return hash(joined(TAG, salt, plan));
}

/** The root of a day's seals, at least one of them, in any order. */
export function sealsRoot(seals: readonly Uint8Array[], hash: Hash): Uint8Array {
  return treeHash(leavesOf(seals, hash), hash);
}

/** Where a seal stands among those of its day. */
export interface SealPlace {
  readonly index: number;
  /** How many seals the day has. */
  readonly size: number;
  readonly path: readonly Uint8Array[];
}

/** Null if the day has no such seal. */
export function sealPlace(seal: Uint8Array, seals: readonly Uint8Array[], hash: Hash): SealPlace | null {
  const index = sorted(seals).findIndex((one) => compare(one, seal) === 0);
  if (index < 0) return null;
  return { index, size: seals.length, path: inclusionPath(leavesOf(seals, hash), index, hash) };
}

/** Whether a seal is among those of the day with this root. */
export function isSealed(seal: Uint8Array, place: SealPlace, root: Uint8Array, hash: Hash): boolean {
  return isIncluded({ ...place, leaf: entryHash(seal, hash), root }, hash);
}

function leavesOf(seals: readonly Uint8Array[], hash: Hash): Uint8Array[] {
  return sorted(seals).map((seal) => entryHash(seal, hash));
}

function sorted(seals: readonly Uint8Array[]): Uint8Array[] {
  return [...seals].sort(compare);
}

function compare(a: Uint8Array, b: Uint8Array): number {
  const at = a.findIndex((byte, index) => byte !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0);
}
