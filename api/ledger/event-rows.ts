/** The events table. This is the only file that writes it, and it only appends. */
import type { Head, StoredEvent } from '#core/points/events.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { NEVER_REPLACED } from './tables.ts';

/** The columns of a stored event, named as its fields. */
export const EVENT_COLUMNS =
  'user_id AS userId, seq, event_id AS eventId, type, rules, at, bucket, award, data, hash';

/** Appends one event, inside a transaction; false if its sequence number or its id is taken. */
export function appendEvent(sql: Sql, event: StoredEvent): boolean {
  const { userId, seq, eventId, type, rules, at, bucket, award, data, hash } = event;
  try {
    sql.run(APPEND, userId, seq, eventId, type, rules, at, bucket, award, data, hash);
    return true;
  } catch (error) {
    // The trigger `events_never_replaced` checks both. A query before the insert would repeat its work.
    if (error instanceof Error && error.message.includes(NEVER_REPLACED)) return false;
    throw error;
  }
}

const APPEND = `INSERT INTO events (user_id, seq, event_id, type, rules, at, bucket, award, data, hash)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

export function eventsAfter(sql: Sql, userId: number, after: number, limit: number): StoredEvent[] {
  return sql.all<StoredEvent>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE user_id = ? AND seq > ? ORDER BY seq LIMIT ?`,
    userId,
    after,
    limit,
  );
}

export function eventsOfType(
  sql: Sql,
  userId: number,
  type: string,
  before: number | null,
  limit: number,
): StoredEvent[] {
  return sql.all<StoredEvent>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE user_id = ? AND seq < ? AND type = ? ORDER BY seq DESC LIMIT ?`,
    userId,
    before ?? Number.MAX_SAFE_INTEGER,
    type,
    limit,
  );
}

export function eventById(sql: Sql, userId: number, eventId: string): StoredEvent | null {
  const row = sql.get<StoredEvent>(
    `SELECT ${EVENT_COLUMNS} FROM events WHERE user_id = ? AND event_id = ?`,
    userId,
    eventId,
  );
  return row ?? null;
}

/** The newest event of a ledger, from the events themselves; null if there is none. */
export function newestHead(sql: Sql, userId: number): Head | null {
  return (
    sql.get<Head>('SELECT seq, hash FROM events WHERE user_id = ? ORDER BY seq DESC LIMIT 1', userId) ?? null
  );
}
