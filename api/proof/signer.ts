/**
 * Keys that sign notes, as text in the form of Go's `sumdb/note`: `PRIVATE+KEY+name+id+base64(type ‖ seed)`. The text
 * is secret: it is all that a signature needs.
 */
import { fromBase64, toBase64 } from '#core/proof/base64.ts';
import { joined, toHex } from '#core/proof/bytes.ts';
import { SIGNATURE, type SignatureType, type VerifierKey, verifierKey } from '#core/proof/note.ts';
import { newSeed, signingKey } from '../runtime/ed25519.ts';
import { sha256Bytes } from '../runtime/hashing.ts';

export interface Signer {
  readonly key: VerifierKey;
  readonly sign: (content: Uint8Array) => Uint8Array;
}

const PREFIX = 'PRIVATE+KEY+';

/** A new key. Throws a RangeError for a name with a space, a plus, or more than ASCII. */
export function newSignerText(name: string, type: SignatureType): string {
  return signerText(name, type, newSeed());
}

function signerText(name: string, type: SignatureType, seed: Uint8Array): string {
  const { id } = verifierKey(name, type, signingKey(seed).publicKey, sha256Bytes);
  return `${PREFIX}${name}+${toHex(id)}+${toBase64(joined(Uint8Array.of(type), seed))}`;
}

/** Null for any other text than `newSignerText` writes. */
export function readSigner(text: string): Signer | null {
  const [name = '', , ...rest] = text.slice(PREFIX.length).split('+');
  const material = fromBase64(rest.join('+'));
  const type = Object.values(SIGNATURE).find((one) => one === material?.[0]);
  if (type === undefined || material?.length !== 33) return null;
  const seed = material.slice(1);
  try {
    if (signerText(name, type, seed) !== text) return null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
  const { publicKey, sign } = signingKey(seed);
  return { key: verifierKey(name, type, publicKey, sha256Bytes), sign };
}

/** One key that signs a log, or two while it is replaced, with a space between their texts. Null for any other text. */
export function readSigners(texts: string): readonly Signer[] | null {
  const each = texts.split(/\s+/).map(readSigner);
  const signers = each.filter((one): one is Signer => one?.key.type === SIGNATURE.ed25519);
  const names = new Set(signers.map(({ key }) => key.name));
  const keys = new Set(signers.map(({ key }) => toHex(key.key)));
  const isOneLog = names.size === 1 && keys.size === each.length && each.length <= 2;
  return isOneLog ? signers : null;
}
