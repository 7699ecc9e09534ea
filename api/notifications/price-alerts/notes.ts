/**
 * Users whose changed alerts the price store does not know yet. One row per user in their ledger host, written in the commit
 * of the change and removed once the price store has taken it.
 */
import type { Sql } from '#api/runtime/sqlite/port.ts';

export interface AlertNote {
  readonly userId: number;
  /** Grows with every change until one is taken. */
  readonly number: number;
  readonly attempts: number;
  /** The `toldAt` of the last try, 0 before the first. */
  readonly toldAt: number;
  /** Whether the alerts moved here from another deployment. */
  readonly anew: boolean;
}

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 10 * 60_000;
/** Users handled in one step, so that requests are answered in between. */
const NOTED_AT_ONCE = 20;

/**
 * Call only inside the commit of the change. The note is due at once.
 * @param anew the alerts moved here from another deployment.
 */
export function noteAlerts(sql: Sql, userId: number, anew = false): void {
  sql.run(
    `INSERT INTO alert_notes (user_id, number, attempts, told_at, due_at, anew) VALUES (?, 1, 0, 0, 0, ?)
     ON CONFLICT (user_id) DO UPDATE SET
       number = number + 1, attempts = 0, due_at = 0, anew = max(anew, excluded.anew)`,
    userId,
    anew ? 1 : 0,
  );
}

/** Whether the price store may still have older alerts of this user. */
export function areNoted(sql: Sql, userId: number): boolean {
  return sql.get('SELECT 1 AS found FROM alert_notes WHERE user_id = ?', userId) !== undefined;
}

/** When the next note is due, milliseconds; null if there is none. */
export function notesDueAt(sql: Sql, now: number): number | null {
  const notes = sql.get<{ first: number | null; last: number | null }>(
    // Each of them uses the index.
    `SELECT (SELECT min(due_at) FROM alert_notes) AS first,
            (SELECT max(due_at) FROM alert_notes) AS last`,
  );
  // A fast clock started a wait longer than the longest one.
  return (notes?.last ?? 0) > now + LAST_RETRY_MS ? now : (notes?.first ?? null);
}

/**
 * Due notes. Schedules the retry before the call: without a confirmation a note is due again after 5 s, 10 s, 20 s, … at most
 * 10 minutes. Stores the `toldAt` of this attempt at the same time.
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

/** Keeps the note if the alerts changed in the meantime. */
export function noteTaken(sql: Sql, { userId, number }: AlertNote): void {
  sql.run('DELETE FROM alert_notes WHERE user_id = ? AND number = ?', userId, number);
}

/** The price store has a later `toldAt`, written under a fast clock: the next attempt uses a later one. */
export function noteBehind(sql: Sql, { userId }: AlertNote, newestAt: number): void {
  sql.run('UPDATE alert_notes SET told_at = ?, due_at = 0 WHERE user_id = ?', newestAt, userId);
}
