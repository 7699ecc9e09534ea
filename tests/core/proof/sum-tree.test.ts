import { describe, expect, it } from 'vitest';
import { toHex } from '#core/proof/bytes.ts';
import { type Leaf, leadsTo, leafNode, type PathStep, readSum } from '#core/proof/sum-tree.ts';
import { sumTree } from '#tests/support/proof/sum-tree.ts';
import { blindOf, hash, hex, leafOf, VECTOR } from './published.ts';

describe('the published days', () => {
  it.each(VECTOR.days)('$day: blinds, leaves, paths, root and total', ({ secret, leaves, root, total }) => {
    const tree = sumTree(leaves.map(leafOf), hash);
    expect(tree.published).toEqual({ users: leaves.length, total, root });
    for (const [index, leaf] of leaves.entries()) {
      expect(blindOf(secret, leaf.userId)).toBe(leaf.blind);
      expect(toHex(leafNode(leafOf(leaf), hash).hash)).toBe(leaf.hash);
      expect(tree.pathOf(index)).toEqual(leaf.path);
      expect(leadsTo(leafOf(leaf), leaf.path, tree.published, hash)).toBe(true);
    }
  });

  it.each(VECTOR.invalid)('refuses: $what', (leaf) => {
    const published = { users: leaf.users, total: leaf.dayTotal, root: leaf.root };
    expect(leadsTo(leafOf(leaf), leaf.path, published, hash)).toBe(false);
  });
});

const leaves = Array.from({ length: 300 }, (_, user): Leaf => {
  const head = hash(Uint8Array.of(user >> 8, user & 0xff));
  return { blind: head.slice(0, 16), total: BigInt((user * 7919) % 40_000), seq: user + 1, head };
}).sort((a, b) => Buffer.compare(a.blind, b.blind));

function treeOf(size: number) {
  const some = leaves.slice(0, size);
  const { published, pathOf } = sumTree(some, hash);
  return { some, published, pathAt: pathOf };
}

it('leads every leaf of every tree up to 300 leaves to its root', () => {
  for (let size = 1; size <= 300; size += 1) {
    const { some, published, pathAt } = treeOf(size);
    for (const [index, leaf] of some.entries()) {
      // The last, the first and a moving one of a large tree: all of them would take minutes.
      if (size > 40 && index !== size - 1 && index % 37 !== size % 37) continue;
      expect(leadsTo(leaf, pathAt(index), published, hash), `${index} of ${size}`).toBe(true);
    }
  }
});

it('refuses any single change of a path, a leaf or what is published', () => {
  for (const size of [1, 2, 3, 7, 8, 61, 300]) {
    const { some, published, pathAt } = treeOf(size);
    const index = Math.floor(size / 3);
    const [leaf, path] = [some[index] as Leaf, pathAt(index)];
    const leads = (change: { leaf?: Leaf; path?: PathStep[]; published?: typeof published }) =>
      leadsTo(change.leaf ?? leaf, change.path ?? path, change.published ?? published, hash);
    expect(leads({})).toBe(true);
    for (const changed of changedLeaves(leaf)) expect(leads({ leaf: changed })).toBe(false);
    for (const changed of changedPaths(path)) expect(leads({ path: changed })).toBe(false);
    expect(leads({ published: { ...published, total: String(BigInt(published.total) + 1n) } })).toBe(false);
    expect(leads({ published: { ...published, total: `0${published.total}` } })).toBe(false);
    for (const root of changedHex(published.root))
      expect(leads({ published: { ...published, root } })).toBe(false);
  }
});

it('refuses a way that no tree of so many users has', () => {
  for (let size = 1; size <= 40; size += 1) {
    const { some, published, pathAt } = treeOf(size);
    for (const users of [size * 2, size * 4, 2 ** 50]) {
      const isTaken = some.filter((leaf, at) => leadsTo(leaf, pathAt(at), { ...published, users }, hash));
      expect(isTaken, `${size} as ${users}`).toEqual([]);
    }
  }
});

function changedLeaves(leaf: Leaf): Leaf[] {
  const { blind, head } = leaf;
  return [
    { ...leaf, total: leaf.total + 1n },
    { ...leaf, seq: leaf.seq + 1 },
    ...flips(blind).map((changed) => ({ ...leaf, blind: changed })),
    ...flips(head).map((changed) => ({ ...leaf, head: changed })),
    { ...leaf, blind: blind.slice(1) },
    { ...leaf, head: head.slice(1) },
  ];
}

function changedPaths(path: readonly PathStep[]): PathStep[][] {
  const at = (index: number, step: Partial<PathStep>) =>
    path.map((one, place) => (place === index ? { ...one, ...step } : one));
  const extra: PathStep = { side: 'right', sum: '0', hash: '0'.repeat(64) };
  return [
    [...path, extra],
    [extra, ...path],
    ...path.flatMap((step, index) => [
      path.filter((_, place) => place !== index),
      at(index, { side: step.side === 'left' ? 'right' : 'left' }),
      ...[String(BigInt(step.sum) + 1n), `0${step.sum}`, `-${step.sum}`, `+${step.sum}`, ` ${step.sum}`].map(
        (sum) => at(index, { sum }),
      ),
      at(index, { sum: String(BigInt(step.sum) + (1n << 64n)) }),
      ...changedHex(step.hash).map((changed) => at(index, { hash: changed })),
      at(index, { hash: step.hash.toUpperCase() === step.hash ? '' : step.hash.toUpperCase() }),
    ]),
    ...path.slice(1).map((_, index) => {
      const swapped = [...path];
      [swapped[index], swapped[index + 1]] = [swapped[index + 1] as PathStep, swapped[index] as PathStep];
      return swapped;
    }),
  ];
}

function flips(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const changed = bytes.slice();
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return changed;
  });
}

const changedHex = (text: string) => flips(hex(text)).map(toHex);

describe('a leaf that is not allowed', () => {
  const [first, second] = leaves as [Leaf, Leaf];
  const published = { users: 2, total: '0', root: '0'.repeat(64) };

  it('has a negative total, or one beyond 64 bits', () => {
    for (const total of [-1n, 1n << 64n]) {
      expect(() => leafNode({ ...first, total }, hash)).toThrow(RangeError);
      expect(leadsTo({ ...first, total }, [], published, hash)).toBe(false);
    }
  });

  it('makes a sum of 2^64 with its sibling', () => {
    const leaf = { ...first, total: (1n << 64n) - 1n };
    const sibling = leafNode({ ...second, total: 1n }, hash);
    const step: PathStep = { side: 'right', sum: '1', hash: toHex(sibling.hash) };
    expect(leadsTo(leaf, [step], published, hash)).toBe(false);
  });
});

it('reads canonical sums alone', () => {
  expect(readSum('18446744073709551615')).toBe((1n << 64n) - 1n);
  for (const text of [
    '',
    '00',
    '01',
    '-0',
    '-1',
    '+1',
    '1.0',
    '1e3',
    ' 1',
    '1\n',
    '18446744073709551616',
    '9'.repeat(99),
  ]) {
    expect(readSum(text), text).toBeNull();
  }
});
