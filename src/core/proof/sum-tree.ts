/**
 * The sum tree of a day: every leaf is a user's total, every node the sum and the hash of the two below it, so that no
 * total can be left out of the published one without a path that fails. Shape of RFC 6962, section 2.1: a tree of n
 * leaves is split at the largest power of two below n. A node hashes the sums of both children: hashing their total
 * alone would let an operator shift an amount from one side to the other.
 */
import { areEqual, ascii, fromHex, type Hash, isU64, joined, u64 } from './bytes.ts';

export interface SumNode {
  /** Thousandths of an iRICH, 0 to 2^64 - 1. */
  readonly sum: bigint;
  /** 32 bytes. */
  readonly hash: Uint8Array;
}

/** What a user's ledger said at the end of a day. */
export interface Leaf {
  /** 16 bytes that hide the user: see `blind` in README.md. */
  readonly blind: Uint8Array;
  /** Thousandths of an iRICH, never negative. */
  readonly total: bigint;
  /** Sequence number of the ledger's last event, from 1. */
  readonly seq: number;
  /** Hash of that event, 32 bytes. */
  readonly head: Uint8Array;
}

/** A sibling on the way from a leaf to the root. */
export interface PathStep {
  /** Where the sibling stands. */
  readonly side: 'left' | 'right';
  /** Thousandths, canonical decimal. */
  readonly sum: string;
  /** 32 bytes, lower-case hexadecimal. */
  readonly hash: string;
}

const LEAF = joined(Uint8Array.of(0), ascii('irich-total-v1'));
const NODE = Uint8Array.of(1);

/** Throws a RangeError for a total or a number outside of 64 bits, and for a blind or a head of another length. */
export function leafNode({ blind, total, seq, head }: Leaf, hash: Hash): SumNode {
  if (blind.length !== 16 || head.length !== 32) throw new RangeError('A blind has 16 bytes, a head 32');
  return { sum: total, hash: hash(joined(LEAF, blind, u64(total), u64(BigInt(seq)), head)) };
}

/** Throws a RangeError if the sum does not fit 64 bits. */
export function parentOf(left: SumNode, right: SumNode, hash: Hash): SumNode {
  const sum = left.sum + right.sum;
  if (!isU64(sum)) throw new RangeError('A sum of 2^64 or more');
  return { sum, hash: hash(joined(NODE, u64(left.sum), left.hash, u64(right.sum), right.hash)) };
}

/** The largest power of two below a size above 1. */
export function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

/** What a day's entry says of its tree. */
export interface Published {
  readonly users: number;
  /** Thousandths, canonical decimal. */
  readonly total: string;
  /** Lower-case hexadecimal. */
  readonly root: string;
}

/** Whether the path leads from the leaf to the published root and total. Refuses every sum that is not canonical. */
export function leadsTo(leaf: Leaf, path: readonly PathStep[], published: Published, hash: Hash): boolean {
  if (placeOf(path, published.users) === null) return false;
  const root = rootOver(leaf, path, hash);
  const expected = fromHex(published.root, 32);
  if (root === null || expected === null) return false;
  return areEqual(root.hash, expected) && String(root.sum) === published.total;
}

/** Where the path leads; null for a sum or a hash that is not canonical, and for a sum that passes 64 bits. */
export function rootOver(leaf: Leaf, path: readonly PathStep[], hash: Hash): SumNode | null {
  try {
    return path.reduce(
      (node, { side, sum, hash: hex }) => {
        const [value, bytes] = [readSum(sum), fromHex(hex, 32)];
        if (value === null || bytes === null) throw new RangeError('Not a step of a path');
        const sibling = { sum: value, hash: bytes };
        return side === 'left' ? parentOf(sibling, node, hash) : parentOf(node, sibling, hash);
      },
      leafNode(leaf, hash),
    );
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Which leaf of so many is reached by these sides, from 0; null if none is. */
export function placeOf(path: readonly Pick<PathStep, 'side'>[], users: number): number | null {
  let [from, size] = [0, users];
  for (const { side } of path.toReversed()) {
    if (size < 2) return null;
    const split = splitOf(size);
    if (side === 'left') from += split;
    size = side === 'left' ? size - split : split;
  }
  return size === 1 ? from : null;
}

/** The sides of the path from a leaf, from the leaf up. @param place 0 to `size` - 1 */
export function sidesFrom(place: number, size: number): PathStep['side'][] {
  const sides: PathStep['side'][] = [];
  for (let [from, left] = [place, size]; left > 1; ) {
    const split = splitOf(left);
    const isLeft = from < split;
    sides.push(isLeft ? 'right' : 'left');
    [from, left] = isLeft ? [from, split] : [from - split, left - split];
  }
  return sides.reverse();
}

/** Null unless the text is a canonical decimal below 2^64. */
export function readSum(text: string): bigint | null {
  if (!/^(0|[1-9]\d{0,19})$/.test(text)) return null;
  const sum = BigInt(text);
  return isU64(sum) ? sum : null;
}
