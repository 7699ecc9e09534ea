/**
 * The tables that "Delete my data" erases. Both deployments and the import of a ledger use the same lists; a test compares
 * them with all existing tables.
 */

import { NO_ALERTS } from '#core/contract/settings.ts';
import { readAlerts } from '../notifications/preferences/own-alerts.ts';
import { noteAlerts } from '../notifications/price-alerts/notes.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { requestVacuum } from '../vacuum.ts';

/** Tables that lose all rows of the user. Each names the user in `user_id`. */
export const ERASED = [
  'calculations',
  'people',
  'last_seen',
  'exports',
  'notices',
  'notice_turns',
  'settings',
  'reach',
  'reminders',
  'pictures',
  'vouchers',
  'tokens',
  'outgoing',
  'refusals',
  'price_alerts',
  'alert_owners',
  'alert_crossings',
] as const;

/** Tables that keep something, and why. */
export const KEPT: Readonly<Record<string, string>> = {
  events: 'the ledger stays under the numeric id: it holds no names and no inputs',
  credits: 'a part of the ledger',
  accounts: 'folded from the events',
  wallets: 'the keyed hash of a wallet stays bound to its user',
  reservations: 'keyed hashes of wallets, without their user',
  friends: 'cards that friends have sent: only they can erase them',
  used_payloads: 'hashes that may not be used again for fifteen minutes; the user is removed',
  told: 'numbers of messages to the referrer; the card with the name is removed, and the referrer gets a new one',
  alert_notes: 'on Cloudflare the price store still has to hear of it; on one machine the row is deleted',
  erasures: 'on Cloudflare the sender still has to hear of it',
  meta: 'nothing of users',
  migrations: 'nothing of users',
  probe: 'nothing of users',
  saved_heads: 'how many events the ledger had: it stays',
  sender_pause: 'nothing of users',
  snapshots: 'nothing of users',
  services: 'nothing of users',
  market_history: 'nothing of users',
  prices: 'nothing of users',
  calendar_events: 'nothing of users',
};

/**
 * Erases everything about a user except the ledger. Call inside the transaction that appends the deletion.
 *
 * A database of many users deletes rows, which `secure_delete` overwrites. A database of a single user drops the tables instead
 * and overwrites their pages: deleted rows would leave their bytes there (see `Sql.scrub`).
 */
export function eraseUser(sql: Sql, userId: number): void {
  const there = new Set(
    sql.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name),
  );
  const tables = ERASED.filter((name) => there.has(name));
  sql.run('UPDATE used_payloads SET user_id = 0 WHERE user_id = ?', userId);
  const isSingle = there.has('told');
  // The prices are in another database, which a note informs.
  if (!there.has('price_alerts') && !areNone(sql, userId)) noteAlerts(sql, userId);
  if (!isSingle) {
    if (there.has('price_alerts')) sql.run('DELETE FROM alert_notes WHERE user_id = ?', userId);
    for (const table of tables) sql.run(`DELETE FROM ${table} WHERE user_id = ?`, userId);
    requestVacuum(sql);
    return;
  }
  sql.run(
    'INSERT INTO erasures (only, attempts, due_at) VALUES (1, 0, 0) ON CONFLICT DO UPDATE SET attempts = 0, due_at = 0',
  );
  renew(sql, [...tables, 'told'], () => {
    const told = sql.get<{ number: number; at: number; attempts: number; retry_at: number }>(
      'SELECT number, at, attempts, retry_at FROM told',
    );
    if (told === undefined) return undefined;
    return () =>
      sql.run(
        "INSERT INTO told (only, number, card, at, attempts, retry_at) VALUES (1, ?, '', ?, ?, ?)",
        told.number,
        told.at,
        told.attempts,
        told.retry_at,
      );
  });
}

function areNone(sql: Sql, userId: number): boolean {
  const { alerts } = readAlerts(sql, userId);
  return Object.keys(NO_ALERTS).every((coin) => alerts[coin as keyof typeof alerts] === null);
}

/**
 * Drops tables and creates them again, empty, with the same schema.
 * @param keep takes a copy, and returns how to restore it.
 */
function renew(sql: Sql, tables: readonly string[], keep: () => (() => void) | undefined): void {
  const putBack = keep();
  const names = tables.map((name) => `'${name}'`).join(', ');
  const shapes = sql.all<{ sql: string }>(
    `SELECT sql FROM sqlite_master WHERE tbl_name IN (${names}) AND sql IS NOT NULL ORDER BY type = 'table' DESC, rowid`,
  );
  sql.scrub(() => {
    for (const table of tables) sql.run(`DROP TABLE ${table}`);
  });
  for (const shape of shapes) sql.run(shape.sql);
  putBack?.();
}
