/**
 * Trees of the shape of RFC 6962 whose nodes are kept in groups of 256: a full group is one node of the level above. So a
 * root or a path of a tree of any size reads a few groups.
 */
import { splitOf } from './sum-tree.ts';

/** Nodes of a full group. */
export const GROUP = 256;

/** Nodes as bytes, one after the other. */
export interface NodeKind {
  /** Bytes of a node. */
  readonly bytes: number;
  /** Writes the parent of the two nodes at `at` to `to`, which may be the same place. */
  readonly parent: (nodes: Uint8Array, at: number, into: Uint8Array, to: number) => void;
}

/** The nodes of a group of a level, as many as there are; level 0 are the leaves. */
export type Groups = (level: number, group: number) => Uint8Array;

export interface Sibling {
  readonly side: 'left' | 'right';
  readonly node: Uint8Array;
}

/** The node above adjacent ones, whose number is a power of two. Overwrites them. */
export function nodeAbove({ bytes, parent }: NodeKind, nodes: Uint8Array): Uint8Array {
  for (let count = nodes.length / bytes; count > 1; count /= 2)
    for (let pair = 0; pair < count / 2; pair += 1) parent(nodes, 2 * pair * bytes, nodes, pair * bytes);
  return nodes.slice(0, bytes);
}

/** @param size leaves of the tree, at least 1 */
export function rootIn(kind: NodeKind, groups: Groups, size: number): Uint8Array {
  return nodeOf(kind, readOnce(groups), 0, size);
}

/** The siblings of a leaf, from the leaf to the root. @param index 0 to the size - 1 */
export function pathIn(kind: NodeKind, groups: Groups, size: number, index: number): Sibling[] {
  const once = readOnce(groups);
  const path: Sibling[] = [];
  let [from, to] = [0, size];
  // From the root down, so the steps are turned round at the end.
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      path.push({ side: 'right', node: nodeOf(kind, once, middle, to) });
      to = middle;
    } else {
      path.push({ side: 'left', node: nodeOf(kind, once, from, middle) });
      from = middle;
    }
  }
  return path.reverse();
}

/** Half of a path's siblings may stand in one group, which is read from the disk, and whose leaves are hashed. */
function readOnce(groups: Groups): Groups {
  const read = new Map<string, Uint8Array>();
  return (level, group) => {
    const key = `${level} ${group}`;
    const nodes = read.get(key) ?? groups(level, group);
    read.set(key, nodes);
    return nodes;
  };
}

/** The node over the leaves of a range that the shape of the tree has. */
function nodeOf(kind: NodeKind, groups: Groups, from: number, to: number): Uint8Array {
  const size = to - from;
  const split = size === 1 ? 1 : splitOf(size);
  const isPerfect = size === 1 || split * 2 === size;
  if (!isPerfect) {
    const pair = new Uint8Array(2 * kind.bytes);
    pair.set(nodeOf(kind, groups, from, from + split));
    pair.set(nodeOf(kind, groups, from + split, to), kind.bytes);
    return nodeAbove(kind, pair);
  }
  let [level, first, count] = [0, from, size];
  while (count >= GROUP) [level, first, count] = [level + 1, first / GROUP, count / GROUP];
  const group = groups(level, Math.floor(first / GROUP));
  const at = (first % GROUP) * kind.bytes;
  return nodeAbove(kind, new Uint8Array(group.subarray(at, at + count * kind.bytes)));
}
