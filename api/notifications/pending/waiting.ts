/**
 * Pending notices. Those of one user keep the order of their events and wait for each other; users take turns, each of which
 * is a job.
 */
import { claimJobs, dropJob, enqueue, findJob, type Job, jobDone, updateJob } from '#api/runtime/jobs.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { Notice } from '#core/points/notices.ts';

/** Notices of one user that are handed over together. */
export interface NoticeBatch {
  readonly userId: number;
  /** Oldest first, at least one. */
  readonly notices: readonly Notice[];
  readonly turn: Job;
}

/** The kind of job: a user's turn. */
export const TURN = 'notices';
const MOST_NOTICES = 20;

/** Call only inside the commit of the event, or of its import into this database. */
export function keepNotice(sql: Sql, notice: Notice): void {
  const { userId, seq, kind, at } = notice;
  const text = JSON.stringify(notice);
  sql.run('INSERT INTO notices (user_id, seq, kind, notice) VALUES (?, ?, ?, ?)', userId, seq, kind, text);
  // If other notices of the same user are pending, it waits for their turn.
  if (findJob(sql, TURN, userId) === undefined) enqueue(sql, TURN, userId, at);
}

/** The next notices to hand over; null if none is due. Without a confirmation they are due again later. */
export function takeBatch(sql: Sql, now: number): NoticeBatch | null {
  const [turn] = claimJobs(sql, TURN, now, 1);
  if (turn === undefined) return null;
  const rows = sql.all<{ notice: string }>(
    'SELECT notice FROM notices WHERE user_id = ? ORDER BY seq, kind LIMIT ?',
    turn.userId,
    MOST_NOTICES,
  );
  if (rows.length > 0) {
    return { userId: turn.userId, notices: rows.map(({ notice }) => JSON.parse(notice) as Notice), turn };
  }
  jobDone(sql, turn);
  return takeBatch(sql, now);
}

/** The user's other notices are due at once, behind the users who are already due. */
export function removeBatch(sql: Sql, { notices, turn }: NoticeBatch, now: number): void {
  sql.transaction(() => {
    for (const notice of notices) removeNotice(sql, notice);
    updateJob(sql, { ...turn, attempts: 0 }, now);
  });
}

/** Call only inside a transaction. */
export function removeNotice(sql: Sql, { userId, seq, kind }: Pick<Notice, 'userId' | 'seq' | 'kind'>): void {
  sql.run('DELETE FROM notices WHERE user_id = ? AND seq = ? AND kind = ?', userId, seq, kind);
  const isLast = sql.get('SELECT 1 AS found FROM notices WHERE user_id = ?', userId) === undefined;
  if (isLast) dropJob(sql, TURN, userId);
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
