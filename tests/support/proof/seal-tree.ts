/** A day's tree of seals, all at once and in any order, for tests of the code that reads a few of its nodes. */
import { areEqual, type Hash, toHex } from '#core/proof/bytes.ts';
import { entryHash, treeHash } from '#core/proof/log-tree.ts';
import type { SealPlace } from '#core/proof/seal.ts';
import { inclusionPath } from './inclusion-path.ts';

export function sealsRoot(seals: readonly Uint8Array[], hash: Hash): Uint8Array {
  return treeHash(leavesOf(seals, hash), hash);
}

/** Null if the day has no such seal. */
export function sealPlace(seal: Uint8Array, seals: readonly Uint8Array[], hash: Hash): SealPlace | null {
  const place = { index: sorted(seals).findIndex((one) => areEqual(one, seal)), size: seals.length };
  return place.index < 0 ? null : { ...place, path: inclusionPath(leavesOf(seals, hash), place, hash) };
}

const leavesOf = (seals: readonly Uint8Array[], hash: Hash) =>
  sorted(seals).map((seal) => entryHash(seal, hash));
function sorted(seals: readonly Uint8Array[]): Uint8Array[] {
  const texts = seals.map((seal) => ({ seal, text: toHex(seal) }));
  return texts.toSorted((a, b) => (a.text < b.text ? -1 : 1)).map(({ seal }) => seal);
}
