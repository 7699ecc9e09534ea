/**
 * The tables of notices that wait to be told. A user's own are told in the order of their events, and wait for each other; of
 * several users each has a turn after the other.
 */
import type { Notice } from '#core/points/notices.ts';
import type { Sql } from '../sqlite/port.ts';

/** What is told at once, all of it of one user. */
export interface NoticeBatch {
  readonly userId: number;
  /** Oldest first, at least one. */
  readonly notices: readonly Notice[];
}

interface Turn {
  readonly userId: number;
  /** How often in a row it has not become known that a batch was taken. */
  readonly attempts: number;
}

const MOST_NOTICES = 20;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 10 * 60_000;

/** Only inside the commit of the event, or of its move into this database. */
export function keepNotice(sql: Sql, notice: Notice): void {
  const { userId, seq, kind, at } = notice;
  const text = JSON.stringify(notice);
  sql.run('INSERT INTO notices (user_id, seq, kind, notice) VALUES (?, ?, ?, ?)', userId, seq, kind, text);
  // Where others of the same user wait already it waits for their turn.
  sql.run(
    'INSERT INTO notice_turns (user_id, attempts, due_at) VALUES (?, 0, ?) ON CONFLICT DO NOTHING',
    userId,
    at,
  );
}

/** When the next notices may be told, milliseconds; null where none wait. */
export function noticesDueAt(sql: Sql, now: number): number | null {
  if (turnAt(sql, now) !== undefined) return now;
  return sql.get<{ at: number | null }>('SELECT min(due_at) AS at FROM notice_turns')?.at ?? null;
}

/**
 * The notices to be told next; null where none are due. Should it not become known that they were taken, they are due again
 * after 5 s, 10 s, 20 s, … at most 10 minutes: that is written here, before anybody is told.
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

/** The others of the same user are due at once, after the users who are due already. */
export function removeBatch(sql: Sql, { userId, notices }: NoticeBatch, now: number): void {
  sql.transaction(() => {
    for (const notice of notices) removeNotice(sql, notice);
    setTurn(sql, userId, 0, now);
  });
}

/** Only inside a transaction. */
export function removeNotice(sql: Sql, { userId, seq, kind }: Pick<Notice, 'userId' | 'seq' | 'kind'>): void {
  sql.run('DELETE FROM notices WHERE user_id = ? AND seq = ? AND kind = ?', userId, seq, kind);
  endTurn(sql, userId);
}

/** Where nothing of theirs waits any more. */
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
 * The user who is due for the longest time. A turn further away than any wait is of a clock that was ahead: it is due, too, so that
 * nobody waits for the time which that clock has shown.
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

/** Whether a server on this database tells users: then the command line, which tells nobody, keeps notices for it. */
export function areNoticesKept(sql: Sql): boolean {
  return sql.get("SELECT 1 AS found FROM meta WHERE name = 'notices_kept'") !== undefined;
}

export function sayNoticesKept(sql: Sql, areKept: boolean): void {
  if (areNoticesKept(sql) === areKept) return;
  if (areKept) sql.run("INSERT INTO meta (name, value) VALUES ('notices_kept', '1')");
  else sql.run("DELETE FROM meta WHERE name = 'notices_kept'");
}
