/**
 * A passport: a saved proof as the text of one QR code, `IRICH1:` and Base45 of these bytes.
 *
 * | bytes | what |
 * | --- | --- |
 * | varint | the day, from 1970-01-01 |
 * | varint each | users of the day; the leaf's place in the day's tree, from 0 |
 * | 16, varint, varint, 32 | the leaf: blind, total, seq, head |
 * | varint and 32 each | the path from the leaf up: sum and hash of a sibling |
 * | 1 | bit 0: 1 with sealed plans; bit 1: 1 with a restored ledger |
 * | 32 | root of the sealed plans, if bit 0 is set |
 * | varint | days back to the last one before the restore, if bit 1 is set |
 * | varint each | size of the log; entries after this one |
 * | 32 each | the path from the entry up |
 * | varint, then 4 and 64 each | signatures of the log: number, then key id and signature |
 * | varint, then 4, varint and 64 each | witnesses: number, then key id, time in seconds and signature |
 * | 2 | CRC-16 (XMODEM) of all bytes before it, the higher byte first |
 *
 * What the rest gives is left out: sides and lengths of both paths, the day's root and total, the root of the log, and
 * what the reader's build pins, which are the origin and the names of keys. A proof has exactly one text. The CRC tells
 * damage from forgery, and proves nothing: `checkProof` decides about what is read.
 */
import { crc16 } from '../crc16.ts';
import { varint } from '../varint.ts';
import { fromBase45, toBase45 } from './base45.ts';
import { toBase64 } from './base64.ts';
import { areEqual, ascii, fromHex, type Hash, joined, toHex, u64 } from './bytes.ts';
import { readProof } from './check-proof.ts';
import { checkpointText, type Trusted } from './checkpoint.ts';
import { type DayEntry, entryText } from './entry.ts';
import { entryHash, isIncluded, rootAbove } from './log-tree.ts';
import { type Note, signatureLine, type VerifierKey } from './note.ts';
import { leadsTo, type PathStep, placeOf, rootOver, sidesFrom } from './sum-tree.ts';

/** What the largest QR code holds of this alphabet. */
export const LONGEST_PASSPORT = 4296;
const PREFIX = 'IRICH1:';
const DAY_MS = 86_400_000;
const [HAS_SEALS, IS_RESTORED] = [1, 2];
const [LOG_BYTES, WITNESS_BYTES] = [64, 72];

/**
 * Null for a proof that is wrong or of another log, or that no QR code holds. Signatures are taken as they are;
 * those of unknown keys are left out.
 */
export function writePassport(proofText: string, pins: Trusted, hash: Hash): string | null {
  const proof = readProof(proofText);
  if (proof === null) return null;
  const { leaf, path, entry, index, inclusion, checkpoint } = proof;
  const { origin, size, root, note } = checkpoint;
  const place = placeOf(path, entry.users);
  const way = { leaf: entryHash(ascii(proof.entryText), hash), index, size, root, path: inclusion };
  const isRight = origin === pins.origin && leadsTo(leaf, path, entry, hash) && isIncluded(way, hash);
  const day = dayNumber(entry.day);
  if (!isRight || place === null || day < 0) return null;
  const logs = signaturesBy(note, pins.keys);
  const witnesses = signaturesBy(note, pins.witnesses);
  const isWhole =
    logs.every(({ bytes }) => bytes.length === LOG_BYTES) &&
    witnesses.every(({ bytes }) => bytes.length === WITNESS_BYTES);
  if (!isWhole) return null;
  const { seals, restored } = entry;
  const bytes = [
    ...[day, entry.users, place].flatMap(number),
    ...leaf.blind,
    ...varint(leaf.total),
    ...number(leaf.seq),
    ...leaf.head,
    ...path.flatMap((step) => [...varint(BigInt(step.sum)), ...bytesOf(step.hash)]),
    (seals === undefined ? 0 : HAS_SEALS) | (restored === undefined ? 0 : IS_RESTORED),
    ...(seals === undefined ? [] : bytesOf(seals)),
    ...(restored === undefined ? [] : number(day - dayNumber(restored))),
    ...[size, size - 1 - index].flatMap(number),
    ...inclusion.flatMap((sibling) => [...sibling]),
    ...number(logs.length),
    ...logs.flatMap(({ id, bytes: signature }) => [...id, ...signature]),
    ...number(witnesses.length),
    ...witnesses.flatMap(({ id, bytes: signature }) => {
      const at = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
      return [...id, ...varint(at), ...signature.slice(8)];
    }),
  ];
  const sum = crc16(bytes);
  const text = PREFIX + toBase45(Uint8Array.of(...bytes, sum >> 8, sum & 0xff));
  return text.length <= LONGEST_PASSPORT ? text : null;
}

/**
 * The saved proof in a passport, for `checkProof`. Null for any text that `writePassport` does not write; takes time
 * linear in its length. Signatures of witnesses that the reader does not pin are left out.
 */
