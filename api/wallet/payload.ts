/**
 * The payload that a wallet signs to prove that its owner is the requesting user: `<expiry in seconds, base 36>.<random>.<first
 * 22 characters of the HMAC, base64url>`. The HMAC covers the user too, so it is useless to other users, and the server stores
 * nothing until it is used.
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
  /** When a payload expires, milliseconds; null if it was made for another user, is forged, or has expired. */
  expiryOf(payload: string, userId: number, now: number): number | null;
}

export interface ProofPayloadDeps {
  readonly hmac: Hmac;
  readonly botToken: string;
  /** Unguessable letters and digits, at least 128 bits, never repeated. */
  readonly random: () => string;
}

/** How long a payload is valid, seconds. */
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
