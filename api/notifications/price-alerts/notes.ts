/**
 * Users whose changed alerts the price store does not know yet. One job per user in their ledger host, written in the commit
 * of the change and done once the price store has taken it.
 */
import { claimJobs, enqueue, findJob, type Job, jobDone, retryMs, updateJob } from '#api/runtime/jobs.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';

export interface AlertNote {
  readonly userId: number;
  /** The `toldAt` of this attempt; in a job without attempts 0. */
  readonly toldAt: number;
  /** Whether the alerts moved here from another deployment. */
  readonly anew: boolean;
  readonly job: Job;
}

type Payload = Pick<AlertNote, 'toldAt' | 'anew'>;

/** The kind of job. */
export const NOTE = 'alerts';
/** Users handled in one step, so that requests are answered in between. */
const NOTED_AT_ONCE = 20;

/**
 * Call only inside the commit of the change. The note is due at once, and counts even if an earlier one is being told.
 * @param anew the alerts moved here from another deployment.
 */
export function noteAlerts(sql: Sql, userId: number, anew = false): void {
  const before = findJob(sql, NOTE, userId);
  const known = before === undefined ? { toldAt: 0, anew: false } : payloadOf(before);
  enqueue(sql, NOTE, userId, 0, JSON.stringify({ ...known, anew: known.anew || anew }));
}

/** Whether the price store may still have older alerts of this user. */
export function areNoted(sql: Sql, userId: number): boolean {
  return findJob(sql, NOTE, userId) !== undefined;
}

/** Due notes. Schedules the retry before the call, and stores the `toldAt` of this attempt at the same time. */
export function takeNotes(sql: Sql, now: number): AlertNote[] {
  return sql.transaction(() =>
    claimJobs(sql, NOTE, now, NOTED_AT_ONCE).map((job) => {
      const { toldAt: before, anew } = payloadOf(job);
      const note = { userId: job.userId, toldAt: Math.max(now, before + 1), anew, job };
      save(sql, note, now + retryMs(job.attempts));
      return note;
    }),
  );
}

/** Keeps the note if the alerts changed in the meantime. */
export function noteTaken(sql: Sql, { job }: AlertNote): void {
  jobDone(sql, job);
}

/** The price store has a later `toldAt`, written under a fast clock: the next attempt uses a later one. */
export function noteBehind(sql: Sql, note: AlertNote, newestAt: number): void {
  save(sql, { ...note, toldAt: newestAt }, 0);
}

function save(sql: Sql, { toldAt, anew, job }: AlertNote, dueAt: number): void {
  updateJob(sql, { ...job, payload: JSON.stringify({ toldAt, anew }) }, dueAt);
}

function payloadOf({ payload }: Job): Payload {
  return JSON.parse(payload) as Payload;
}
