/** Makes the saved proof that needs the most room, for tests of what carries it. */
import { sha256 } from '@noble/hashes/sha2.js';
import type { Signer } from '#api/proof/signer.ts';
import { toBase64 } from '#core/proof/base64.ts';
import { ascii, toHex } from '#core/proof/bytes.ts';
import { type DayEntry, entryText } from '#core/proof/entry.ts';
import { rootOver, sidesFrom } from '#core/proof/sum-tree.ts';
import { inclusionPath } from './inclusion-path.ts';
import { checkpointOf, dayEntries, hashesOf, type SavedProof } from './log.ts';

const hash = (bytes: Uint8Array) => sha256(bytes);
const USERS = 10_000_000;
/** A total of every user that few reach: 100,000 iRICH. */
const TOTAL = 100_000_000n;
const YEARS = 20;
const DAYS = Math.floor(YEARS * 365.25);

/** Of a day with ten million users, in a log of twenty years, where both paths are the longest. */
export function largestProof(signers: readonly Signer[]): SavedProof {
  const leaf = { blind: random('blind').slice(0, 16), total: TOTAL, seq: 100_000, head: random('head') };
  const path = sidesFrom(0, USERS).map((side, height) => ({
    side,
    sum: String(TOTAL << BigInt(height)),
    hash: toHex(random(`sibling ${height}`)),
  }));
  const top = rootOver(leaf, path, hash);
  const days = dayEntries(DAYS);
  const entry: DayEntry = {
    day: days[0]?.day ?? '',
    users: USERS,
    total: String(top?.sum),
    root: toHex(top?.hash ?? new Uint8Array()),
    seals: toHex(random('seals')),
    restored: '2026-10-01',
  };
  const entries = [entry, ...days.slice(1)];
  return {
    v: 1,
    leaf: { blind: toHex(leaf.blind), total: String(TOTAL), seq: leaf.seq, head: toHex(leaf.head) },
    path,
    entry: entryText(entry),
    index: 0,
    inclusion: inclusionPath(hashesOf(entries), { index: 0, size: entries.length }, hash).map(toBase64),
    checkpoint: checkpointOf(entries, signers),
  };
}

const random = (what: string) => hash(ascii(what));
