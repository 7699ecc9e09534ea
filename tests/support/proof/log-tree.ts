/** Makes proofs of RFC 6962, section 2.1.2, for tests of the code that checks them. */
import type { Hash } from '#core/proof/bytes.ts';
import { treeHash } from '#core/proof/log-tree.ts';
import { splitOf } from '#core/proof/sum-tree.ts';

/** That a tree begins with the first `from` entries: section 2.1.2. Empty for equal sizes. @param from at least 1 */
export function consistencyProof(leaves: readonly Uint8Array[], from: number, hash: Hash): Uint8Array[] {
  return subproof(leaves, from, true, hash);
}

function subproof(leaves: readonly Uint8Array[], from: number, isWhole: boolean, hash: Hash): Uint8Array[] {
  if (from === leaves.length) return isWhole ? [] : [treeHash(leaves, hash)];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return from <= split
    ? [...subproof(left, from, isWhole, hash), treeHash(right, hash)]
    : [...subproof(right, from - split, false, hash), treeHash(left, hash)];
}
