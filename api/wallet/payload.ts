/**
 * The payload that a wallet signs to prove that its owner is the requesting user: `<expiry in seconds, base 36>.<random>.<first
 * 22 characters of the HMAC, base64url>`. The HMAC covers the user too, so it is useless to other users, and the server stores
 * nothing until it is used. A used one is remembered until it expires, by its hash, because it may prove a wallet once.
 */
import { PAYLOAD_LIFE_MS } from '#core/privacy/retention.ts';
import { sameText } from '../auth/launch-data.ts';
import { signature, type TokenDeps } from '../auth/tokens.ts';
import type { Sql } from '../runtime/sqlite/port.ts';

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

export function createProofPayloads({ hmac, botToken, random }: TokenDeps): ProofPayloads {
  const key = hmac('irich wallet proof', botToken);
  const sign = (text: string, userId: number) => signature(hmac, key, `${userId}.${text}`);
  return {
    make(userId, now) {
      const expiryS = Math.floor(now / 1000) + PAYLOAD_LIFE_MS / 1000;
      const text = `${expiryS.toString(36)}.${random()}`;
      return { payload: `${text}.${sign(text, userId)}`, expiresAt: expiryS * 1000 };
    },
    expiryOf(payload, userId, now) {
      const match = /^(([0-9a-z]{1,9})\.[\w-]{16,64})\.([\w-]{22})$/.exec(payload);
      const [, text = '', expiry = '', shown = ''] = match ?? [];
      if (match === null || !sameText(sign(text, userId), shown)) return null;
      const expiresAt = Number.parseInt(expiry, 36) * 1000;
      return expiresAt > now ? expiresAt : null;
    },
  };
}

export function isPayloadUsed(sql: Sql, payloadHash: string): boolean {
  return sql.get('SELECT 1 AS found FROM used_payloads WHERE payload_hash = ?', payloadHash) !== undefined;
}

/** Remembers one, and removes expired ones. */
export function saveUsedPayload(
  sql: Sql,
  used: { readonly payloadHash: string; readonly userId: number; readonly expiresAt: number },
  now: number,
): void {
  sql.run('DELETE FROM used_payloads WHERE expires_at <= ?', now);
  sql.run(
    'INSERT INTO used_payloads (payload_hash, user_id, expires_at) VALUES (?, ?, ?)',
    used.payloadHash,
    used.userId,
    used.expiresAt,
  );
}
