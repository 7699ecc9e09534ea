/**
 * What a wallet signs to prove that its owner is the user who asked: `<expiry in seconds, base 36>.<random>.<first 22 characters
 * of the HMAC, base64url>`. The HMAC covers the user too, so the payload of one is of no use to another, and nothing is kept
 * of it before it is used.
 */
import { base64url } from '../auth/base64url.ts';
import { type Hmac, sameText } from '../auth/launch-data.ts';

export interface ProofPayload {
  readonly payload: string;
  /** Milliseconds, a whole second. */
  readonly expiresAt: number;
}

export interface ProofPayloads {
  make(userId: number, now: number): ProofPayload;
  /** When a payload expires, milliseconds; null where it was not made for this user, or has expired. */
  expiryOf(payload: string, userId: number, now: number): number | null;
}

export interface ProofPayloadDeps {
  readonly hmac: Hmac;
  readonly botToken: string;
  /** Letters and digits that nobody can guess, at least 128 bits of them, and never the same. */
  readonly random: () => string;
}

/** How long a payload is good for, seconds. */
const LIFE_S = 15 * 60;

export function createProofPayloads({ hmac, botToken, random }: ProofPayloadDeps): ProofPayloads {
  const key = hmac('irich wallet proof', botToken);
  const sign = (text: string, userId: number) => base64url(hmac(key, `${userId}.${text}`)).slice(0, 22);
  return {
    make(userId, now) {
      const expiryS = Math.floor(now / 1000) + LIFE_S;
      const text = `${expiryS.toString(36)}.${random()}`;
      return { payload: `${text}.${sign(text, userId)}`, expiresAt: expiryS * 1000 };
    },
    expiryOf(payload, userId, now) {
      const match = /^(([0-9a-z]{1,9})\.[\w-]{16,64})\.([\w-]{22})$/.exec(payload);
      const [, text = '', expiry = '', signature = ''] = match ?? [];
      if (match === null || !sameText(sign(text, userId), signature)) return null;
      const expiresAt = Number.parseInt(expiry, 36) * 1000;
      return expiresAt > now ? expiresAt : null;
    },
  };
}
