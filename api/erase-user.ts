/**
 * What "Delete my data" erases, table by table. Both deployments and the import of a ledger use the same lists; a test compares
 * them with every table there is.
 */

import { NO_ALERTS } from '#core/contract/settings.ts';
import { noteAlerts } from './alerts/notes.ts';
import { readAlerts } from './notifications/own-alerts.ts';
import type { Sql } from './sqlite/port.ts';
import { requestVacuum } from './vacuum.ts';

/** Tables whose rows of the user go. Each names the user in `user_id`. */
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
  friends: 'what friends have told of themselves: they erase it',
  used_payloads: 'hashes that may not be used again for fifteen minutes; the user is taken out',
  told: 'numbers of messages to the referrer; the card with the name is taken out, and they are told',
  alert_notes: 'on Cloudflare the object with the prices is still to be told; on one machine the row goes',
  erasures: 'on Cloudflare the object that sends is still to be told',
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
 * Erases everything of a user but the ledger. In the transaction that appends the deletion.
 *
 * A database of many users deletes rows, which `secure_delete` overwrites. One that has a single user drops the tables instead
 * and overwrites their pages: deleted rows would leave their bytes there (see `Sql.scrub`).
 */
export function eraseUser(sql: Sql, userId: number): void {
  const there = new Set(
    sql.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name),
  );
  const tables = ERASED.filter((name) => there.has(name));
  sql.run('UPDATE used_payloads SET user_id = 0 WHERE user_id = ?', userId);
  const isSingle = there.has('told');
  // The prices are in another database, which is told by a note.
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

/** Drops tables and makes them anew, empty, in the same shape. @param keep takes a copy, and answers how it is put back. */
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
