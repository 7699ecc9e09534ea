/** Leaves and nodes of a day's sum tree as bytes, so that a million of them take no objects. */
import { BLIND_BYTES } from './blind.ts';
import { ascii, copyBytes, type HashInto, joined } from './bytes.ts';
import type { NodeKind } from './grouped-tree.ts';
import type { Leaf } from './sum-tree.ts';

/** A leaf as it is kept: `blind 16 ‖ total 8 ‖ seq 8 ‖ head 32`, the bytes that it hashes. */
export const RECORD_BYTES = 64;
const TOTAL_AT = BLIND_BYTES;
const SEQ_AT = TOTAL_AT + 8;
export const HEAD_AT = SEQ_AT + 8;
export const HEAD_BYTES = 32;

/** A node: `sum 8 ‖ hash 32`. */
export const NODE_BYTES = 40;
const HASH_AT = 8;

const LEAF_PREFIX = joined(Uint8Array.of(0), ascii('irich-total-v1'));

/** Writes total and number; blind and head are the caller's. Throws a RangeError for a number that is not safe, or negative. */
export function writeNumbers(records: Uint8Array, at: number, total: number, seq: number): void {
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError(`Not a total: ${total}`);
  if (!Number.isSafeInteger(seq) || seq < 1) throw new RangeError(`Not a number of an event: ${seq}`);
  writeU64(records, at + TOTAL_AT, total);
  writeU64(records, at + SEQ_AT, seq);
}

export function readRecord(records: Uint8Array, place: number): Leaf {
  // A copy: `slice` of a Node buffer is a view.
  const record = new Uint8Array(records.subarray(place * RECORD_BYTES, (place + 1) * RECORD_BYTES));
  const view = new DataView(record.buffer);
  return {
    blind: record.slice(0, BLIND_BYTES),
    total: view.getBigUint64(TOTAL_AT),
    seq: Number(view.getBigUint64(SEQ_AT)),
    head: record.slice(HEAD_AT),
  };
}

/** The nodes of leaves. */
export function leafNodes(records: Uint8Array, hash: HashInto): Uint8Array {
  const count = records.length / RECORD_BYTES;
  const nodes = new Uint8Array(count * NODE_BYTES);
  const content = new Uint8Array(LEAF_PREFIX.length + RECORD_BYTES);
  content.set(LEAF_PREFIX);
  for (let leaf = 0; leaf < count; leaf += 1) {
    const [from, to] = [leaf * RECORD_BYTES, leaf * NODE_BYTES];
    copyBytes(records, from, RECORD_BYTES, content, LEAF_PREFIX.length);
    copyBytes(records, from + TOTAL_AT, SEQ_AT - TOTAL_AT, nodes, to);
    hash(content, nodes, to + HASH_AT);
  }
  return nodes;
}

export function sumOf(node: Uint8Array): bigint {
  return new DataView(node.buffer, node.byteOffset).getBigUint64(0);
}

export const hashIn = (node: Uint8Array) => node.slice(HASH_AT, NODE_BYTES);

/** Its `parent` throws a RangeError for a sum of 2^64 or more. */
export function sumNodes(hash: HashInto): NodeKind {
  const content = new Uint8Array(1 + 2 * NODE_BYTES);
  content[0] = 1;
  return {
    bytes: NODE_BYTES,
    parent(nodes, at, into, to) {
      copyBytes(nodes, at, 2 * NODE_BYTES, content, 1);
      addU64(content, 1, content, 1 + NODE_BYTES, into, to);
      hash(content, into, to + HASH_AT);
    },
  };
}

/** In two halves: a sum may pass what a number holds, and a BigInt each would take as long as the hash. */
function addU64(a: Uint8Array, atA: number, b: Uint8Array, atB: number, into: Uint8Array, to: number): void {
  const low = readU32(a, atA + 4) + readU32(b, atB + 4);
  const high = readU32(a, atA) + readU32(b, atB) + (low > 0xffff_ffff ? 1 : 0);
  if (high > 0xffff_ffff) throw new RangeError('A sum of 2^64 or more');
  writeU32(into, to, high);
  writeU32(into, to + 4, low);
}

function writeU64(bytes: Uint8Array, at: number, value: number): void {
  writeU32(bytes, at, Math.floor(value / 2 ** 32));
  writeU32(bytes, at + 4, value);
}

function readU32(bytes: Uint8Array, at: number): number {
  const low = ((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0);
  return (bytes[at] ?? 0) * 2 ** 24 + low;
}

/** The lowest 32 bits of a value. */
function writeU32(bytes: Uint8Array, at: number, value: number): void {
  bytes[at] = value >>> 24;
  bytes[at + 1] = value >>> 16;
  bytes[at + 2] = value >>> 8;
  bytes[at + 3] = value;
}

/** The records in the order of their blinds, as a copy. */
export function sortedRecords(records: Uint8Array): Uint8Array {
  const count = records.length / RECORD_BYTES;
  // Numbers alone sort without calls of a function: the first 32 bits of a blind, and the place.
  const keys = new Float64Array(count);
  for (let place = 0; place < count; place += 1)
    keys[place] = readU32(records, place * RECORD_BYTES) * PLACES + place;
  keys.sort();
  const places = new Uint32Array(count);
  for (let at = 0; at < count; at += 1) places[at] = (keys[at] ?? 0) % PLACES;
  // The few that begin alike.
  for (let at = 1; at < count; at += 1)
    for (let to = at; to > 0 && isBelow(records, places[to] ?? 0, places[to - 1] ?? 0); to -= 1)
      [places[to], places[to - 1]] = [places[to - 1] ?? 0, places[to] ?? 0];
  const sorted = new Uint8Array(records.length);
  for (let at = 0; at < count; at += 1) {
    const from = (places[at] ?? 0) * RECORD_BYTES;
    sorted.set(records.subarray(from, from + RECORD_BYTES), at * RECORD_BYTES);
  }
  return sorted;
}

/** Above the number of records that are sorted at once. Together with 32 bits a number holds it exactly. */
const PLACES = 2 ** 21;

function isBelow(records: Uint8Array, one: number, other: number): boolean {
  return compareBlinds(records, one * RECORD_BYTES, records, other * RECORD_BYTES) < 0;
}

/** Below 0 where the blind at `atA` is lower. */
export function compareBlinds(a: Uint8Array, atA: number, b: Uint8Array, atB: number): number {
  for (let at = 0; at < BLIND_BYTES; at += 1) {
    const difference = (a[atA + at] ?? 0) - (b[atB + at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
