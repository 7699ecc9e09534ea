/** Ed25519 (RFC 8032), computed by Node. */
import { createPublicKey, verify } from 'node:crypto';

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