export function readPassport(text: string, pins: Trusted, hash: Hash): string | null {
  if (!text.startsWith(PREFIX) || text.length > LONGEST_PASSPORT) return null;
  const bytes = fromBase45(text.slice(PREFIX.length));
  if (bytes === null || bytes.length < 2) return null;
  const content = bytes.subarray(0, -2);
  const sum = crc16([...content]);
  if (!areEqual(bytes.subarray(-2), Uint8Array.of(sum >> 8, sum & 0xff))) return null;
  try {
    const proof = readContent(content, pins, hash);
    // The last word on days, sizes and numbers has the reader of saved proofs.
    return proof === null || readProof(proof) === null ? null : proof;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Throws a RangeError for bytes that are cut off, or numbers that no passport has. */
function readContent(content: Uint8Array, pins: Trusted, hash: Hash): string | null {
  const read = reader(content);
  const [day, users, place] = [read.count(), read.count(), read.count()];
  if (place >= users) return null;
  const leaf = { blind: read.bytes(16), total: read.u64(), seq: read.count(), head: read.bytes(32) };
  const path = sidesFrom(place, users).map(
    (side): PathStep => ({ side, sum: String(read.u64()), hash: toHex(read.bytes(32)) }),
  );
  const top = rootOver(leaf, path, hash);
  const [flags = 0] = read.bytes(1);
  if (top === null || flags > (HAS_SEALS | IS_RESTORED)) return null;
  const entry: DayEntry = {
    day: dayText(day),
    users,
    total: String(top.sum),
    root: toHex(top.hash),
    ...(flags & HAS_SEALS ? { seals: toHex(read.bytes(32)) } : {}),
    ...(flags & IS_RESTORED ? { restored: dayText(day - read.count()) } : {}),
  };
  const [size, after] = [read.count(), read.count()];
  const index = size - 1 - after;
  if (index < 0) return null;
  const inclusion = sidesFrom(index, size).map(() => read.bytes(32));
  const way = { leaf: entryHash(ascii(entryText(entry)), hash), index, size, path: inclusion };
  const root = rootAbove(way, hash);
  if (root === null) return null;

  const logs = read.list(() => ({ id: read.bytes(4), bytes: read.bytes(LOG_BYTES) }));
  const witnesses = read.list(() => ({ id: read.bytes(4), bytes: joined(u64(read.u64()), read.bytes(64)) }));
  if (!areDifferent(logs) || !areDifferent(witnesses)) return null;
  const lines = [
    // Every key of a log has the name of its origin.
    ...logs.map(({ id, bytes }) => signatureLine(keyOf(id, pins.keys) ?? { name: pins.origin, id }, bytes)),
    ...witnesses.flatMap(({ id, bytes }) => {
      const key = keyOf(id, pins.witnesses);
      return key === undefined ? [] : [signatureLine(key, bytes)];
    }),
  ];
  if (!read.isAtEnd()) return null;
  return JSON.stringify({
    v: 1,
    leaf: { blind: toHex(leaf.blind), total: String(leaf.total), seq: leaf.seq, head: toHex(leaf.head) },
    path,
    entry: entryText(entry),
    index,
    inclusion: inclusion.map(toBase64),
    checkpoint: `${checkpointText({ origin: pins.origin, size, root })}\n${lines.join('')}`,
  });
}

/** Throws a RangeError past the end, and for a number in more bytes than it needs or than a 64-bit one has. */
function reader(content: Uint8Array) {
  let at = 0;
  const bytes = (length: number) => {
    if (at + length > content.length) throw new RangeError('Cut off');
    at += length;
    return content.slice(at - length, at);
  };
  const readU64 = () => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const [byte = 0] = bytes(1);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      if (byte === 0 && shift > 0n) break;
      return value;
    }
    throw new RangeError('Not a number');
  };
  const count = () => {
    const value = Number(readU64());
    if (!Number.isSafeInteger(value)) throw new RangeError('Too large');
    return value;
  };
  /** Every item takes bytes, so a wrong length ends at the end of the bytes. */
  const list = <Item>(item: () => Item): Item[] => {
    const items: Item[] = [];
    for (let left = count(); left > 0; left -= 1) items.push(item());
    return items;
  };
  return { bytes, u64: readU64, count, list, isAtEnd: () => at === content.length };
}

/** Of every key the first one. */
function signaturesBy({ signatures }: Note, keys: readonly VerifierKey[]) {
  const known = signatures.filter(({ name, id }) => keyOf(id, keys)?.name === name);
  return known.filter(isFirst);
}

const isFirst = (
  { id }: { readonly id: Uint8Array },
  at: number,
  all: readonly { readonly id: Uint8Array }[],
) => all.findIndex((one) => areEqual(one.id, id)) === at;
const areDifferent = (signatures: readonly { readonly id: Uint8Array }[]) => signatures.every(isFirst);

const keyOf = (id: Uint8Array, keys: readonly VerifierKey[]) => keys.find((key) => areEqual(key.id, id));
const number = (value: number) => varint(BigInt(value));
const bytesOf = (hex: string) => fromHex(hex, hex.length / 2) ?? [];
const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
const dayText = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
