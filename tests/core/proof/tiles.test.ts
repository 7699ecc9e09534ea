import { expect, it } from 'vitest';
import { ascii } from '#core/proof/bytes.ts';
import { treeHash } from '#core/proof/log-tree.ts';
import { levelAbove, readBundle, tilePath, tilesOf } from '#core/proof/tiles.ts';
import { hash } from './published.ts';

it('names tiles as the specification does', () => {
  expect(tilePath({ level: 0, index: 1_234_067, width: 256 })).toBe('tile/0/x001/x234/067');
  expect(tilePath({ level: 'entries', index: 0, width: 112 })).toBe('tile/entries/000.p/112');
  expect(tilePath({ level: 63, index: 999, width: 1 })).toBe('tile/63/999.p/1');
});

it('has the tiles of a tree of 70,000 that the specification counts', () => {
  const tiles = tilesOf(70_000).filter(({ level }) => level !== 'entries');
  const count = (level: number, isFull: boolean) =>
    tiles.filter((tile) => tile.level === level && (tile.width === 256) === isFull).map(({ width }) => width);
  expect(count(0, true)).toHaveLength(273);
  expect(count(0, false)).toEqual([112]);
  expect(count(1, true)).toHaveLength(1);
  expect(count(1, false)).toEqual([17]);
  expect(count(2, false)).toEqual([1]);
  expect(tilesOf(256).map(tilePath)).toEqual(['tile/entries/000', 'tile/0/000', 'tile/1/000.p/1']);
});

it('takes the roots of full tiles a level up', () => {
  const hashes = Array.from({ length: 600 }, (_, at) => hash(Uint8Array.of(at & 0xff, at >> 8)));
  const above = [treeHash(hashes.slice(0, 256), hash), treeHash(hashes.slice(256, 512), hash)];
  expect(levelAbove(hashes, hash)).toEqual(above);
});

it('reads bundles', () => {
  const bundle = Uint8Array.of(0, 0, 0, 1, 97, 1, 0, ...Array(256).fill(98));
  expect(readBundle(bundle)).toEqual(['', 'a', 'b'.repeat(256)].map(ascii));
  expect(readBundle(bundle.slice(0, -1))).toBeNull();
  expect(readBundle(Uint8Array.of(0))).toBeNull();
  expect(readBundle(new Uint8Array())).toEqual([]);
});
