/**
 * Who has which wallet, by its keyed hash: a projection of the events. Its keys see to it that a wallet is one user's within
 * this database.
 */
import type { Sql } from '../sqlite/port.ts';

/** The user to whom a wallet is bound here; null for none. */
export function walletOwner(sql: Sql, wallet: string): number | null {
  const row = sql.get<{ userId: number }>('SELECT user_id AS userId FROM wallets WHERE wallet = ?', wallet);
  return row?.userId ?? null;
}

/** Writes which wallet a ledger has bound, if any; false, and nothing written, where another user has it. */
export function keepWallet(sql: Sql, userId: number, wallet: string | null): boolean {
  const owner = wallet === null ? null : walletOwner(sql, wallet);
  if (owner !== null) return owner === userId;
  sql.run('DELETE FROM wallets WHERE user_id = ?', userId);
  if (wallet !== null) sql.run('INSERT INTO wallets (wallet, user_id) VALUES (?, ?)', wallet, userId);
  return true;
}

/** Puts right what the table says of a user and their wallet, whatever it says of others. @returns whether it was wrong. */
export function repairWallet(sql: Sql, userId: number, wallet: string | null): boolean {
  const kept = sql.get<{ wallet: string }>('SELECT wallet FROM wallets WHERE user_id = ?', userId);
  if ((kept?.wallet ?? null) === wallet) return false;
  sql.run('DELETE FROM wallets WHERE user_id = ? OR wallet = ?', userId, wallet);
  if (wallet !== null) sql.run('INSERT INTO wallets (wallet, user_id) VALUES (?, ?)', wallet, userId);
  return true;
}
