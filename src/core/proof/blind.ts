/** Blinds of a day's leaves: HMAC-SHA256 (RFC 2104) under the day's secret, the first 16 bytes. */
import { copyBytes, type HashInto } from './bytes.ts';

/** Bytes of a block of SHA-256. */
const BLOCK = 64;
const DIGEST = 32;
/** Digits of the largest user id. */
const DIGITS = 16;

export const BLIND_BYTES = 16;

/** Writes the blind of a user, 16 bytes, to `into`. Throws a RangeError for what is not the id of a user. */
export type Blinder = (userId: number, into: Uint8Array, at: number) => void;

/** The blinds under a secret of at most 64 bytes, by numeric user id. Both pads are made once: an HMAC is then two hashes. */
export function blinder(secret: Uint8Array, hash: HashInto): Blinder {
  if (secret.length > BLOCK) throw new RangeError('A longer secret is hashed first');
  const inner = new Uint8Array(BLOCK + DIGITS);
  const outer = new Uint8Array(BLOCK + DIGEST);
  const blind = new Uint8Array(DIGEST);
  for (let at = 0; at < BLOCK; at += 1) {
    inner[at] = (secret[at] ?? 0) ^ 0x36;
    outer[at] = (secret[at] ?? 0) ^ 0x5c;
  }
  /** By the number of digits. */
  const inners = Array.from({ length: DIGITS + 1 }, (_, digits) => inner.subarray(0, BLOCK + digits));
  return (userId, into, at) => {
    if (!Number.isSafeInteger(userId) || userId < 1) throw new RangeError(`Not a user id: ${userId}`);
    const digits = String(userId);
    for (let place = 0; place < digits.length; place += 1) inner[BLOCK + place] = digits.charCodeAt(place);
    hash(inners[digits.length] as Uint8Array, outer, BLOCK);
    hash(outer, blind, 0);
    copyBytes(blind, 0, BLIND_BYTES, into, at);
  };
}

/** One blind. */
export function blindOf(secret: Uint8Array, userId: number, hash: HashInto): Uint8Array {
  const blind = new Uint8Array(BLIND_BYTES);
  blinder(secret, hash)(userId, blind, 0);
  return blind;
}
