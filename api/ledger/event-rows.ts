/** The events table. This is the only file that writes it, and it only appends. */
import type { Head, StoredEvent } from '#core/points/events.ts';
import { rowInsert } from '../runtime/sqlite/insert-rows.ts';
import type { Sql, SqlValue } from '../runtime/sqlite/port.ts';
import { NEVER_REPLACED } from './tables.ts';

/** The columns of a stored event, named as its fields. */
export const EVENT_COLUMNS =
  'user_id AS userId, seq, event_id AS eventId, type, rules, at, bucket, award, data, hash';

/**
 * Appends at most `MOST_APPENDED` events, inside a transaction; false if the sequence number or the id of one of them is
 * taken, and then none is appended.
 */
export function appendEvents(sql: Sql, events: readonly StoredEvent[]): boolean {
  const values: SqlValue[] = [];
  for (const { userId, seq, eventId, type, rules, at, bucket, award, data, hash } of events) {
    values.push(userId, seq, eventId, type, rules, at, bucket, award, data, hash);
  }
  try {
    APPEND.insert(sql, values);
    return true;
  } catch (error) {
    // The trigger `events_never_replaced` checks both. A query before the insert would repeat its work.
    if (error instanceof Error && error.message.includes(NEVER_REPLACED)) return false;
    throw error;
  }
}

const APPEND = rowInsert('events', 'user_id, seq, event_id, type, rules, at, bucket, award, data, hash');

/** How many events one statement appends at most. */
export const MOST_APPENDED = APPEND.most;

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
