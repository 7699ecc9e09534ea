/** The hashes of the ledger and of launch data, computed by Node. */
import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

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

/** The same, 32 bytes. A key may also be bytes, which must not change: Node needs ten times as long for bytes that are not prepared. */
export function hmacBytes(key: string | Uint8Array, text: string): Uint8Array {
  return createHmac('sha256', typeof key === 'string' ? key : prepared(key))
    .update(text)
    .digest();
}

const keys = new WeakMap<Uint8Array, KeyObject>();

function prepared(bytes: Uint8Array): KeyObject {
  const known = keys.get(bytes);
  if (known !== undefined) return known;
  const key = createSecretKey(bytes);
  keys.set(bytes, key);
  return key;
}
