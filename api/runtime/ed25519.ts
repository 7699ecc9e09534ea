/** Ed25519 (RFC 8032), computed by Node. */
import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto';

export interface Signed {
  /** The public key, 32 bytes. */
  readonly key: Uint8Array;
  readonly content: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/** Throws if the key has another length. */
export function verifyEd25519({ key, content, signature }: Signed): boolean {
  const x = Buffer.from(key).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, content, publicKey, signature);
}

export interface SigningKey {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  readonly sign: (content: Uint8Array) => Uint8Array;
}

/** PKCS #8 around a private key (RFC 8410, section 7). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A private key, 32 bytes. */
export function newSeed(): Uint8Array {
  return randomBytes(32);
}

/** @param seed the private key, 32 bytes; throws if it has another length. */
export function signingKey(seed: Uint8Array): SigningKey {
  const key: KeyObject = createPrivateKey({
    key: Buffer.concat([PKCS8, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    publicKey: new Uint8Array(Buffer.from(x, 'base64url')),
    sign: (content) => new Uint8Array(sign(null, content, key)),
  };
}
