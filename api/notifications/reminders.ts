/** Streak reminders: one row per user, updated whenever the streak, the settings or the permission change. */
import { dayOf } from '#core/points/days.ts';
import { isDeleted, type LedgerState } from '#core/points/evolve.ts';
import { currentStreak } from '#core/points/streak.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { reminderAt } from './preferences/quiet-hours.ts';
import { readReach, readSettings } from './preferences/settings.ts';
import { isAtStake } from './sender/compose.ts';
import type { PendingNotification } from './sender/messages.ts';

export interface DueReminder {
  readonly userId: number;
  readonly day: number;
}

/**
 * Plans the next reminder after a check-in, a launch, a change of settings or the reminder of the day before; removes it if
 * none is wanted. A reminder that was handed over is not planned again for the same day or an earlier one.
 * @param from the first day that may be reminded of
 */
export function planReminder(sql: Sql, state: LedgerState, now: number, from = dayOf(now)): void {
  const { userId, streak } = state;
  const settings = readSettings(sql, userId);
  const day = Math.max((streak.lastDay ?? 0) + 1, from);
  const isWanted = settings.notifications.streakReminder && readReach(sql, userId).mayWrite;
  const hasStreak = !isDeleted(state) && currentStreak(streak, day) > 0;
  const at = isWanted && hasStreak ? reminderAt(day, settings) : null;
  if (at === null) {
    sql.run('DELETE FROM reminders WHERE user_id = ? AND due_at IS NOT NULL', userId);
    return;
  }
  sql.run(
    `INSERT INTO reminders (user_id, day, due_at) VALUES (?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET day = excluded.day, due_at = excluded.due_at
     WHERE reminders.day < excluded.day OR (reminders.day = excluded.day AND reminders.due_at <> excluded.due_at)`,
    userId,
    day,
    at,
  );
}

/** When the next reminder is due, milliseconds; null if none is planned. */
export function remindersDueAt(sql: Sql): number | null {
  return (
    sql.get<{ at: number | null }>('SELECT min(due_at) AS at FROM reminders WHERE due_at IS NOT NULL')?.at ??
    null
  );
}

/** Due reminders, at most `limit`, the longest waiting first. */
export function dueReminders(sql: Sql, now: number, limit: number): DueReminder[] {
  return sql.all<DueReminder>(
    'SELECT user_id AS userId, day FROM reminders WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at LIMIT ?',
    now,
    limit,
  );
}

/** Schedules the retry, in case the hand-over is not confirmed. */
export function putOffReminder(sql: Sql, { userId, day }: DueReminder, until: number): void {
  sql.run(
    'UPDATE reminders SET due_at = ? WHERE user_id = ? AND day = ? AND due_at IS NOT NULL',
    until,
    userId,
    day,
  );
}

/** The reminder was handed over, or its day has passed. */
export function reminderDone(sql: Sql, { userId, day }: DueReminder): void {
  sql.run('UPDATE reminders SET due_at = NULL WHERE user_id = ? AND day = ?', userId, day);
}

/** Null if nothing is at stake on this day any more. */
export function reminderMessage(
  state: LedgerState | null,
  { userId, day }: DueReminder,
  now: number,
): PendingNotification | null {
  if (state === null || isDeleted(state) || !isAtStake(state, day, now)) return null;
  return {
    id: `${userId}:${day}:streak_reminder`,
    madeAt: now,
    dueAt: now,
    generation: state.deletions,
    item: { kind: 'streak_reminder', day },
  };
}
