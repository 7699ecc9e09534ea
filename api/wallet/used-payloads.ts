/** Payloads that have proved a wallet: each does so once, and is remembered until it would have expired. Only hashes are kept. */
import type { Sql } from '../sqlite/port.ts';

export function isPayloadUsed(sql: Sql, payloadHash: string): boolean {
  return sql.get('SELECT 1 AS found FROM used_payloads WHERE payload_hash = ?', payloadHash) !== undefined;
}

/** Remembers one, and forgets those that have expired. */
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
