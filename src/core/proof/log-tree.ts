/** The Merkle tree over the log's entries, and its proofs: RFC 6962, section 2.1. */
import { areEqual, type Hash, joined } from './bytes.ts';
import { splitOf } from './sum-tree.ts';

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** @param entry the entry's bytes */
export function entryHash(entry: Uint8Array, hash: Hash): Uint8Array {
  return hash(joined(LEAF, entry));
}

/** A tree whose entries come one after the other. It keeps one node a level. */
interface GrowingTree {
  /** @param leaf the hash of the next entry */
  append(leaf: Uint8Array): void;
  /** Over the entries so far; of an empty tree the hash of nothing. */
  root(): Uint8Array;
}

function growingTree(hash: Hash): GrowingTree {
  // The roots of perfect trees, the largest first: their sizes are the binary digits of the whole size.
  const nodes: Uint8Array[] = [];
  let size = 0;
  const above = (left: Uint8Array, right: Uint8Array) => hash(joined(NODE, left, right));
  return {
    append(leaf) {
      let node = leaf;
      for (let rest = size; rest % 2 === 1; rest = half(rest)) node = above(nodes.pop() as Uint8Array, node);
      nodes.push(node);
      size += 1;
    },
    root: () =>
      nodes.length === 0 ? hash(new Uint8Array()) : nodes.reduceRight((right, left) => above(left, right)),
  };
}

/** The root of a tree by the hashes of its entries; of an empty tree the hash of nothing. */
export function treeHash(leaves: Iterable<Uint8Array>, hash: Hash): Uint8Array {
  const tree = growingTree(hash);
  for (const leaf of leaves) tree.append(leaf);
  return tree.root();
}

/** An entry among all. */
export interface Place {
  /** 0 to `size` - 1. */
  readonly index: number;
  readonly size: number;
}

export interface Inclusion extends Place {
  readonly leaf: Uint8Array;
  readonly root: Uint8Array;
  readonly path: readonly Uint8Array[];
}

export function isIncluded({ root, ...way }: Inclusion, hash: Hash): boolean {
  const above = rootAbove(way, hash);
  return above !== null && areEqual(above, root);
}

/**
 * The root that a path leads to; null for a path that no tree of this size has. RFC 9162, section 2.1.3.2, which gives
 * the check that RFC 6962 leaves to the reader.
 */
export function rootAbove(
  { leaf, index, size, path }: Omit<Inclusion, 'root'>,
  hash: Hash,
): Uint8Array | null {
  if (!isCount(index) || !isCount(size) || index >= size) return null;
  let [place, last, node] = [index, size - 1, leaf];
  for (const sibling of path) {
    if (last === 0 || sibling.length !== 32) return null;
    if (place % 2 === 1 || place === last) {
      node = hash(joined(NODE, sibling, node));
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, half(last)];
    } else {
      node = hash(joined(NODE, node, sibling));
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 ? node : null;
}

export interface Consistency {
  /** Sizes: at least 1, and not falling. */
  readonly from: number;
  readonly to: number;
  readonly fromRoot: Uint8Array;
  readonly toRoot: Uint8Array;
  readonly path: readonly Uint8Array[];
}

/** RFC 9162, section 2.1.4.2. */
export function isConsistent({ from, to, fromRoot, toRoot, path }: Consistency, hash: Hash): boolean {
  if (!isCount(from) || !isCount(to) || from < 1 || from > to) return false;
  if (from === to) return path.length === 0 && areEqual(fromRoot, toRoot);
  if (path.some((one) => one.length !== 32)) return false;
  // A first tree that is perfect is a node of the second, and the proof leaves it out.
  const isPerfect = splitOf(from + 1) === from;
  const [first, ...rest] = isPerfect ? [fromRoot, ...path] : path;
  if (first === undefined || path.length === 0) return false;
  let [place, last] = [from - 1, to - 1];
  while (place % 2 === 1) [place, last] = [half(place), half(last)];
  let [older, newer] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (place % 2 === 1 || place === last) {
      older = hash(joined(NODE, sibling, older));
      newer = hash(joined(NODE, sibling, newer));
      while (place % 2 === 0 && place !== 0) [place, last] = [place / 2, half(last)];
    } else {
      newer = hash(joined(NODE, newer, sibling));
    }
    [place, last] = [half(place), half(last)];
  }
  return last === 0 && areEqual(older, fromRoot) && areEqual(newer, toRoot);
}

/**
 * What proves that a tree begins with the first `from` of its entries: RFC 6962, section 2.1.2. Empty for equal sizes.
 * @param leaves the hashes of all its entries
 * @param from at least 1, at most all
 */
export function consistencyProof(leaves: readonly Uint8Array[], from: number, hash: Hash): Uint8Array[] {
  return subproof(leaves, from, true, hash);
}

/** @param isWhole whether the first `from` entries are the whole first tree, whose root the reader knows. */
function subproof(leaves: readonly Uint8Array[], from: number, isWhole: boolean, hash: Hash): Uint8Array[] {
  if (from === leaves.length) return isWhole ? [] : [treeHash(leaves, hash)];
  const split = splitOf(leaves.length);
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return from <= split
    ? [...subproof(left, from, isWhole, hash), treeHash(right, hash)]
    : [...subproof(right, from - split, false, hash), treeHash(left, hash)];
}

/** Sizes may pass 2^31, so no bit operators. */
const half = (count: number) => Math.floor(count / 2);
const isCount = (value: number) => Number.isSafeInteger(value) && value >= 0;
