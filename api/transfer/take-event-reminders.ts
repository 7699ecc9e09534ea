/** Imports the reminders of events: the later change stays. */
import type { EventReminderRow } from '../notifications/event-reminders/tables.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Piece } from './piece.ts';

/** The last piece of a ledger carries all of them. */
export function takeEventReminders(sql: Sql, { userId, head, events, eventReminders = [] }: Piece): void {
  if (events.at(-1)?.seq !== head.seq) return;
  const rows = eventReminders.filter((row) => row.user_id === userId);
  // The other deployment has forgotten rows that no longer wait.
  sql.run(
    `DELETE FROM event_reminders WHERE user_id = ? AND due_at IS NULL
     AND event_id NOT IN (SELECT value FROM json_each(?))`,
    userId,
    JSON.stringify(rows.map((row) => row.event_id)),
  );
  for (const row of rows) takeRow(sql, row);
}

/** Of the same change, the row that no longer waits stays: it was handed over in one of the deployments. */
function takeRow(sql: Sql, row: EventReminderRow): void {
  sql.run(
    `INSERT INTO event_reminders (user_id, event_id, name, zone, at, set_at, due_at) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id, event_id) DO UPDATE SET name = excluded.name, zone = excluded.zone, at = excluded.at,
       set_at = excluded.set_at, due_at = excluded.due_at
     WHERE event_reminders.set_at < excluded.set_at OR (event_reminders.set_at = excluded.set_at
       AND (event_reminders.due_at IS NOT NULL OR excluded.due_at IS NULL))`,
    row.user_id,
    row.event_id,
    row.name,
    row.zone,
    row.at,
    row.set_at,
    row.due_at,
  );
}
