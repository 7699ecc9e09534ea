/**
 * Download tokens. They name their user, so that the request finds the user's ledger, and carry a keyed hash, so that a
 * forged one causes no lookup. `<user id, base 36>.<random>.<first 22 characters of the HMAC, base64url>`.
 */
import { base64url } from './base64url.ts';
import type { Hmac } from './launch-data.ts';

export interface ExportTokens {
  make(userId: number): string;
  /** Null for a forged token. */
  userOf(token: string): number | null;
}

export interface ExportTokenDeps {
  readonly hmac: Hmac;
  readonly botToken: string;
  /** Unguessable letters and digits, at least 128 bits. */
  readonly random: () => string;
}

export function createExportTokens({ hmac, botToken, random }: ExportTokenDeps): ExportTokens {
  const key = hmac('irich export', botToken);
  const sign = (text: string) => base64url(hmac(key, text)).slice(0, 22);
  return {
    make(userId) {
      const text = `${userId.toString(36)}.${random()}`;
      return `${text}.${sign(text)}`;
    },
    userOf(token) {
      const match = /^(([0-9a-z]{1,11})\.[\w-]{16,64})\.([\w-]{22})$/.exec(token);
      if (match === null || sign(match[1] ?? '') !== match[3]) return null;
      const userId = Number.parseInt(match[2] ?? '', 36);
      return Number.isSafeInteger(userId) && userId > 0 ? userId : null;
    },
  };
}
