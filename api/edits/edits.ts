/** Rows of a user's edits. Each field keeps its newest edit, whatever the order of arrival. */

import type { KeptEdit } from '#core/contract/edits.ts';
import { ACCOUNT_SUBJECT } from '#core/edits.ts';
import { blank } from '../runtime/sqlite/blank.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { EditRow } from './tables.ts';

/** Where edits of a subject are kept; null for a record that is not in the history. */
export function seqOf(sql: Sql, userId: number, subject: string): number | null {
  if (subject === ACCOUNT_SUBJECT) return 0;
  const row = sql.get<{ seq: number }>(
    `SELECT c.seq FROM events e JOIN calculations c ON c.user_id = e.user_id AND c.seq = e.seq
     WHERE e.user_id = ? AND e.event_id = ? AND c.shown = 1`,
    userId,
    subject.toLowerCase(),
  );
  return row?.seq ?? null;
}

/** The number of the user's newest change, 0 without one. */
export function lastChange(sql: Sql, userId: number): number {
  // Every profile asks this. Without the plus SQLite plans the query anew for every user, which takes four times as long.
  const row = sql.get<{ change: number | null }>(
    'SELECT max(change) AS change FROM edits WHERE user_id = +?',
    userId,
  );
  return row?.change ?? 0;
}

/** How many numbers of a user's changes the server remembers. */
const MOST_CHANGES = 200;

/** The greatest number that a change ever got, as far as the server remembers. */
function lastGiven(sql: Sql, userId: number): number {
  return Math.max(newestRemembered(sql, userId) ?? 0, lastChange(sql, userId));
}

function newestRemembered(sql: Sql, userId: number): number | null {
  const row = sql.get<{ change: number | null }>(
    'SELECT max(change) AS change FROM edit_changes WHERE user_id = +?',
    userId,
  );
  return row?.change ?? null;
}

/** Keeps the number of a change, and forgets the oldest beyond the most that are remembered. */
export function rememberChange(sql: Sql, userId: number, change: number): void {
  sql.run('INSERT OR IGNORE INTO edit_changes (user_id, change) VALUES (?, ?)', userId, change);
  sql.run(
    `DELETE FROM edit_changes WHERE user_id = ? AND change <= (
       SELECT change FROM edit_changes WHERE user_id = ? ORDER BY change DESC LIMIT 1 OFFSET ${MOST_CHANGES})`,
    userId,
    userId,
  );
}

/** Numbers a deletion or revision of a record, as edits are numbered. Call inside a transaction. */
export function giveChange(sql: Sql, userId: number, now: number): number {
  const change = nextChange(sql, userId, now);
  rememberChange(sql, userId, change);
  return change;
}

/** The clock is part of it, so that a database restored from a backup never gives a number again. */
function nextChange(sql: Sql, userId: number, now: number): number {
  return Math.max(now, lastGiven(sql, userId) + 1);
}

/**
 * What a device learns of the numbers of deletions and revisions. Nothing if it sends no number of its own.
 * @param known the newest number that it has, 0 without one.
 * @returns `isKnown`: false if this database never gave that number, or has forgotten it: then it may have been restored from an older
 * backup. `change`: the newest number that it has given; absent without one.
 */
export function numbersFor(
  sql: Sql,
  userId: number,
  known: number | undefined,
): { readonly isKnown?: boolean; readonly change?: number } {
  if (known === undefined) return {};
  const newest = newestRemembered(sql, userId);
  return {
    isKnown: known === 0 || isRemembered(sql, userId, known),
    ...(newest !== null && { change: newest }),
  };
}

/**
 * False if this database never gave that number to an edit of the user: it was restored from an older backup. A number that the
 * server may have forgotten counts as given if the field has a newer edit.
 */
export function hasGivenChange(
  sql: Sql,
  userId: number,
  { change, subject, field }: Pick<KeptEdit, 'change' | 'subject' | 'field'>,
): boolean {
  if (isRemembered(sql, userId, change)) return true;
  const seq = seqOf(sql, userId, subject);
  const kept = seq === null ? null : findEdit(sql, userId, seq, field);
  if (kept === null || kept.change < change) return false;
  return kept.change === change || mayBeForgotten(sql, userId, change);
}

function isRemembered(sql: Sql, userId: number, change: number): boolean {
  const given = 'SELECT 1 AS given FROM edit_changes WHERE user_id = ? AND change = ?';
  return sql.get(given, userId, change) !== undefined;
}

function mayBeForgotten(sql: Sql, userId: number, change: number): boolean {
  const remembered = sql.get<{ oldest: number | null; count: number }>(
    'SELECT min(change) AS oldest, count(*) AS count FROM edit_changes WHERE user_id = ?',
    userId,
  );
  // With fewer numbers, the server has forgotten none.
  return remembered?.count === MOST_CHANGES && change < (remembered.oldest ?? 0);
}

