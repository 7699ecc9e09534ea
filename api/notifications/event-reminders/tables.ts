/** The table of reminders of economic events. */
import * as v from 'valibot';
import { count, defineTables, whole } from '#api/runtime/sqlite/tables.ts';
import { EVENT_KINDS, ZONES } from '#core/contract/calendar.ts';

export const EventReminderRow = v.strictObject({
  user_id: whole,
  event_id: v.string(),
  name: v.picklist(EVENT_KINDS),
  zone: v.picklist(ZONES),
  at: whole,
  set_at: count,
  due_at: v.nullable(whole),
});
export type EventReminderRow = v.InferOutput<typeof EventReminderRow>;

export const eventReminderTables = defineTables({
  migrations: [
    {
      name: 'event-reminders-001',
      adds: 'event_reminders',
      statements: [
        // `due_at` is when to look at the calendar next; null once the reminder no longer waits.
        `CREATE TABLE event_reminders (
         user_id INTEGER NOT NULL,
         event_id TEXT NOT NULL,
         name TEXT NOT NULL,
         zone TEXT NOT NULL,
         at INTEGER NOT NULL,
         set_at INTEGER NOT NULL,
         due_at INTEGER,
         PRIMARY KEY (user_id, event_id)
       ) STRICT, WITHOUT ROWID`,
        'CREATE INDEX event_reminders_by_time ON event_reminders (due_at) WHERE due_at IS NOT NULL',
      ],
      // Older code, which does not know the table, may have erased users meanwhile.
      work: (sql) =>
        void sql.run('DELETE FROM event_reminders WHERE user_id NOT IN (SELECT user_id FROM people)'),
    },
  ],
  erase: { event_reminders: true },
  transfer: { event_reminders: EventReminderRow },
  privacy: {
    event_reminders: 'notifications',
  },
  personal: {
    event_reminders: { key: 'event_id', shows: 'event_id, name, zone, at, set_at, due_at' },
  },
});
