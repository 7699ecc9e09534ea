/** Payloads that have proved a wallet: each may do so once, and is remembered until it expires. Only hashes are stored. */
import type { Sql } from '../runtime/sqlite/port.ts';

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
