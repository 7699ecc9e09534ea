/**
 * The wallets projection: which user has which wallet, by its keyed hash. Its keys ensure that a wallet belongs to one user
 * within this database.
 */
import type { Sql } from '../runtime/sqlite/port.ts';

/** The user who has linked a wallet in this database; null if there is none. */
export function walletOwner(sql: Sql, wallet: string): number | null {
  const row = sql.get<{ userId: number }>('SELECT user_id AS userId FROM wallets WHERE wallet = ?', wallet);
  return row?.userId ?? null;
}

/** Stores the wallet that a ledger has linked, if any; false, without a write, if another user has it. */
export function keepWallet(sql: Sql, userId: number, wallet: string | null): boolean {
  const owner = wallet === null ? null : walletOwner(sql, wallet);
  if (owner !== null) return owner === userId;
  sql.run('DELETE FROM wallets WHERE user_id = ?', userId);
  if (wallet !== null) sql.run('INSERT INTO wallets (wallet, user_id) VALUES (?, ?)', wallet, userId);
  return true;
}

/**
 * Corrects the row of a user and their wallet, even if it takes the wallet from another user.
 * @returns whether it was wrong.
 */
export function repairWallet(sql: Sql, userId: number, wallet: string | null): boolean {
  const kept = sql.get<{ wallet: string }>('SELECT wallet FROM wallets WHERE user_id = ?', userId);
  if ((kept?.wallet ?? null) === wallet) return false;
  sql.run('DELETE FROM wallets WHERE user_id = ? OR wallet = ?', userId, wallet);
  if (wallet !== null) sql.run('INSERT INTO wallets (wallet, user_id) VALUES (?, ?)', wallet, userId);
  return true;
}
