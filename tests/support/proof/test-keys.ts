/** Keys of a log and a witness that tests pin: fixed ones, which work in Node and in a page. */
import { getPublicKey, hashes, sign } from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';
import type { Signer } from '#api/proof/signer.ts';
import { toBase64 } from '#core/proof/base64.ts';
import { joined, toHex } from '#core/proof/bytes.ts';
import { SIGNATURE, type SignatureType, verifierKey, vkeyText } from '#core/proof/note.ts';
import type { PinTexts } from '#core/proof/pins.ts';

hashes.sha512 = sha512;

/** @param byte another one gives another key */
export function testSigner(name: string, type: SignatureType, byte: number): Signer {
  const seed = new Uint8Array(32).fill(byte);
  const key = verifierKey(name, type, getPublicKey(seed), (bytes) => sha256(bytes));
  return { key, sign: (content) => sign(content, seed) };
}

function privateText({ key }: Signer, byte: number): string {
  const material = joined(Uint8Array.of(key.type), new Uint8Array(32).fill(byte));
  return `PRIVATE+KEY+${key.name}+${toHex(key.id)}+${toBase64(material)}`;
}

const ORIGIN = 'points.example/irich';
const [LOG_BYTE, WITNESS_BYTE] = [1, 2];
export const LOG = testSigner(ORIGIN, SIGNATURE.ed25519, LOG_BYTE);
export const WITNESS = testSigner('witness.example/w', SIGNATURE.cosignature, WITNESS_BYTE);

/** The same keys for processes that sign with them. */
export const PRIVATE_TEXTS = { log: privateText(LOG, LOG_BYTE), witness: privateText(WITNESS, WITNESS_BYTE) };

export const PINS: PinTexts = {
  origin: ORIGIN,
  keys: vkeyText(LOG.key),
  witnesses: vkeyText(WITNESS.key),
  quorum: '1',
};

/** As variables of a build. */
export const PIN_VARIABLES = {
  PROOF_ORIGIN: PINS.origin,
  PROOF_KEYS: PINS.keys,
  PROOF_WITNESSES: PINS.witnesses,
  PROOF_QUORUM: PINS.quorum,
};
