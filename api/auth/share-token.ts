/**
 * Tokens of shared pictures. Like download tokens they name their user, but strangers see them. So the user id is masked with
 * a keyed hash of the random part: others can neither read it nor see that two pictures belong to one user. No table of
 * pictures is needed, because the token itself leads to the user's ledger host.
 * `<random>.<masked user id, 14 hex digits>.<first 22 characters of the HMAC of both, base64url>`.
 */
import { base64url } from './base64url.ts';
import { type Hmac, sameText } from './launch-data.ts';

export interface ShareTokens {
  make(userId: number): string;
  /** Null for a forged token. */
  userOf(token: string): number | null;
}

export interface ShareTokenDeps {
  readonly hmac: Hmac;
  readonly botToken: string;
  /** Unguessable letters and digits, at least 128 bits, never repeated. */
  readonly random: () => string;
}

/** A user id has at most 53 bits. */
const MASKED_BYTES = 7;

export function createShareTokens({ hmac, botToken, random }: ShareTokenDeps): ShareTokens {
  const [signKey, maskKey] = [hmac('irich share', botToken), hmac('irich share mask', botToken)];
  const sign = (text: string) => base64url(hmac(signKey, text)).slice(0, 22);
  const mask = (nonce: string) =>
    hmac(maskKey, nonce)
      .subarray(0, MASKED_BYTES)
      .reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return {
    make(userId) {
      const nonce = random();
      const masked = (BigInt(userId) ^ mask(nonce)).toString(16).padStart(2 * MASKED_BYTES, '0');
      const text = `${nonce}.${masked}`;
      return `${text}.${sign(text)}`;
    },
    userOf(token) {
      const match = /^(([\w-]{16,64})\.([0-9a-f]{14}))\.([\w-]{22})$/.exec(token);
      const [, text = '', nonce = '', masked = '', signature = ''] = match ?? [];
      if (match === null || !sameText(sign(text), signature)) return null;
      const userId = Number(BigInt(`0x${masked}`) ^ mask(nonce));
      return Number.isSafeInteger(userId) && userId > 0 ? userId : null;
    },
  };
}
