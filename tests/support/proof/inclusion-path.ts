/** Makes paths from all leaves of a tree, for tests of the code that reads a few of its nodes. */
import type { Hash } from '#core/proof/bytes.ts';
import { type Place, treeHash } from '#core/proof/log-tree.ts';
import { splitOf } from '#core/proof/sum-tree.ts';

/** The path of an entry, from its hash up: RFC 6962, section 2.1.1. */
export function inclusionPath(
  leaves: readonly Uint8Array[],
  { index, size }: Place,
  hash: Hash,
): Uint8Array[] {
  if (size <= 1) return [];
  const split = splitOf(size);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...inclusionPath(left, { index, size: split }, hash), treeHash(right, hash)]
    : [...inclusionPath(right, { index: index - split, size: size - split }, hash), treeHash(left, hash)];
}
