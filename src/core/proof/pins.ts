/** What a build pins of the published totals: the log and its keys, the witnesses, and how many of them must have signed. */
import type { Hash } from './bytes.ts';
import type { Trusted } from './checkpoint.ts';
import { readVkey, SIGNATURE, type SignatureType, type VerifierKey } from './note.ts';

/** As texts of the build's environment: keys are vkeys with spaces between them. A witness may have its address, for the server. */
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
    keys: readEach(keys, (text) => readKey(text, SIGNATURE.ed25519, hash)),
    witnesses: readEach(witnesses, (text) => readWitness(text, hash)?.key),
  };
  const least = quorum === '' ? pinned.witnesses.length : Number(quorum);
  if (pinned.keys.length === 0) throw new RangeError('No key of the log is pinned');
  if (!Number.isInteger(least) || least < 0 || least > pinned.witnesses.length)
    throw new RangeError('The quorum is not a number of witnesses');
  return { ...pinned, quorum: least };
}

/** Null unless the text is `VKEY` or `VKEY,URL`, and the key of a witness. The address is not checked. */
export function readWitness(
  text: string,
  hash: Hash,
): { readonly key: VerifierKey; readonly url: string | null } | null {
  const end = text.indexOf(',http');
  const key = readKey(end < 0 ? text : text.slice(0, end), SIGNATURE.cosignature, hash);
  return key === undefined ? null : { key, url: end < 0 ? null : text.slice(end + 1) };
}

function readEach<T>(texts: string, read: (text: string) => T | undefined): T[] {
  return texts
    .split(/\s/)
    .filter((text) => text !== '')
    .map((text) => {
      const one = read(text);
      if (one === undefined) throw new RangeError(`Not a key of this kind: ${text}`);
      return one;
    });
}

function readKey(text: string, type: SignatureType, hash: Hash): VerifierKey | undefined {
  const key = readVkey(text, hash);
  return key?.type === type ? key : undefined;
}
