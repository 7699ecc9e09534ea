/**
 * In the home of a user: that the alerts they have set, or do not have any more, are still to be told where the prices are. One row
 * a user, written in the commit of the change and removed once it was taken.
 */
import type { Sql } from '../sqlite/port.ts';

export interface AlertNote {
  readonly userId: number;
  /** Grows with every change that has not been taken. */
  readonly number: number;
  readonly attempts: number;
  /** The `toldAt` of the last try, 0 before the first. */
  readonly toldAt: number;
  /** They have come from another home. */
  readonly anew: boolean;
}

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 10 * 60_000;
/** Users whose alerts are told in one step: requests are answered in between. */
const NOTED_AT_ONCE = 20;

/** Only inside the commit of the change. It is due at once. @param anew they have come from another home. */
export function noteAlerts(sql: Sql, userId: number, anew = false): void {
  sql.run(
    `INSERT INTO alert_notes (user_id, number, attempts, told_at, due_at, anew) VALUES (?, 1, 0, 0, 0, ?)
     ON CONFLICT (user_id) DO UPDATE SET
       number = number + 1, attempts = 0, due_at = 0, anew = max(anew, excluded.anew)`,
    userId,
    anew ? 1 : 0,
  );
}

/** Whether what is known of the user's alerts where the prices are may be of before. */
export function areNoted(sql: Sql, userId: number): boolean {
  return sql.get('SELECT 1 AS found FROM alert_notes WHERE user_id = ?', userId) !== undefined;
}

/** When the next is due, milliseconds; null where there is none. */
export function notesDueAt(sql: Sql, now: number): number | null {
  const notes = sql.get<{ first: number | null; last: number | null }>(
    // By the index, each of them.
    `SELECT (SELECT min(due_at) FROM alert_notes) AS first,
            (SELECT max(due_at) FROM alert_notes) AS last`,
  );
  // A wait that is longer than any was begun by a clock that was ahead.
  return (notes?.last ?? 0) > now + LAST_RETRY_MS ? now : (notes?.first ?? null);
}

/**
 * Those that are due. Should it not become known that one was taken, it is due again after 5 s, 10 s, 20 s, … at most 10 minutes:
 * that is written here, before anybody is told, with the moment under which they are.
 */
export function takeNotes(sql: Sql, now: number): AlertNote[] {
  const due = sql.all<Omit<AlertNote, 'anew'> & { readonly anew: number }>(
    `SELECT user_id AS userId, number, attempts, told_at AS toldAt, anew FROM alert_notes
     WHERE due_at <= ? OR due_at > ? ORDER BY due_at LIMIT ?`,
    now,
    now + LAST_RETRY_MS,
    NOTED_AT_ONCE,
  );
  if (due.length === 0) return [];
  return sql.transaction(() =>
    due.map((note) => {
      const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(note.attempts, 20));
      const toldAt = Math.max(now, note.toldAt + 1);
      sql.run(
        'UPDATE alert_notes SET attempts = attempts + 1, told_at = ?, due_at = ? WHERE user_id = ?',
        toldAt,
        now + wait,
        note.userId,
      );
      return { ...note, toldAt, anew: note.anew === 1 };
    }),
  );
}

/** Unless something was changed meanwhile: that is still to be told. */
export function noteTaken(sql: Sql, { userId, number }: AlertNote): void {
  sql.run('DELETE FROM alert_notes WHERE user_id = ? AND number = ?', userId, number);
}

/** A later change is known there, by a clock that was ahead: what is here comes after it. */
export function noteBehind(sql: Sql, { userId }: AlertNote, newestAt: number): void {
  sql.run('UPDATE alert_notes SET told_at = ?, due_at = 0 WHERE user_id = ?', newestAt, userId);
}
