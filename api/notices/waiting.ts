/** The table of notices that wait to be told. A user's own are told in the order of their events, and wait for each other. */
import type { Notice } from '#core/points/notices.ts';
import type { Sql } from '../sqlite/port.ts';

/** What is told at once, all of it of one user. */
export interface NoticeBatch {
  readonly userId: number;
  /** Oldest first, at least one. */
  readonly notices: readonly Notice[];
}

const MOST_NOTICES = 20;
const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 10 * 60_000;

/** Only inside the commit of the event. It waits as long as those of the same user that wait already. */
export function keepNotice(sql: Sql, notice: Notice): void {
  const { userId, seq, kind, at } = notice;
  sql.run(
    `INSERT INTO notices (user_id, seq, kind, at, notice, attempts, retry_at)
     SELECT ?, ?, ?, ?, ?, coalesce(max(attempts), 0), coalesce(max(retry_at), 0) FROM notices WHERE user_id = ?`,
    userId,
    seq,
    kind,
    at,
    JSON.stringify(notice),
    userId,
  );
}

/** When the next notices may be told, milliseconds; null where none wait. */
export function noticesDueAt(sql: Sql): number | null {
  return sql.get<{ at: number | null }>('SELECT min(retry_at) AS at FROM notices')?.at ?? null;
}

/**
 * The notices to be told next; null where none are due. Should it not become known that they were taken, they are due again
 * after 5 s, 10 s, 20 s, … at most 10 minutes: that is written here, before anybody is told.
 */
export function takeBatch(sql: Sql, now: number): NoticeBatch | null {
  const due = sql.get<{ userId: number; attempts: number }>(
    'SELECT user_id AS userId, attempts FROM notices WHERE retry_at <= ? ORDER BY retry_at, at, user_id LIMIT 1',
    now,
  );
  if (due === undefined) return null;
  const { userId, attempts } = due;
  const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20));
  setRetry(sql, userId, attempts + 1, now + wait);
  const rows = sql.all<{ notice: string }>(
    'SELECT notice FROM notices WHERE user_id = ? ORDER BY seq, kind LIMIT ?',
    userId,
    MOST_NOTICES,
  );
  return { userId, notices: rows.map(({ notice }) => JSON.parse(notice) as Notice) };
}

/** The others of the same user are due at once. */
export function removeBatch(sql: Sql, { userId, notices }: NoticeBatch): void {
  sql.transaction(() => {
    for (const { seq, kind } of notices) {
      sql.run('DELETE FROM notices WHERE user_id = ? AND seq = ? AND kind = ?', userId, seq, kind);
    }
    setRetry(sql, userId, 0, 0);
  });
}

export function eraseNotices(sql: Sql, userId: number): void {
  sql.run('DELETE FROM notices WHERE user_id = ?', userId);
}

function setRetry(sql: Sql, userId: number, attempts: number, retryAt: number): void {
  sql.run('UPDATE notices SET attempts = ?, retry_at = ? WHERE user_id = ?', attempts, retryAt, userId);
}
