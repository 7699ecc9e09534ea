/** The trees that the publisher grows, against those that follow the definition word for word. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blindOf } from '#core/proof/blind.ts';
import { type HashInto, toHex } from '#core/proof/bytes.ts';
import { GROUP, type Groups, pathIn } from '#core/proof/grouped-tree.ts';
import {
  EqualBlinds,
  groupNodes,
  groupsIn,
  lastGroups,
  nodesOf,
  sumBuilder,
  sumRoot,
} from '#core/proof/sum-builder.ts';
import {
  HEAD_AT,
  hashIn,
  RECORD_BYTES,
  readRecord,
  sortedRecords,
  sumNodes,
  sumOf,
  writeNumbers,
} from '#core/proof/sum-nodes.ts';
import { type Leaf, leadsTo } from '#core/proof/sum-tree.ts';
import { sumTree } from '#tests/support/proof/sum-tree.ts';
import { hash, hashInto } from './published.ts';

function recordsOf(count: number, total = (place: number) => (place * 7919) % 40_000): Uint8Array {
  const records = new Uint8Array(count * RECORD_BYTES);
  for (let place = 0; place < count; place += 1) {
    const at = place * RECORD_BYTES;
    const random = hash(Uint8Array.of(place >> 16, place >> 8, place));
    records.set(random.slice(0, 16), at);
    writeNumbers(records, at, total(place), place + 1);
    records.set(random, at + HEAD_AT);
  }
  return records;
}

const leavesOf = (records: Uint8Array): Leaf[] =>
  Array.from({ length: records.length / RECORD_BYTES }, (_, place) => readRecord(records, place));

/** Grown in pieces, with a crash after each: only the last groups of what was kept are there for the next. */
function grown(records: Uint8Array, piece: number): { readonly size: number; readonly groups: Groups } {
  const kept = new Map<string, Uint8Array>();
  const groups: Groups = (level, group) => kept.get(`${level} ${group}`) ?? new Uint8Array();
  let size = 0;
  for (let at = 0; at < records.length; at += piece * RECORD_BYTES) {
    const tree = sumBuilder(hashInto, size, groupsIn(lastGroups(size, groups), missing));
    tree.append(records.subarray(at, at + piece * RECORD_BYTES));
    for (const { level, group, bytes } of tree.grown()) kept.set(`${level} ${group}`, bytes);
    size = tree.size();
  }
  return { size, groups };
}

function missing(level: number, place: number): never {
  throw new Error(`Group ${place} of level ${level} is missing`);
}

