/** Makes a log of published totals with its static files and saved proofs, for tests of the code that checks them. */
import { sha256 } from '@noble/hashes/sha2.js';
import type { Signer } from '#api/proof/signer.ts';
import { toBase64 } from '#core/proof/base64.ts';
import { ascii, joined, toHex } from '#core/proof/bytes.ts';
import type { LogFiles } from '#core/proof/check-log.ts';
import { checkpointText } from '#core/proof/checkpoint.ts';
import { type DayEntry, entryText } from '#core/proof/entry.ts';
import { entryHash, treeHash } from '#core/proof/log-tree.ts';
import { cosignature, SIGNATURE, signatureLine } from '#core/proof/note.ts';
import type { Leaf, PathStep } from '#core/proof/sum-tree.ts';
import { levelAbove, tilePath, tilesOf, WIDTH } from '#core/proof/tiles.ts';
import { inclusionPath } from './inclusion-path.ts';
import { sumTree } from './sum-tree.ts';

/** A saved proof before it is text. */
export interface SavedProof {
  readonly v: 1;
  readonly leaf: Readonly<Record<'blind' | 'total' | 'head', string>> & { readonly seq: number };
  readonly path: readonly PathStep[];
  readonly entry: string;
  readonly index: number;
  readonly inclusion: readonly string[];
  readonly checkpoint: string;
}

const hash = (bytes: Uint8Array) => sha256(bytes);
const FIRST_DAY = Date.UTC(2026, 10, 1);

/** Entries of days in a row, with any number of users each. */
export function dayEntries(count: number): DayEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    day: new Date(FIRST_DAY + index * 86_400_000).toISOString().slice(0, 10),
    users: index + 1,
    total: String(index * 1000),
    root: toHex(hash(ascii(`root ${index}`))),
  }));
}

export const hashesOf = (entries: readonly DayEntry[]) =>
  entries.map((entry) => entryHash(ascii(entryText(entry)), hash));

/** A checkpoint over entries, signed by a log's key and by witnesses' keys. */
export function checkpointOf(
  entries: readonly DayEntry[],
  signers: readonly Signer[],
  at = 1_800_000_000n,
): string {
  const [log] = signers;
  const head = { origin: log?.key.name ?? '', size: entries.length, root: treeHash(hashesOf(entries), hash) };
  const text = checkpointText(head);
  const lines = signers.map(({ key, sign }) => {
    const isWitness = key.type === SIGNATURE.cosignature;
    return signatureLine(key, isWitness ? cosignature(text, at, sign) : sign(ascii(text)));
  });
  return `${text}\n${lines.join('')}`;
}

/** The files of a log by their path. */
export function logFiles(entries: readonly DayEntry[], signers: readonly Signer[]): Map<string, Uint8Array> {
  return filesOf(entries.map(entryText), checkpointOf(entries, signers));
}

/** The files of a log that claims these entries and this checkpoint, right or wrong. */
export function filesOf(entries: readonly string[], checkpoint: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>([['checkpoint', new TextEncoder().encode(checkpoint)]]);
  const bytes = entries.map(ascii);
  const bundle = bytes.map((entry) => joined(Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry));
  let level = bytes.map((entry) => entryHash(entry, hash));
  for (let height = 0; level.length > 0; height += 1) {
    for (const tile of tilesOf(entries.length)) {
      const [from, to] = [tile.index * WIDTH, tile.index * WIDTH + tile.width];
      if (tile.level === 'entries') files.set(tilePath(tile), joined(...bundle.slice(from, to)));
      if (tile.level === height) files.set(tilePath(tile), joined(...level.slice(from, to)));
    }
    level = levelAbove(level, hash);
  }
  return files;
}

/** Reads them as checks do. */
export function sourceOf(files: ReadonlyMap<string, Uint8Array>): LogFiles {
  return {
    text: async (path) => {
      const bytes = files.get(path);
      return bytes === undefined ? null : new TextDecoder().decode(bytes);
    },
    bytes: async (path) => files.get(path) ?? null,
  };
}

/** What a user saves of a day: the leaf at `place` in the day's tree, in a log whose last day it is. */
export function savedProof(leaves: readonly Leaf[], place: number, signers: readonly Signer[]): SavedProof {
  return proofIn(dayEntries(4), leaves, place, signers).proof;
}

/** The same for a log with these days before it, and the log's entries. */
export function proofIn(
  before: readonly DayEntry[],
  leaves: readonly Leaf[],
  place: number,
  signers: readonly Signer[],
): { readonly proof: SavedProof; readonly entries: readonly DayEntry[] } {
  const tree = sumTree(leaves, hash);
  const day = dayEntries(before.length + 1).at(-1)?.day ?? '';
  const entry = { ...tree.published, day };
  const entries = [...before, entry];
  const leaf = leaves[place] as Leaf;
  const proof: SavedProof = {
    v: 1,
    leaf: { blind: toHex(leaf.blind), total: String(leaf.total), seq: leaf.seq, head: toHex(leaf.head) },
    path: tree.pathOf(place),
    entry: entryText(entry),
    index: before.length,
    inclusion: inclusionPath(hashesOf(entries), { index: before.length, size: entries.length }, hash).map(
      toBase64,
    ),
    checkpoint: checkpointOf(entries, signers),
  };
  return { proof, entries };
}
