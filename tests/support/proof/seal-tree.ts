/** A day's tree of seals, all at once and in any order, for tests of the code that reads them one by one. */
import { areEqual, type Hash, toHex } from '#core/proof/bytes.ts';
import { type SealPlace, sealPath, sealTree } from '#core/proof/seal.ts';

export function sealsRoot(seals: readonly Uint8Array[], hash: Hash): Uint8Array {
  const tree = sealTree(hash);
  for (const seal of sorted(seals)) tree.append(seal);
  return tree.root();
}

/** Null if the day has no such seal. */
export function sealPlace(seal: Uint8Array, seals: readonly Uint8Array[], hash: Hash): SealPlace | null {
  const all = sorted(seals);
  const place = { index: all.findIndex((one) => areEqual(one, seal)), size: all.length };
  return place.index < 0 ? null : { ...place, path: sealPath(all, place, hash) };
}

const sorted = (seals: readonly Uint8Array[]) =>
  seals.toSorted((a, b) => (toHex(a) < toHex(b) ? -1 : 1));
