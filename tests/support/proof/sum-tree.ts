/** Makes sum trees, for tests of the code that checks them. */
import { type Hash, toHex } from '#core/proof/bytes.ts';
import { type Leaf, leafNode, type PathStep, parentOf, type SumNode, splitOf } from '#core/proof/sum-tree.ts';

/** @param leaves in the order of their blinds */
export function sumTree(leaves: readonly Leaf[], hash: Hash) {
  const nodes = leaves.map((leaf) => leafNode(leaf, hash));
  const root = rootOf(nodes, 0, nodes.length, hash);
  return {
    nodes,
    published: { users: leaves.length, total: String(root.sum), root: toHex(root.hash) },
    pathOf: (index: number) => pathOf(nodes, index, hash),
  };
}

/** The path of a leaf by its place among nodes that stand in the tree's order. */
function pathOf(nodes: readonly SumNode[], index: number, hash: Hash): PathStep[] {
  const path: PathStep[] = [];
  let [from, to] = [0, nodes.length];
  // From the root down, so the steps are turned round at the end.
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    const isLeft = index < middle;
    const { sum, hash: bytes } = isLeft ? rootOf(nodes, middle, to, hash) : rootOf(nodes, from, middle, hash);
    path.push({ side: isLeft ? 'right' : 'left', sum: String(sum), hash: toHex(bytes) });
    [from, to] = isLeft ? [from, middle] : [middle, to];
  }
  return path.reverse();
}

function rootOf(nodes: readonly SumNode[], from: number, to: number, hash: Hash): SumNode {
  if (to - from === 1) return nodes[from] as SumNode;
  const middle = from + splitOf(to - from);
  return parentOf(rootOf(nodes, from, middle, hash), rootOf(nodes, middle, to, hash), hash);
}
