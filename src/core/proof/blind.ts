/** Blinds of a day's leaves: HMAC-SHA256 (RFC 2104) under the day's secret, the first 16 bytes. */
import type { Hash } from './bytes.ts';

/** Bytes of a block of SHA-256. */
const BLOCK = 64;
const DIGEST = 32;

export const BLIND_BYTES = 16;

/**
 * The blinds under a secret of at most 64 bytes, by numeric user id. Both pads are made once: an HMAC is then two hashes.
 */
export function blinder(secret: Uint8Array, hash: Hash): (userId: number) => Uint8Array {
  if (secret.length > BLOCK) throw new RangeError('A longer secret is hashed first');
  const inner = new Uint8Array(BLOCK + 16);
  const outer = new Uint8Array(BLOCK + DIGEST);
  for (let at = 0; at < BLOCK; at += 1) {
    inner[at] = (secret[at] ?? 0) ^ 0x36;
    outer[at] = (secret[at] ?? 0) ^ 0x5c;
  }
  return (userId) => {
    if (!Number.isSafeInteger(userId) || userId < 1) throw new RangeError(`Not a user id: ${userId}`);
    const digits = String(userId);
    for (let at = 0; at < digits.length; at += 1) inner[BLOCK + at] = digits.charCodeAt(at);
    outer.set(hash(inner.subarray(0, BLOCK + digits.length)), BLOCK);
    return hash(outer).subarray(0, BLIND_BYTES);
  };
}
