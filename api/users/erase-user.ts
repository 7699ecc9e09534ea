/** "Delete my data", in both deployments and in the import of a ledger: each subject's manifest says which tables go. */
import { DATABASES } from '../migrations.ts';
import { TURN } from '../notifications/pending/waiting.ts';
import { readAlerts } from '../notifications/preferences/own-alerts.ts';
import { hasAlerts } from '../notifications/preferences/settings.ts';
import { CROSSED } from '../notifications/price-alerts/crossings.ts';
import { NOTE, noteAlerts } from '../notifications/price-alerts/notes.ts';
import { dropJob, enqueue } from '../runtime/jobs.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { requestVacuum } from '../vacuum.ts';

/** The kind of job on Cloudflare: the sender has to hear that the user has deleted their data. */
export const ERASURE = 'erasure';

/** Tables that lose all rows of the user. */
const ERASED: readonly string[] = [
  ...new Set(
    [...DATABASES.machine, ...DATABASES.user].flatMap(({ erase }) =>
      Object.keys(erase).filter((table) => erase[table] === true),
    ),
  ),
];

/** How many rows of the user were erased, by table; tables without any are left out. */
export type ErasedRows = Readonly<Record<string, number>>;

/**
 * Erases everything about a user except the ledger. Call inside the transaction that appends the deletion.
 *
 * A database of many users deletes rows, which `secure_delete` overwrites. A database of a single user drops the tables instead
 * and overwrites their pages: deleted rows would leave their bytes there (see `Sql.scrub`).
 */
export function eraseUser(sql: Sql, userId: number): ErasedRows {
  const there = new Set(
    sql.all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name),
  );
  dropJob(sql, TURN, userId);
  const tables = ERASED.filter((name) => there.has(name));
  sql.run('UPDATE used_payloads SET user_id = 0 WHERE user_id = ?', userId);
  const isSingle = there.has('told');
  // The prices are in another database, which a note informs.
  if (!there.has('price_alerts') && hasAlerts(readAlerts(sql, userId))) noteAlerts(sql, userId);
  if (!isSingle) {
    for (const kind of [NOTE, CROSSED]) if (there.has('price_alerts')) dropJob(sql, kind, userId);
    const erase = (table: string) => sql.run(`DELETE FROM ${table} WHERE user_id = ?`, userId).changes;
    const erased = tables.map((table) => [table, erase(table)] as const);
    requestVacuum(sql);
    return withRows(erased);
  }
  const erased = tables.map((table) => [table, rowsIn(sql, table)] as const);
  enqueue(sql, ERASURE, userId, 0);
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
  return withRows(erased);
}

function rowsIn(sql: Sql, table: string): number {
  return sql.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`)?.rows ?? 0;
}

function withRows(erased: readonly (readonly [string, number])[]): ErasedRows {
  return Object.fromEntries(erased.filter(([, rows]) => rows > 0));
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
