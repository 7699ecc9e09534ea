/** What a user trades with: it fills in the calculators of all their devices. */
import * as v from 'valibot';
import { Account, NO_ACCOUNT } from '#core/contract/settings.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { TradeAccountRow } from './tables.ts';

export function readTradeAccount(sql: Sql, userId: number): Account {
  const row = sql.get<{ account: string }>('SELECT account FROM trade_accounts WHERE user_id = ?', userId);
  const read = v.safeParse(Account, row === undefined ? NO_ACCOUNT : JSON.parse(row.account));
  return read.success ? read.output : NO_ACCOUNT;
}

/** Keeps the later of two choices. Call inside a transaction. @param chosenAt milliseconds, not in the future. */
export function saveTradeAccount(sql: Sql, userId: number, account: Account, chosenAt: number): void {
  acceptTradeAccount(sql, { user_id: userId, account: JSON.stringify(account), chosen_at: chosenAt });
}

/** The same for a row from another deployment. */
export function acceptTradeAccount(sql: Sql, row: TradeAccountRow): void {
  sql.run(
    `INSERT INTO trade_accounts (user_id, account, chosen_at) VALUES (?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET account = excluded.account, chosen_at = excluded.chosen_at
     WHERE trade_accounts.chosen_at <= excluded.chosen_at`,
    row.user_id,
    row.account,
    row.chosen_at,
  );
}
