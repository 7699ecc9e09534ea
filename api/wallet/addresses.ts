/** Reads stored wallet addresses for the audit. A file of its own, so that the audit's threads load nothing else. */
import type { Sql } from '../runtime/sqlite/port.ts';

/** The wallet addresses of users above `from`, up to and including `to`, by user id. */
export function walletAddresses(
  sql: Sql,
  from: number,
  to: number,
): { readonly userId: number; readonly address: string }[] {
  return sql.all(
    `SELECT user_id AS userId, wallet_address AS address FROM people
     WHERE user_id > ? AND user_id <= ? AND wallet_address IS NOT NULL ORDER BY user_id`,
    from,
    to,
  );
}
