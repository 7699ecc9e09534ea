/**
 * Imports the notification settings of a piece, the bot's permission to write, and the reminder. The later of two
 * states stays.
 */
import { acceptSettings } from '../notifications/preferences/settings.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Piece } from './piece.ts';

export function takeSettings(sql: Sql, piece: Piece): void {
  const { userId, settings, reach } = piece;
  for (const row of settings) {
    if (row.user_id === userId) acceptSettings(sql, userId, row);
  }
  for (const { user_id: owner, returned_at: returnedAt, refused_at: refusedAt } of reach) {
    if (owner !== userId) continue;
    sql.run(
      `INSERT INTO reach (user_id, returned_at, refused_at) VALUES (?, ?, ?)
       ON CONFLICT (user_id) DO UPDATE SET
         returned_at = nullif(max(coalesce(returned_at, -1), coalesce(excluded.returned_at, -1)), -1),
         refused_at = nullif(max(coalesce(refused_at, -1), coalesce(excluded.refused_at, -1)), -1)`,
      userId,
      returnedAt,
      refusedAt,
    );
  }
  takeReminder(sql, piece);
}

/** The last piece of a ledger carries the reminder; a last piece without one removes the stored reminder. */
function takeReminder(sql: Sql, { userId, head, events, reminders }: Piece): void {
  if (events.at(-1)?.seq !== head.seq) return;
  const reminder = reminders.find((row) => row.user_id === userId);
  if (reminder === undefined) {
    sql.run('DELETE FROM reminders WHERE user_id = ?', userId);
    return;
  }
  // A reminder that was handed over is not planned again for the same day.
  sql.run(
    `INSERT INTO reminders (user_id, day, due_at) VALUES (?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET day = excluded.day, due_at = excluded.due_at
     WHERE reminders.day < excluded.day OR (reminders.day = excluded.day AND reminders.due_at IS NOT NULL)`,
    userId,
    reminder.day,
    reminder.due_at,
  );
}
