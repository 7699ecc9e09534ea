/**
 * The sender's table. A message waits, is marked `sending` before the service is called, and is settled by the answer. A
 * message that is `sending` at a start was in flight when the process ended: it may have been sent, so it is not sent again.
 */
import { blank } from '#api/runtime/sqlite/blank.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { OLDEST_NEWS_MS, SENT_IDS_MS } from '#core/privacy/retention.ts';
import type { Handover, PendingNotification, Taken } from './messages.ts';

export interface Waiting {
  readonly number: number;
  readonly userId: number;
  readonly attempts: number;
  readonly message: PendingNotification;
}

export type Settled = 'sent' | 'refused' | 'dropped' | 'unknown';

const DAY_MS = 24 * 60 * 60_000;
/** The longest pause that the service may ask for. */
const LONGEST_PAUSE_MS = DAY_MS;
/** Longer than any wait: quiet hours last two days at most. */
const LONGEST_WAIT_MS = 3 * DAY_MS;
/** Rows removed in one step. */
const FORGOTTEN_AT_ONCE = 200;

/** Stores messages that are not known yet. */
export function takeMessages(sql: Sql, { userId, returnedAt, messages }: Handover, now: number): Taken {
  return sql.transaction<Taken>(() => {
    const refused = sql.get<{ at: number }>('SELECT at FROM refusals WHERE user_id = ?', userId);
    if (refused !== undefined && refused.at >= returnedAt) return { taken: false, refusedAt: refused.at };
    if (refused !== undefined) sql.run('DELETE FROM refusals WHERE user_id = ?', userId);
    for (const message of messages) {
      if (message.madeAt < now - OLDEST_NEWS_MS) continue;
      sql.run(
        `INSERT INTO outgoing (id, user_id, message, state, due_at, attempts) VALUES (?, ?, ?, 'waiting', ?, 0)
         ON CONFLICT DO NOTHING`,
        message.id,
        userId,
        JSON.stringify(message),
        message.dueAt,
      );
    }
    return { taken: true };
  });
}

/** Settles messages that an earlier process was sending. Returns how many there were. */
export function settleInFlight(sql: Sql, now: number): number {
  return sql.run(
    "UPDATE outgoing SET state = 'unknown', message = '', settled_at = ? WHERE state = 'sending'",
    now,
  ).changes;
}

/** When the next message may be sent, milliseconds; null if none waits. */
export function waitingDueAt(sql: Sql, now: number): number | null {
  const next = sql.get<{ at: number | null }>(
    "SELECT min(due_at) AS at FROM outgoing WHERE state = 'waiting'",
  );
  if (next === undefined || next.at === null) return null;
  return Math.max(next.at, pausedUntil(sql, now));
}

/** Ends waits longer than the longest possible one, which a fast clock must have written. */
export function endLongWaits(sql: Sql, now: number): void {
  sql.run(
    "UPDATE outgoing SET due_at = ? WHERE state = 'waiting' AND due_at > ?",
    now,
    now + LONGEST_WAIT_MS,
  );
}

/** Due messages, the longest due first. */
export function nextWaiting(sql: Sql, now: number, most: number): Waiting[] {
  if (pausedUntil(sql, now) > now) return [];
  const rows = sql.all<{ number: number; user_id: number; attempts: number; message: string }>(
    `SELECT number, user_id, attempts, message FROM outgoing WHERE state = 'waiting' AND due_at <= ?
     ORDER BY due_at, number LIMIT ?`,
    now,
    most,
  );
  return rows.map(({ number, user_id: userId, attempts, message }) => {
    return { number, userId, attempts, message: JSON.parse(message) as PendingNotification };
  });
}

export function postpone(sql: Sql, { number }: Waiting, until: number): void {
  sql.run("UPDATE outgoing SET due_at = ? WHERE number = ? AND state = 'waiting'", until, number);
}

/** False if the message no longer waits. */
export function markSending(sql: Sql, { number }: Waiting): boolean {
  const marked = sql.run(
    "UPDATE outgoing SET state = 'sending' WHERE number = ? AND state = 'waiting'",
    number,
  );
  return marked.changes === 1;
}

/** Settles a message and drops its content; only the fact that it was handled stays. */
export function settle(sql: Sql, { number }: Waiting, state: Settled, now: number): void {
  sql.run(
    "UPDATE outgoing SET state = ?, message = '', settled_at = ? WHERE number = ? AND state IN ('waiting', 'sending')",
    state,
    now,
    number,
  );
}

/** The service refused for now, so the message waits again. */
export function sendAgain(sql: Sql, { number, message, attempts }: Waiting, at: number): void {
  sql.run(
    "UPDATE outgoing SET state = 'waiting', message = ?, due_at = ?, attempts = ? WHERE number = ? AND state = 'sending'",
    JSON.stringify(message),
    at,
    attempts + 1,
    number,
  );
}

/** The bot may not write to this user: drops all messages that wait for them. */
export function refuseUser(sql: Sql, waiting: Waiting, now: number): void {
  sql.transaction(() => {
    const { userId } = waiting;
    settle(sql, waiting, 'refused', now);
    sql.run(
      "UPDATE outgoing SET state = 'dropped', message = '', settled_at = ? WHERE user_id = ? AND state = 'waiting'",
      now,
      userId,
    );
    sql.run(
      'INSERT INTO refusals (user_id, at) VALUES (?, ?) ON CONFLICT (user_id) DO UPDATE SET at = excluded.at',
      userId,
      now,
    );
  });
}

/** Removes everything about a user: pending messages, and the records of sent ones. */
export function forgetUser(sql: Sql, userId: number): void {
  sql.transaction(() => {
    blank(sql, 'outgoing', ['message'], 'user_id = ?', userId);
    sql.run('DELETE FROM outgoing WHERE user_id = ?', userId);
    sql.run('DELETE FROM refusals WHERE user_id = ?', userId);
  });
}

export function pause(sql: Sql, until: number, now: number): void {
  sql.run(
    'INSERT OR REPLACE INTO sender_pause (only, until) VALUES (1, ?)',
    Math.max(until, pausedUntil(sql, now)),
  );
}

export function forgetOld(sql: Sql, now: number): void {
  sql.run(
    `DELETE FROM outgoing WHERE number IN
       (SELECT number FROM outgoing WHERE settled_at IS NOT NULL AND settled_at < ? ORDER BY settled_at LIMIT ?)`,
    now - SENT_IDS_MS,
    FORGOTTEN_AT_ONCE,
  );
}

function pausedUntil(sql: Sql, now: number): number {
  const row = sql.get<{ until: number }>('SELECT until FROM sender_pause WHERE only = 1');
  return row === undefined ? 0 : unlessSetBack(row.until, LONGEST_PAUSE_MS, now);
}

/** A stored moment; or now, if the moment is further ahead than any wait, because the clock was set back. */
export function unlessSetBack(at: number, mostMs: number, now: number): number {
  return at - now > mostMs ? now : at;
}
