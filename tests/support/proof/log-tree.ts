/** Makes the audit paths of RFC 6962, section 2.1.1, for tests of the code that checks them. */
import type { Hash } from '#core/proof/bytes.ts';
import { treeHash } from '#core/proof/log-tree.ts';
import { splitOf } from '#core/proof/sum-tree.ts';

/** The audit path of an entry, from the leaf up: section 2.1.1. @param index 0 to the size - 1 */
export function inclusionProof(leaves: readonly Uint8Array[], index: number, hash: Hash): Uint8Array[] {
  if (leaves.length <= 1) return [];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return index < split
    ? [...inclusionProof(left, index, hash), treeHash(right, hash)]
    : [...inclusionProof(right, index - split, hash), treeHash(left, hash)];
}
