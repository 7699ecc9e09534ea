/**
 * Crossings to be handed to the users' ledger hosts: stored when an alert sees the price, removed once taken. Users take turns
 * with theirs, each of which is a job.
 */
import { claimJobs, enqueue, type Job, jobDone } from '#api/runtime/jobs.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { Crossing } from './peers.ts';

/** Crossings of one user that are handed over one after the other. */
export interface CrossedTurn {
  /** Oldest first; none if their thresholds have changed since. */
  readonly crossings: readonly Crossing[];
  readonly turn: Job;
}

/** The kind of job. */
export const CROSSED = 'crossings';
const USERS_AT_ONCE = 20;
/** Older crossings are no news: the sender would refuse them. */
const OLDEST_MS = 7 * 24 * 60 * 60_000;

/** Call only inside the transaction that applies the price to the alert. The crossing is due at once. */
export function keepCrossing(sql: Sql, { userId, symbol, threshold, price, up, at }: Crossing): void {
  sql.run(
    `INSERT OR REPLACE INTO alert_crossings (user_id, symbol, at, threshold, price, up, attempts, due_at)
     VALUES (?, ?, ?, ?, ?, ?, 0, ?)`,
    userId,
    symbol,
    at,
    threshold,
    price,
    up ? 1 : 0,
    at,
  );
  enqueue(sql, CROSSED, userId, at);
}

/** The users whose turn it is, the longest waiting first. Without a confirmation they are due again later. */
export function takeCrossings(sql: Sql, now: number): CrossedTurn[] {
  return claimJobs(sql, CROSSED, now, USERS_AT_ONCE).map((turn) => ({
    turn,
    crossings: sql
      .all<Omit<Crossing, 'up'> & { readonly up: 0 | 1 }>(
        `SELECT user_id AS userId, symbol, at, threshold, price, up FROM alert_crossings
         WHERE user_id = ? ORDER BY at, symbol`,
        turn.userId,
      )
      .map(({ up, ...crossing }) => ({ ...crossing, up: up === 1 })),
  }));
}

/** Keeps a crossing if another threshold was set in the meantime and the same price has crossed that one. */
export function crossingsTaken(sql: Sql, { crossings, turn }: CrossedTurn): void {
  for (const { userId, symbol, at, threshold } of crossings) {
    sql.run(
      'DELETE FROM alert_crossings WHERE user_id = ? AND symbol = ? AND at = ? AND threshold = ?',
      userId,
      symbol,
      at,
      threshold,
    );
  }
  jobDone(sql, turn);
}

/** Removes crossings that were not taken in time. */
export function forgetCrossings(sql: Sql, now: number): void {
  sql.run('DELETE FROM alert_crossings WHERE at < ?', now - OLDEST_MS);
}
