/** Signed texts that follow from the bot's token, so that the server need not store them to know them again. */
import { type Hmac, sameText } from './launch-data.ts';

interface KeyDeps {
  readonly hmac: Hmac;
  readonly botToken: string;
}

export interface TokenDeps extends KeyDeps {
  /** Unguessable letters and digits, at least 128 bits, never repeated. */
  readonly random: () => string;
}

/** Tokens that name their user, so that the request finds the user's ledger. */
export interface UserTokens {
  make(userId: number): string;
  /** Null for a forged token. */
  userOf(token: string): number | null;
}

/**
 * Download tokens. They carry a keyed hash, so that a forged one leads to no user's ledger host.
 * `<user id, base 36>.<random>.<signature>`.
 */
export function createExportTokens({ hmac, botToken, random }: TokenDeps): UserTokens {
  const key = hmac('irich export', botToken);
  return {
    make(userId) {
      const text = `${userId.toString(36)}.${random()}`;
      return `${text}.${signature(hmac, key, text)}`;
    },
    userOf(token) {
      const match = /^(([0-9a-z]{1,11})\.[\w-]{16,64})\.([\w-]{22})$/.exec(token);
      if (match === null || signature(hmac, key, match[1] ?? '') !== match[3]) return null;
      return userIdOf(Number.parseInt(match[2] ?? '', 36));
    },
  };
}

/** A user id has at most 53 bits. */
const MASKED_BYTES = 7;

/**
 * Tokens of shared pictures. Like download tokens they name their user, but strangers see them. So the user id is masked with
 * a keyed hash of the random part: others can neither read it nor see that two pictures belong to one user. No table of
 * pictures is needed, because the token itself leads to the user's ledger host.
 * `<random>.<masked user id, 14 hex digits>.<signature>`.
 */
export function createShareTokens({ hmac, botToken, random }: TokenDeps): UserTokens {
  const [signKey, maskKey] = [hmac('irich share', botToken), hmac('irich share mask', botToken)];
  const mask = (nonce: string) =>
    hmac(maskKey, nonce)
      .subarray(0, MASKED_BYTES)
      .reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return {
    make(userId) {
      const nonce = random();
      const masked = (BigInt(userId) ^ mask(nonce)).toString(16).padStart(2 * MASKED_BYTES, '0');
      const text = `${nonce}.${masked}`;
      return `${text}.${signature(hmac, signKey, text)}`;
    },
    userOf(token) {
      const match = /^(([\w-]{16,64})\.([0-9a-f]{14}))\.([\w-]{22})$/.exec(token);
      const [, text = '', nonce = '', masked = '', shown = ''] = match ?? [];
      if (match === null || !sameText(signature(hmac, signKey, text), shown)) return null;
      return userIdOf(Number(BigInt(`0x${masked}`) ^ mask(nonce)));
    },
  };
}

function userIdOf(value: number): number | null {
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}

/** The first 22 characters of the HMAC of a text, base64url: 132 bits. */
export function signature(hmac: Hmac, key: Uint8Array, text: string): string {
  return base64url(hmac(key, text)).slice(0, 22);
}

export interface DeletionProofs {
  /** @param deletions the number of this user's deletion, from 1. */
  make(userId: number, deletions: number): string;
  /** Whether `text` proves a deletion of this user after the first `deletions` ones. */
  isOfLater(text: string | null, userId: number, deletions: number): boolean;
}

/**
 * Proof that this server has accepted a deletion. A device shows it to a restored server that has lost the deletion, so that
 * the data can be deleted again, whatever the age of the launch data. `<deletion number>.<HMAC of it and the user, base64url>`.
 */
export function createDeletionProofs({ hmac, botToken }: KeyDeps): DeletionProofs {
  const key = hmac('irich deletion', botToken);
  const make = (userId: number, deletions: number) =>
    `${deletions}.${base64url(hmac(key, `${userId}.${deletions}`))}`;
  return {
    make,
    isOfLater(text, userId, deletions) {
      const proved = Number(/^([1-9]\d{0,8})\.[\w-]{43}$/.exec(text ?? '')?.[1] ?? 0);
      return proved > deletions && sameText(text ?? '', make(userId, proved));
    },
  };
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}
