/** The log as static files (c2sp.org/tlog-tiles): tiles of 256 hashes, and bundles of entries. */
import type { Hash } from './bytes.ts';
import { treeHash } from './log-tree.ts';

/** Hashes of a full tile, and entries of a full bundle. */
export const WIDTH = 256;

export interface Tile {
  /** 0 for hashes of entries; above it each hash is the root of a full tile below. */
  readonly level: number | 'entries';
  readonly index: number;
  /** 1 to 256; a partial tile has fewer. */
  readonly width: number;
}

/** `tile/0/x001/x234/067`, or with `.p/70` for a partial tile. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  const path = groups.map((group, at) => (at < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width < WIDTH ? `.p/${width}` : ''}`;
}

/** The files that a log of `size` entries has. */
export function tilesOf(size: number): Tile[] {
  const tiles = tilesOfLevel('entries', size);
  for (let level = 0, count = size; count > 0; level += 1) {
    tiles.push(...tilesOfLevel(level, count));
    count = Math.floor(count / WIDTH);
  }
  return tiles;
}

function tilesOfLevel(level: Tile['level'], count: number): Tile[] {
  return Array.from({ length: Math.ceil(count / WIDTH) }, (_, index) => ({
    level,
    index,
    width: Math.min(WIDTH, count - index * WIDTH),
  }));
}

/** The hashes of a level from those of the level below: of every full tile its root. */
export function levelAbove(hashes: readonly Uint8Array[], hash: Hash): Uint8Array[] {
  const above: Uint8Array[] = [];
  for (let at = 0; at + WIDTH <= hashes.length; at += WIDTH) {
    above.push(treeHash(hashes.slice(at, at + WIDTH), hash));
  }
  return above;
}

/** The entries of a bundle: each has its length before it, 2 bytes. Null for bytes that are no bundle. */
export function readBundle(bundle: Uint8Array): Uint8Array[] | null {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length; ) {
    const end = at + 2 + (((bundle[at] ?? 0) << 8) | (bundle[at + 1] ?? 0));
    if (at + 2 > bundle.length || end > bundle.length) return null;
    entries.push(bundle.slice(at + 2, end));
    at = end;
  }
  return entries;
}
