/** Who is to be reminded of their streak, and when: one row a user, kept with what it follows from. */
import { dayOf } from '#core/points/days.ts';
import { isDeleted, type LedgerState } from '#core/points/evolve.ts';
import { currentStreak } from '#core/points/streak.ts';
import type { Sql } from '../sqlite/port.ts';
import { isAtStake } from './compose.ts';
import type { Message } from './messages.ts';
import { reminderAt } from './schedule.ts';
import { readReach, readSettings } from './settings.ts';

export interface DueReminder {
  readonly userId: number;
  readonly day: number;
}

/**
 * Plans the next reminder anew, after a check-in, a launch, or a change of settings; where there is none to be, none stays.
 * A day whose reminder was handed over is not planned again.
 */
export function planReminder(sql: Sql, state: LedgerState, now: number): void {
  const { userId, streak } = state;
  const settings = readSettings(sql, userId);
  const day = (streak.lastDay ?? 0) + 1;
  const isWanted = settings.notifications.streakReminder && readReach(sql, userId).mayWrite;
  const hasStreak = !isDeleted(state) && currentStreak(streak, dayOf(now)) > 0 && day >= dayOf(now);
  const at = isWanted && hasStreak ? reminderAt(day, settings) : null;
  if (at === null) {
    sql.run('DELETE FROM reminders WHERE user_id = ? AND due_at IS NOT NULL', userId);
    return;
  }
  sql.run(
    `INSERT INTO reminders (user_id, day, due_at) VALUES (?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET day = excluded.day, due_at = excluded.due_at
     WHERE reminders.day <> excluded.day OR (reminders.due_at IS NOT NULL AND reminders.due_at <> excluded.due_at)`,
    userId,
    day,
    at,
  );
}

/** When the next of them is due, milliseconds; null where none is planned. */
export function remindersDueAt(sql: Sql): number | null {
  return (
    sql.get<{ at: number | null }>('SELECT min(due_at) AS at FROM reminders WHERE due_at IS NOT NULL')?.at ??
    null
  );
}

/** Those that are due, at most `limit`, the longest waiting first. */
export function dueReminders(sql: Sql, now: number, limit: number): DueReminder[] {
  return sql.all<DueReminder>(
    'SELECT user_id AS userId, day FROM reminders WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at LIMIT ?',
    now,
    limit,
  );
}

/** Puts a reminder off, should it not become known that it was handed over. */
export function putOffReminder(sql: Sql, { userId, day }: DueReminder, until: number): void {
  sql.run(
    'UPDATE reminders SET due_at = ? WHERE user_id = ? AND day = ? AND due_at IS NOT NULL',
    until,
    userId,
    day,
  );
}

/** It was handed over, or its day has passed. */
export function reminderDone(sql: Sql, { userId, day }: DueReminder): void {
  sql.run('UPDATE reminders SET due_at = NULL WHERE user_id = ? AND day = ?', userId, day);
}

/** Null where nothing is at stake on this day any more. */
export function reminderMessage(
  state: LedgerState | null,
  { userId, day }: DueReminder,
  now: number,
): Message | null {
  if (state === null || isDeleted(state) || !isAtStake(state, day, now)) return null;
  return {
    id: `${userId}:${day}:streak_reminder`,
    madeAt: now,
    dueAt: now,
    generation: state.deletions,
    item: { kind: 'streak_reminder', day },
  };
}
