/**
 * The tables of pending notices. The notices of one user keep the order of their events and wait for each other; users take
 * turns.
 */

import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { Notice } from '#core/points/notices.ts';

/** Notices of one user that are handed over together. */
export interface NoticeBatch {
  readonly userId: number;
  /** Oldest first, at least one. */
  readonly notices: readonly Notice[];
}

interface Turn {
  readonly userId: number;
  /** Consecutive batches without a confirmed hand-over. */
  readonly attempts: number;
}

const MOST_NOTICES = 20;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 10 * 60_000;

/** Call only inside the commit of the event, or of its import into this database. */
export function keepNotice(sql: Sql, notice: Notice): void {
  const { userId, seq, kind, at } = notice;
  const text = JSON.stringify(notice);
  sql.run('INSERT INTO notices (user_id, seq, kind, notice) VALUES (?, ?, ?, ?)', userId, seq, kind, text);
  // If other notices of the same user are pending, it waits for their turn.
  sql.run(
    'INSERT INTO notice_turns (user_id, attempts, due_at) VALUES (?, 0, ?) ON CONFLICT DO NOTHING',
    userId,
    at,
  );
}

/** When the next notices are due, milliseconds; null if none is pending. */
export function noticesDueAt(sql: Sql, now: number): number | null {
  if (turnAt(sql, now) !== undefined) return now;
  return sql.get<{ at: number | null }>('SELECT min(due_at) AS at FROM notice_turns')?.at ?? null;
}

/**
 * The next notices to hand over; null if none is due. Schedules the retry before the hand-over: without a confirmation they
 * are due again after 5 s, 10 s, 20 s, … at most 10 minutes.
 */
export function takeBatch(sql: Sql, now: number): NoticeBatch | null {
  const turn = turnAt(sql, now);
  if (turn === undefined) return null;
  const { userId, attempts } = turn;
  const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20));
  setTurn(sql, userId, attempts + 1, now + wait);
  const rows = sql.all<{ notice: string }>(
    'SELECT notice FROM notices WHERE user_id = ? ORDER BY seq, kind LIMIT ?',
    userId,
    MOST_NOTICES,
  );
  if (rows.length === 0) {
    endTurn(sql, userId);
    return takeBatch(sql, now);
  }
  return { userId, notices: rows.map(({ notice }) => JSON.parse(notice) as Notice) };
}

/** The user's other notices are due at once, behind the users who are already due. */
export function removeBatch(sql: Sql, { userId, notices }: NoticeBatch, now: number): void {
  sql.transaction(() => {
    for (const notice of notices) removeNotice(sql, notice);
    setTurn(sql, userId, 0, now);
  });
}

/** Call only inside a transaction. */
export function removeNotice(sql: Sql, { userId, seq, kind }: Pick<Notice, 'userId' | 'seq' | 'kind'>): void {
  sql.run('DELETE FROM notices WHERE user_id = ? AND seq = ? AND kind = ?', userId, seq, kind);
  endTurn(sql, userId);
}

/** Removes the turn of a user without pending notices. */
function endTurn(sql: Sql, userId: number): void {
  sql.run(
    `DELETE FROM notice_turns WHERE user_id = ?
     AND NOT EXISTS (SELECT 1 FROM notices WHERE notices.user_id = notice_turns.user_id)`,
    userId,
  );
}

export function eraseNotices(sql: Sql, userId: number): void {
  sql.run('DELETE FROM notices WHERE user_id = ?', userId);
  sql.run('DELETE FROM notice_turns WHERE user_id = ?', userId);
}

/**
 * The user who has been due for the longest time. A turn later than the longest possible wait comes from a fast clock and
 * counts as due, so that no user waits for the time that clock showed.
 */
function turnAt(sql: Sql, now: number): Turn | undefined {
  return (
    sql.get<Turn>(`${TURN} WHERE due_at <= ? ORDER BY due_at LIMIT 1`, now) ??
    sql.get<Turn>(`${TURN} WHERE due_at > ? ORDER BY due_at LIMIT 1`, now + LAST_RETRY_MS)
  );
}
const TURN = 'SELECT user_id AS userId, attempts FROM notice_turns';

function setTurn(sql: Sql, userId: number, attempts: number, dueAt: number): void {
  sql.run('UPDATE notice_turns SET attempts = ?, due_at = ? WHERE user_id = ?', attempts, dueAt, userId);
}

/** Whether a server on this database sends notices. If so, the command line, which sends none, stores them for it. */
export function areNoticesKept(sql: Sql): boolean {
  return sql.get("SELECT 1 AS found FROM meta WHERE name = 'notices_kept'") !== undefined;
}

export function sayNoticesKept(sql: Sql, areKept: boolean): void {
  if (areNoticesKept(sql) === areKept) return;
  if (areKept) sql.run("INSERT INTO meta (name, value) VALUES ('notices_kept', '1')");
  else sql.run("DELETE FROM meta WHERE name = 'notices_kept'");
}
