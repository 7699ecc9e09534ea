/** Crossings to be handed to the users' ledger hosts: stored when an alert sees the price, removed once taken. */

import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { AlertCoin } from '#core/contract/settings.ts';
import type { Crossing } from './peers.ts';

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 10 * 60_000;
/** Crossings that are handed over together. */
const TAKEN_AT_ONCE = 20;
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
}

/** When the next crossing is due, milliseconds; null if there is none. */
export function crossingsDueAt(sql: Sql, now: number): number | null {
  const crossings = sql.get<{ first: number | null; last: number | null }>(
    // Each of them uses the index.
    `SELECT (SELECT min(due_at) FROM alert_crossings) AS first,
            (SELECT max(due_at) FROM alert_crossings) AS last`,
  );
  // A fast clock started a wait longer than the longest one.
  return (crossings?.last ?? 0) > now + LAST_RETRY_MS ? now : (crossings?.first ?? null);
}

/**
 * Due crossings, the longest waiting first. Schedules the retry before the hand-over: without a confirmation a crossing is
 * due again after 5 s, 10 s, 20 s, … at most 10 minutes.
 */
export function takeCrossings(sql: Sql, now: number): Crossing[] {
  const waiting = sql.all<CrossingRow>(`${CROSSINGS} WHERE due_at <= ? ${FIRST}`, now, TAKEN_AT_ONCE);
  const due =
    waiting.length > 0
      ? waiting
      : sql.all<CrossingRow>(`${CROSSINGS} WHERE due_at > ? ${FIRST}`, now + LAST_RETRY_MS, TAKEN_AT_ONCE);
  if (due.length === 0) return [];
  return sql.transaction(() =>
    due.map(({ attempts, up, ...crossing }) => {
      const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20));
      sql.run(
        'UPDATE alert_crossings SET attempts = attempts + 1, due_at = ? WHERE user_id = ? AND symbol = ? AND at = ?',
        now + wait,
        crossing.userId,
        crossing.symbol,
        crossing.at,
      );
      return { ...crossing, up: up === 1 };
    }),
  );
}

/** Keeps the crossing if another threshold was set in the meantime and the same price has crossed that one. */
export function crossingTaken(sql: Sql, { userId, symbol, at, threshold }: Crossing): void {
  sql.run(
    'DELETE FROM alert_crossings WHERE user_id = ? AND symbol = ? AND at = ? AND threshold = ?',
    userId,
    symbol,
    at,
    threshold,
  );
}

/** Removes crossings that were not taken in time. */
export function forgetCrossings(sql: Sql, now: number): void {
  sql.run('DELETE FROM alert_crossings WHERE at < ?', now - OLDEST_MS);
}

const CROSSINGS = 'SELECT user_id AS userId, symbol, at, threshold, price, up, attempts FROM alert_crossings';
const FIRST = 'ORDER BY due_at LIMIT ?';

interface CrossingRow {
  readonly userId: number;
  readonly symbol: AlertCoin;
  readonly at: number;
  readonly threshold: string;
  readonly price: string;
  readonly up: number;
  readonly attempts: number;
}
