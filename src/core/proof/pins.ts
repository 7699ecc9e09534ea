/** What a build pins of the published totals: the log and its keys, the witnesses, and how many of them must have signed. */
import type { Hash } from './bytes.ts';
import type { Trusted } from './checkpoint.ts';
import { readVkey, SIGNATURE, type SignatureType } from './note.ts';

/** As texts of the build's environment: keys are vkeys with spaces between them. */
export interface PinTexts {
  readonly origin: string;
  readonly keys: string;
  readonly witnesses: string;
  /** A number; empty for every witness. */
  readonly quorum: string;
}

/** Null where nothing is published. Throws a RangeError for a key, a name or a quorum that is wrong: such a build checks nothing. */
export function readPins({ origin, keys, witnesses, quorum }: PinTexts, hash: Hash): Trusted | null {
  if (origin === '') return null;
  const pinned = {
    origin,
    keys: readKeys(keys, SIGNATURE.ed25519, hash),
    witnesses: readKeys(witnesses, SIGNATURE.cosignature, hash),
  };
  const least = quorum === '' ? pinned.witnesses.length : Number(quorum);
  if (pinned.keys.length === 0) throw new RangeError('No key of the log is pinned');
  if (!Number.isInteger(least) || least < 0 || least > pinned.witnesses.length)
    throw new RangeError('The quorum is not a number of witnesses');
  return { ...pinned, quorum: least };
}

function readKeys(texts: string, type: SignatureType, hash: Hash) {
  return texts
    .split(/\s/)
    .filter((text) => text !== '')
    .map((text) => {
      const key = readVkey(text, hash);
      if (key?.type !== type) throw new RangeError(`Not a key of this kind: ${text}`);
      return key;
    });
}
