/** The table of jobs: work that is stored in the commit of its cause and repeated until it is done. */
import type { Sql } from './sqlite/port.ts';
import { defineTables } from './sqlite/tables.ts';

/** A user has at most one job of a kind. */
export interface Job {
  /** Never given twice, so a job that took the place of another is told from it. */
  readonly id: number;
  readonly userId: number;
  /** What the kind needs, as text. */
  readonly payload: string;
  /** Attempts in a row without success, this one included. */
  readonly attempts: number;
}

export const jobTables = defineTables({
  migrations: [
    {
      name: 'jobs-001',
      adds: 'jobs',
      statements: [
        `CREATE TABLE jobs (
         id INTEGER PRIMARY KEY AUTOINCREMENT,
         kind TEXT NOT NULL,
         user_id INTEGER NOT NULL,
         payload TEXT NOT NULL,
         attempts INTEGER NOT NULL,
         due_at INTEGER NOT NULL,
         UNIQUE (kind, user_id)
       ) STRICT`,
        'CREATE INDEX jobs_by_time ON jobs (kind, due_at)',
      ],
    },
  ],
  erase: {
    jobs: 'only what other databases still have to hear on Cloudflare; the rest is deleted',
  },
  transfer: {
    jobs: 'made again on import for notices and alerts (a new one waits for its price, and a crossed one for the price to come back); each deployment reports deletions to its own sender',
  },
  privacy: {
    jobs: 'messages',
  },
  personal: {
    jobs: { key: 'id', shows: 'id, kind, payload, attempts, due_at' },
  },
});

const FIRST_RETRY_MS = 5_000;
/** No job waits longer after a failure. */
export const LAST_RETRY_MS = 10 * 60_000;

/** The wait after so many failures in a row: 5 s, 10 s, 20 s, … at most 10 minutes. */
export function retryMs(failures: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(failures - 1, 20));
}

/** Replaces the user's job of this kind, even one under way. Call only inside the commit of its cause. */
export function enqueue(sql: Sql, kind: string, userId: number, dueAt: number, payload = ''): void {
  sql.run(
    'INSERT OR REPLACE INTO jobs (kind, user_id, payload, attempts, due_at) VALUES (?, ?, ?, 0, ?)',
    kind,
    userId,
    payload,
    dueAt,
  );
}

export function findJob(sql: Sql, kind: string, userId: number): Job | undefined {
  return sql.get<Job>(`${JOBS} WHERE kind = ? AND user_id = ?`, kind, userId);
}

/** When the next job of a kind is due, milliseconds; null if there is none. */
export function jobsDueAt(sql: Sql, kind: string, now: number): number | null {
  const due = sql.get<{ first: number | null; last: number | null }>(
    // Each of them uses the index.
    `SELECT (SELECT min(due_at) FROM jobs WHERE kind = ?) AS first,
            (SELECT max(due_at) FROM jobs WHERE kind = ?) AS last`,
    kind,
    kind,
  );
  // A fast clock started a wait longer than the longest one.
  return (due?.last ?? 0) > now + LAST_RETRY_MS ? now : (due?.first ?? null);
}

/**
 * Due jobs, the longest waiting first. Schedules the retry before they are done: a job that is not reported as done is due
 * again after `retryMs`. A job later than the longest wait comes from a fast clock and counts as due.
 */
export function claimJobs(sql: Sql, kind: string, now: number, most: number): Job[] {
  const waiting = sql.all<Job>(`${JOBS} WHERE kind = ? AND due_at <= ? ${FIRST}`, kind, now, most);
  const due =
    waiting.length > 0
      ? waiting
      : sql.all<Job>(`${JOBS} WHERE kind = ? AND due_at > ? ${FIRST}`, kind, now + LAST_RETRY_MS, most);
  if (due.length === 0) return [];
  return sql.transaction(() =>
    due.map((job) => {
      const claimed = { ...job, attempts: job.attempts + 1 };
      updateJob(sql, claimed, now + retryMs(claimed.attempts));
      return claimed;
    }),
  );
}

/** Writes attempts and payload of a job that was not replaced since. */
export function updateJob(sql: Sql, { id, attempts, payload }: Omit<Job, 'userId'>, dueAt: number): void {
  sql.run('UPDATE jobs SET attempts = ?, payload = ?, due_at = ? WHERE id = ?', attempts, payload, dueAt, id);
}

/** Keeps a job that took its place. */
export function jobDone(sql: Sql, { id }: Pick<Job, 'id'>): void {
  sql.run('DELETE FROM jobs WHERE id = ?', id);
}

export function dropJob(sql: Sql, kind: string, userId: number): void {
  sql.run('DELETE FROM jobs WHERE kind = ? AND user_id = ?', kind, userId);
}

const JOBS = 'SELECT id, user_id AS userId, payload, attempts FROM jobs';
const FIRST = 'ORDER BY due_at, id LIMIT ?';
