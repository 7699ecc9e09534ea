/**
 * Reminders of economic events: a row per user and event, beside the user's ledger. A row waits while it has a `due_at`; one
 * that was handed over, taken back or dropped stays for a while, so that a move between deployments brings none back.
 */
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { CalendarEvent } from '#core/contract/calendar.ts';
import { MOST_EVENT_REMINDERS } from '#core/contract/event-reminders.ts';
import { canRemindOf, type KnownEvent, momentOf, nextLook } from '#core/event-reminder.ts';
import { PAST_REMINDERS_MS } from '#core/privacy/retention.ts';

export interface EventReminder extends KnownEvent {
  readonly userId: number;
  /** When it was set, milliseconds. No two changes of a user have the same moment, so it names the reminder. */
  readonly setAt: number;
}

/** Rows of a user that no longer wait. */
const MOST_KEPT = 100;

/** The events of which the user will be reminded, the next one first. */
export function waitingEvents(sql: Sql, userId: number): string[] {
  return sql
    .all<{ id: string }>(
      `SELECT event_id AS id FROM event_reminders WHERE user_id = ? AND due_at IS NOT NULL
       ORDER BY at, event_id LIMIT ?`,
      userId,
      MOST_EVENT_REMINDERS,
    )
    .map(({ id }) => id);
}

/** Sets a reminder; one that waits already stays as it is. Call inside a transaction. */
export function setEventReminder(
  sql: Sql,
  userId: number,
  event: CalendarEvent,
  now: number,
): 'set' | 'event_too_soon' | 'too_many_reminders' {
  const waiting = waitingEvents(sql, userId);
  if (waiting.includes(event.id)) return 'set';
  const at = momentOf(event);
  if (at === null || !canRemindOf(at, now)) return 'event_too_soon';
  if (waiting.length >= MOST_EVENT_REMINDERS) return 'too_many_reminders';
  forgetOld(sql, userId, now);
  sql.run(
    'INSERT OR REPLACE INTO event_reminders (user_id, event_id, name, zone, at, set_at, due_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    userId,
    event.id,
    event.name,
    event.zone,
    at,
    newSetAt(sql, userId, now),
    nextLook(at, now),
  );
  return 'set';
}

/** A message about it that was handed over, but not yet sent, is dropped. Call inside a transaction. */
export function takeBackEventReminder(sql: Sql, userId: number, eventId: string, now: number): void {
  sql.run(
    'UPDATE event_reminders SET due_at = NULL, set_at = ? WHERE user_id = ? AND event_id = ?',
    newSetAt(sql, userId, now),
    userId,
    eventId,
  );
}

/** When the next reminder has to be looked at, milliseconds; null if none waits. */
export function eventRemindersDueAt(sql: Sql): number | null {
  return (
    sql.get<{ at: number | null }>('SELECT min(due_at) AS at FROM event_reminders WHERE due_at IS NOT NULL')
      ?.at ?? null
  );
}

/** Reminders to look at, the longest due first. Schedules the retry before they are handled. */
export function dueEventReminders(sql: Sql, now: number, most: number, retryMs: number): EventReminder[] {
  return sql.transaction(() => {
    const due = sql.all<EventReminder>(
      `SELECT user_id AS userId, event_id AS id, name, zone, at, set_at AS setAt FROM event_reminders
       WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at, user_id, event_id LIMIT ?`,
      now,
      most,
    );
    for (const one of due) lookAgain(sql, one, now + retryMs);
    return due;
  });
}

/** Unless it was taken back, or set again, meanwhile. */
export function lookAgain(sql: Sql, { userId, id, setAt }: EventReminder, at: number): void {
  sql.run(
    'UPDATE event_reminders SET due_at = ? WHERE user_id = ? AND event_id = ? AND set_at = ? AND due_at IS NOT NULL',
    at,
    userId,
    id,
    setAt,
  );
}

/** It was handed over, or its event is gone. */
export function eventReminderDone(sql: Sql, { userId, id, setAt }: EventReminder): void {
  sql.run(
    'UPDATE event_reminders SET due_at = NULL WHERE user_id = ? AND event_id = ? AND set_at = ?',
    userId,
    id,
    setAt,
  );
}

/** The reminder with the present moment of its event, which a feed may list under another id now. */
export function followEvent(sql: Sql, known: EventReminder, event: CalendarEvent): EventReminder {
  const moved = { ...known, id: event.id, at: momentOf(event) ?? known.at };
  if (moved.id === known.id && moved.at === known.at) return known;
  sql.transaction(() => {
    const { userId, setAt } = known;
    if (moved.id === known.id) {
      sql.run(
        'UPDATE event_reminders SET at = ? WHERE user_id = ? AND event_id = ? AND set_at = ?',
        moved.at,
        userId,
        known.id,
        setAt,
      );
      return;
    }
    // Where the user has set one for the new id, or taken that one back, it counts.
    sql.run(
      `INSERT INTO event_reminders (user_id, event_id, name, zone, at, set_at, due_at)
       SELECT user_id, ?, name, zone, ?, set_at, due_at FROM event_reminders
       WHERE user_id = ? AND event_id = ? AND set_at = ?
       ON CONFLICT (user_id, event_id) DO NOTHING`,
      moved.id,
      moved.at,
      userId,
      known.id,
      setAt,
    );
    eventReminderDone(sql, known);
  });
  return moved;
}

/** Whether a reminder was neither taken back nor set again. */
export function isStillSet(sql: Sql, userId: number, setAt: number): boolean {
  return (
    sql.get('SELECT 1 AS found FROM event_reminders WHERE user_id = ? AND set_at = ?', userId, setAt) !==
    undefined
  );
}

function newSetAt(sql: Sql, userId: number, now: number): number {
  const last = sql.get<{ at: number | null }>(
    'SELECT max(set_at) AS at FROM event_reminders WHERE user_id = ?',
    userId,
  );
  return Math.max(now, (last?.at ?? 0) + 1);
}

function forgetOld(sql: Sql, userId: number, now: number): void {
  sql.run(
    `DELETE FROM event_reminders WHERE user_id = ? AND due_at IS NULL AND (at < ? OR event_id NOT IN
       (SELECT event_id FROM event_reminders WHERE user_id = ? AND due_at IS NULL ORDER BY set_at DESC LIMIT ?))`,
    userId,
    now - PAST_REMINDERS_MS,
    userId,
    MOST_KEPT,
  );
}