describe('a grown tree', () => {
  it.each([1, 2, 3, 255, 256, 257, 511, 512, 513, 1000, 3 * GROUP + 1])(
    'of %i leaves',
    (count) => {
      const sorted = sortedRecords(recordsOf(count));
      const leaves = leavesOf(sorted);
      const expected = sumTree(leaves, hash);
      for (const piece of [1, 100, 256, 300, 5000]) {
        const { size, groups } = grown(sorted, piece);
        expect(size).toBe(count);
        const root = sumRoot(hashInto, size, groups);
        expect({ total: String(sumOf(root)), root: toHex(hashIn(root)), users: size }).toEqual(
          expected.published,
        );
        for (const index of new Set([0, 1, 127, 128, 254, 255, 256, count >> 1, count - 2, count - 1])) {
          if (index < 0 || index >= count) continue;
          const path = pathIn(sumNodes(hashInto), nodesOf(hashInto, groups), size, index).map(
            ({ side, node }) => ({
              side,
              sum: String(sumOf(node)),
              hash: toHex(hashIn(node)),
            }),
          );
          expect(path).toEqual(expected.pathOf(index));
          expect(leadsTo(leaves[index] as Leaf, path, expected.published, hash)).toBe(true);
        }
      }
    },
    60_000,
  );

  it.each([GROUP, 3 * GROUP, GROUP * GROUP])(
    'takes %i leaves in whole groups with their nodes',
    (count) => {
      const sorted = sortedRecords(recordsOf(count + 1));
      const whole = sorted.subarray(0, count * RECORD_BYTES);
      const nodes = groupNodes(hashInto, whole);
      const [one, other] = [sumBuilder(hashInto, 0, missing), sumBuilder(hashInto, 0, missing)];
      one.append(whole);
      other.appendGroups(whole, nodes);
      expect(other.grown()).toEqual(one.grown());
      expect(() => other.appendGroups(whole, nodes.subarray(1))).toThrow(RangeError);
      expect(() => other.appendGroups(whole, nodes)).toThrow(RangeError);
      other.append(sorted.subarray(count * RECORD_BYTES));
      const [left, node] = [
        sorted.subarray(RECORD_BYTES),
        groupNodes(hashInto, sorted.subarray(RECORD_BYTES)),
      ];
      expect(() => other.appendGroups(left, node)).toThrow('Not whole groups');
    },
    60_000,
  );

  it('has a third level', () => {
    const count = GROUP * GROUP + 2;
    const sorted = sortedRecords(recordsOf(count));
    const leaves = leavesOf(sorted);
    const { size, groups } = grown(sorted, 4096);
    const expected = sumTree(leaves, hash).published;
    expect(toHex(hashIn(sumRoot(hashInto, size, groups)))).toBe(expected.root);
    expect(groups(2, 0)).toHaveLength(40);
  }, 60_000);

  it('gives a path for one reading of each of a few groups, and hashes the leaves of two', () => {
    const { size, groups } = grown(sortedRecords(recordsOf(3_000)), 1_000);
    let hashed = 0;
    const counted: HashInto = (bytes, into, at) => {
      hashed += 1;
      return hashInto(bytes, into, at);
    };
    const read: string[] = [];
    const asked: Groups = (level, group) => {
      read.push(`${level} ${group}`);
      return groups(level, group);
    };
    pathIn(sumNodes(counted), nodesOf(counted, asked), size, 700);
    expect(read.toSorted()).toEqual([...new Set(read)].toSorted());
    expect(hashed).toBeLessThan(4 * GROUP);
  });

  it('refuses equal blinds, a wrong order, and sums that do not fit', () => {
    const sorted = sortedRecords(recordsOf(300));
    const twice = new Uint8Array(sorted.length + RECORD_BYTES);
    twice.set(sorted);
    twice.set(sorted.subarray(sorted.length - RECORD_BYTES), sorted.length);
    for (const piece of [1, 256, 300, 1000]) expect(() => grown(twice, piece)).toThrow(EqualBlinds);
    expect(() => grown(recordsOf(300), 300)).toThrow(RangeError);
    const large = sortedRecords(recordsOf(2 ** 12, () => Number.MAX_SAFE_INTEGER));
    const { size, groups } = grown(large, 1000);
    expect(() => sumRoot(hashInto, size, groups)).toThrow(RangeError);
    for (const total of [-1, 0.5, Number.NaN, 2 ** 53])
      expect(() => writeNumbers(new Uint8Array(RECORD_BYTES), 0, total, 1)).toThrow(RangeError);
    expect(() => writeNumbers(new Uint8Array(RECORD_BYTES), 0, 1, 0)).toThrow(RangeError);
  });
});

it('sorts leaves by their blinds, also those that begin alike', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.nat(255)), { maxLength: 200 }), (bytes) => {
      const records = new Uint8Array(bytes.length * RECORD_BYTES);
      for (const [place, [first, fourth, last]] of bytes.entries()) {
        records[place * RECORD_BYTES] = first * 127;
        records[place * RECORD_BYTES + 3] = fourth;
        records[place * RECORD_BYTES + 15] = last;
        records[place * RECORD_BYTES + 63] = place;
      }
      const order = (all: Uint8Array) => leavesOf(all).map(({ blind }) => toHex(blind));
      expect(order(sortedRecords(records))).toEqual(order(records).toSorted());
      expect(
        leavesOf(sortedRecords(records))
          .map(({ head }) => head[31])
          .toSorted(),
      ).toEqual(
        leavesOf(records)
          .map(({ head }) => head[31])
          .toSorted(),
      );
    }),
  );
});

it('makes the same blinds as an HMAC', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ minLength: 0, maxLength: 64 }),
      fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      (secret, userId) => {
        const expected = createHmac('sha256', secret).update(`${userId}`).digest('hex').slice(0, 32);
        expect(toHex(blindOf(secret, userId, hashInto))).toBe(expected);
      },
    ),
  );
  for (const userId of [0, -1, 1.5, 2 ** 53])
    expect(() => blindOf(new Uint8Array(32), userId, hashInto)).toThrow(RangeError);
  expect(() => blindOf(new Uint8Array(65), 1, hashInto)).toThrow(RangeError);
});
