/** Crossings that wait to be handed to the homes of their users: kept as their alerts see a price, removed once taken. */
import type { AlertCoin } from '#core/contract/settings.ts';
import type { Sql } from '../sqlite/port.ts';
import type { Crossing } from './peers.ts';

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 10 * 60_000;
/** Handed over together. */
const TAKEN_AT_ONCE = 20;
/** An older one is no news: the sender would not take it. */
const OLDEST_MS = 7 * 24 * 60 * 60_000;

/** Only in the transaction that lets the alert see the price. It is due at once. */
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

/** When the next is due, milliseconds; null where none waits. */
export function crossingsDueAt(sql: Sql, now: number): number | null {
  const crossings = sql.get<{ first: number | null; last: number | null }>(
    // By the index, each of them.
    `SELECT (SELECT min(due_at) FROM alert_crossings) AS first,
            (SELECT max(due_at) FROM alert_crossings) AS last`,
  );
  // A wait that is longer than any was begun by a clock that was ahead.
  return (crossings?.last ?? 0) > now + LAST_RETRY_MS ? now : (crossings?.first ?? null);
}

/**
 * Those that are due, the longest waiting first. Should it not become known that one was taken, it is due again after 5 s, 10 s,
 * 20 s, … at most 10 minutes: that is written here, before anybody is told.
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

/** Unless another threshold was set meanwhile, which the same price has crossed. */
export function crossingTaken(sql: Sql, { userId, symbol, at, threshold }: Crossing): void {
  sql.run(
    'DELETE FROM alert_crossings WHERE user_id = ? AND symbol = ? AND at = ? AND threshold = ?',
    userId,
    symbol,
    at,
    threshold,
  );
}

/** What nobody took in time. */
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
