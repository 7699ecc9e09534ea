/** The hashes of the ledger, computed by Node. */
import { createHmac, hash } from 'node:crypto';

/** SHA-256 of a UTF-8 text, lower-case hex. */
export function sha256(text: string): string {
  return hash('sha256', text);
}

/** SHA-256 of bytes, 32 bytes. */
export function sha256Bytes(bytes: Uint8Array): Uint8Array {
  const digest = new Uint8Array(32);
  sha256Into(bytes, digest, 0);
  return digest;
}

/**
 * The same, written to `into`; returns the place after it. As a text of one character a byte in between: Node takes eight times as
 * long to hand out a buffer.
 */
export function sha256Into(bytes: Uint8Array, into: Uint8Array, at: number): number {
  const digest = hash('sha256', bytes, 'binary');
  for (let place = 0; place < 32; place += 1) into[at + place] = digest.charCodeAt(place);
  return at + 32;
}

/** HMAC-SHA256 of a UTF-8 text under a UTF-8 key, lower-case hex. */
export function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
