/** Builds a day's sum tree from leaves in the order of their blinds, whatever their number, with a few groups in memory. */
import { BLIND_BYTES } from './blind.ts';
import type { HashInto } from './bytes.ts';
import { GROUP, type Groups, nodeAbove, rootIn } from './grouped-tree.ts';
import { compareBlinds, leafNodes, NODE_BYTES, RECORD_BYTES, sumNodes } from './sum-nodes.ts';

/** A group that has grown. Level 0 holds records of leaves, the levels above nodes. */
export interface GrownGroup {
  readonly level: number;
  readonly group: number;
  readonly bytes: Uint8Array;
}

/** Two leaves with the same blind: the day needs another secret. */
export class EqualBlinds extends RangeError {
  override readonly name = 'EqualBlinds';
}

export interface SumBuilder {
  /** Leaves so far. */
  readonly size: () => number;
  /** Throws `EqualBlinds`, and a RangeError for a blind that is lower than the one before or a sum that is too large. */
  append(records: Uint8Array): void;
  /** The same for whole groups whose nodes are known, see `groupNodes`. The groups before must be full. What grows are views of `records`. */
  appendGroups(records: Uint8Array, nodes: Uint8Array): void;
  /** What has grown since it was asked last. */
  grown(): GrownGroup[];
}

/** Level 0 up to this one hold 2^40 leaves. */
const LEVELS = 5;

/** @param kept the groups of a tree of `size` leaves; asked only for its last ones. */
export function sumBuilder(hash: HashInto, size: number, kept: Groups): SumBuilder {
  const kind = sumNodes(hash);
  const counts = Array.from({ length: LEVELS }, (_, level) => Math.floor(size / GROUP ** level));
  const width = (level: number) => (level === 0 ? RECORD_BYTES : NODE_BYTES);
  const groups = counts.map((count, level) => {
    const group = new Uint8Array(GROUP * width(level));
    if (count % GROUP > 0) group.set(kept(level, Math.floor(count / GROUP)));
    return group;
  });
  let grown: GrownGroup[] = [];
  let last = lastBlind();

  function lastBlind(): Uint8Array | null {
    if (size === 0) return null;
    const inGroup = size % GROUP;
    const records = inGroup > 0 ? (groups[0] as Uint8Array) : kept(0, size / GROUP - 1);
    const at = ((inGroup || GROUP) - 1) * RECORD_BYTES;
    return records.slice(at, at + BLIND_BYTES);
  }

  /** A group that is full is one node of the level above. */
  function close(level: number): void {
    const [group, count] = [groups[level] as Uint8Array, counts[level] as number];
    if (count % GROUP > 0) return;
    grown.push({ level, group: count / GROUP - 1, bytes: group.slice() });
    put(level + 1, level === 0 ? groupNodes(hash, group) : nodeAbove(kind, group.slice()));
  }

  function put(level: number, node: Uint8Array): void {
    const count = counts[level] as number;
    (groups[level] as Uint8Array).set(node, (count % GROUP) * NODE_BYTES);
    counts[level] = count + 1;
    close(level);
  }

  function refuseDisorder(records: Uint8Array): void {
    let [before, from] = [last, 0];
    for (let at = 0; at < records.length; at += RECORD_BYTES) {
      const order = before === null ? -1 : compareBlinds(before, from, records, at);
      if (order === 0) throw new EqualBlinds('Two leaves with the same blind');
      if (order > 0) throw new RangeError('Leaves stand in the order of their blinds');
      before = records;
      from = at;
    }
    if (before !== null) last = before.slice(from, from + BLIND_BYTES);
  }

  return {
    size: () => counts[0] as number,
    append(records) {
      refuseDisorder(records);
      for (let at = 0; at < records.length; ) {
        const inGroup = (counts[0] as number) % GROUP;
        const run = records.subarray(at, at + (GROUP - inGroup) * RECORD_BYTES);
        (groups[0] as Uint8Array).set(run, inGroup * RECORD_BYTES);
        counts[0] = (counts[0] as number) + run.length / RECORD_BYTES;
        at += run.length;
        close(0);
      }
    },
    appendGroups(records, nodes) {
      const bytes = GROUP * RECORD_BYTES;
      if ((counts[0] as number) % GROUP > 0 || records.length * NODE_BYTES !== nodes.length * bytes)
        throw new RangeError('Not whole groups with their nodes');
      refuseDisorder(records);
      for (let place = 0; place * bytes < records.length; place += 1) {
        const group = (counts[0] as number) / GROUP;
        grown.push({ level: 0, group, bytes: records.subarray(place * bytes, (place + 1) * bytes) });
        counts[0] = (group + 1) * GROUP;
        put(1, nodes.subarray(place * NODE_BYTES, (place + 1) * NODE_BYTES));
      }
    },
    grown() {
      const full = grown;
      grown = [];
      const partial = counts.flatMap((count, level) => {
        const inGroup = count % GROUP;
        const bytes = groups[level]?.slice(0, inGroup * width(level));
        return inGroup === 0 || bytes === undefined
          ? []
          : [{ level, group: Math.floor(count / GROUP), bytes }];
      });
      return [...full, ...partial];
    },
  };
}

/** The nodes above whole groups of leaves. */
export function groupNodes(hash: HashInto, records: Uint8Array): Uint8Array {
  const kind = sumNodes(hash);
  const bytes = GROUP * RECORD_BYTES;
  const nodes = new Uint8Array((records.length / bytes) * NODE_BYTES);
  for (let place = 0; place * bytes < records.length; place += 1) {
    const group = records.subarray(place * bytes, (place + 1) * bytes);
    nodes.set(nodeAbove(kind, leafNodes(group, hash)), place * NODE_BYTES);
  }
  return nodes;
}

/** The groups from which a tree of `size` leaves grows on: those that are not full, and the last one of leaves. */
export function lastGroups(size: number, kept: Groups): GrownGroup[] {
  const asked: GrownGroup[] = [];
  for (
    let [level, count] = [0, size];
    level < LEVELS;
    [level, count] = [level + 1, Math.floor(count / GROUP)]
  )
    if (count % GROUP > 0 || (level === 0 && count > 0)) {
      const group = Math.ceil(count / GROUP) - 1;
      asked.push({ level, group, bytes: kept(level, group) });
    }
  return asked;
}

/** Groups by their places; those that are not among them are asked of `others`. */
export function groupsIn(groups: readonly GrownGroup[], others: Groups): Groups {
  return (level, place) =>
    groups.find((one) => one.level === level && one.group === place)?.bytes ?? others(level, place);
}

/** The root over the kept groups of a tree. */
export function sumRoot(hash: HashInto, size: number, kept: Groups): Uint8Array {
  return rootIn(sumNodes(hash), nodesOf(hash, kept), size);
}

/** The kept groups with the nodes of leaves in place of their records. */
export function nodesOf(hash: HashInto, kept: Groups): Groups {
  return (level, group) => (level === 0 ? leafNodes(kept(0, group), hash) : kept(level, group));
}