/**
 * Call inside a transaction.
 * @param isCorrected the server has changed the edit's time, perhaps not the first time, and not to the same millisecond: then
 * the same value of the same device is a repetition.
 */
export function saveEdit(
  sql: Sql,
  edit: Omit<EditRow, 'change'>,
  now: number,
  isCorrected: boolean,
): EditRow {
  const { user_id: userId, seq, field, value, device } = edit;
  const kept = isCorrected ? findEdit(sql, userId, seq, field) : null;
  if (kept !== null && kept.value === value && kept.device === device) return kept;
  keepNewer(sql, { ...edit, change: nextChange(sql, userId, now) });
  return findEdit(sql, userId, seq, field) as EditRow;
}

/** Keeps the newer of two edits, as `isNewerEdit` says. */
export function keepNewer(sql: Sql, edit: EditRow): void {
  const { changes } = sql.run(
    `INSERT INTO edits (user_id, seq, field, value, edited_at, device, change) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id, seq, field) DO UPDATE SET
       value = excluded.value, edited_at = excluded.edited_at, device = excluded.device, change = excluded.change
     WHERE (excluded.edited_at, excluded.device) > (edits.edited_at, edits.device)`,
    edit.user_id,
    edit.seq,
    edit.field,
    edit.value,
    edit.edited_at,
    edit.device,
    edit.change,
  );
  if (changes > 0) rememberChange(sql, edit.user_id, edit.change);
}

/** Keeps the newer of two edits from two deployments; the same edit keeps its later number, so that no device waits for one. */
export function keepMoved(sql: Sql, edit: EditRow): void {
  keepNewer(sql, edit);
  sql.run(
    `UPDATE edits SET change = max(change, ?)
     WHERE user_id = ? AND seq = ? AND field = ? AND edited_at = ? AND device = ?`,
    edit.change,
    edit.user_id,
    edit.seq,
    edit.field,
    edit.edited_at,
    edit.device,
  );
}

export function findEdit(sql: Sql, userId: number, seq: number, field: string): EditRow | null {
  const row = sql.get<EditRow>(
    'SELECT * FROM edits WHERE user_id = ? AND seq = ? AND field = ?',
    userId,
    seq,
    field,
  );
  return row ?? null;
}

/** In the order of their changes. */
export function editsAfter(sql: Sql, userId: number, change: number, limit: number): KeptEdit[] {
  return sql
    .all<EditRow & { readonly event_id: string | null }>(
      `SELECT d.*, e.event_id FROM edits d LEFT JOIN events e ON e.user_id = d.user_id AND e.seq = d.seq
       WHERE d.user_id = ? AND d.change > ? ORDER BY d.change LIMIT ?`,
      userId,
      change,
      limit,
    )
    .map((row) => keptEdit(row, row.event_id ?? ACCOUNT_SUBJECT));
}

export function keptEdit(row: EditRow, subject: string): KeptEdit {
  const { field, value, edited_at: at, device, change } = row;
  return { subject, field, value, at: new Date(at).toISOString(), device, change };
}

/** The values of outcomes, by the event of the record and by field. @param to the first event after them. */
export function outcomeValues(
  sql: Sql,
  userId: number,
  from: number,
  to: number,
): ReadonlyMap<number, Readonly<Record<string, string>>> {
  const rows = sql.all<Pick<EditRow, 'seq' | 'field' | 'value'>>(
    'SELECT seq, field, value FROM edits WHERE user_id = ? AND seq >= ? AND seq < ?',
    userId,
    from,
    to,
  );
  const found = new Map<number, Readonly<Record<string, string>>>();
  for (const { seq, field, value } of rows) found.set(seq, { ...found.get(seq), [field]: value });
  return found;
}

/**
 * Erases the outcome of a record that leaves the history; `upTo` of all records up to there. If the newest change goes with it,
 * the newest that stays takes a higher number, because a device asks as long as it knows another number than the newest.
 */
export function eraseOutcomes(sql: Sql, userId: number, seq: number, upTo = seq): void {
  const before = lastChange(sql, userId);
  const own = 'user_id = ? AND seq BETWEEN ? AND ?';
  blank(sql, 'edits', ['value'], own, userId, seq, upTo);
  sql.run(`DELETE FROM edits WHERE ${own}`, userId, seq, upTo);
  const last = lastChange(sql, userId);
  if (last === before) return;
  const change = lastGiven(sql, userId) + 1;
  sql.run('UPDATE edits SET change = ? WHERE user_id = ? AND change = ?', change, userId, last);
  rememberChange(sql, userId, change);
}
