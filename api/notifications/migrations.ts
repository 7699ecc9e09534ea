/** A user's notification settings and reminders; and the tables of the sender, in the database that has one. */
import { canonicalZone } from '#core/time-zone.ts';
import type { Migration } from '../runtime/sqlite/migrations.ts';
import type { Sql } from '../runtime/sqlite/port.ts';

export const notificationMigrations: readonly Migration[] = [
  {
    name: 'notifications-001',
    statements: [
      `CREATE TABLE settings (
         user_id INTEGER PRIMARY KEY,
         notifications TEXT NOT NULL,
         quiet_from INTEGER,
         quiet_to INTEGER,
         zone TEXT,
         chosen_at INTEGER NOT NULL,
         updated_at INTEGER NOT NULL
       ) STRICT`,
      // Whether the bot may write: from `returned_at` on, unless it was refused after that.
      `CREATE TABLE reach (
         user_id INTEGER PRIMARY KEY,
         returned_at INTEGER,
         refused_at INTEGER
       ) STRICT`,
      // The next reminder of a user with a streak at stake; `due_at` is null once it was handed over.
      `CREATE TABLE reminders (
         user_id INTEGER PRIMARY KEY,
         day INTEGER NOT NULL,
         due_at INTEGER
       ) STRICT`,
      'CREATE INDEX reminders_by_time ON reminders (due_at) WHERE due_at IS NOT NULL',
    ],
  },
  {
    name: 'notifications-002',
    statements: [
      // Price thresholds as JSON; null if none was ever set.
      'ALTER TABLE settings ADD COLUMN alerts TEXT',
      // Users whose alerts the price store does not know yet.
      `CREATE TABLE alert_notes (
         user_id INTEGER PRIMARY KEY,
         number INTEGER NOT NULL,
         attempts INTEGER NOT NULL,
         told_at INTEGER NOT NULL,
         due_at INTEGER NOT NULL
       ) STRICT`,
    ],
  },
  {
    name: 'notifications-003',
    // Alerts that were crossed since they were set, with the direction of the price, as JSON.
    statements: ['ALTER TABLE settings ADD COLUMN fired TEXT'],
  },
  {
    name: 'notifications-004',
    statements: [
      // When each alert was set, milliseconds, and the direction from which the price reaches it, as JSON.
      'ALTER TABLE settings ADD COLUMN since TEXT',
      'ALTER TABLE settings ADD COLUMN directions TEXT',
      // Set if the alerts moved here from another deployment.
      'ALTER TABLE alert_notes ADD COLUMN anew INTEGER NOT NULL DEFAULT 0',
      'CREATE INDEX alert_notes_by_time ON alert_notes (due_at)',
      // Ask the price store for the direction of every existing threshold.
      `INSERT OR IGNORE INTO alert_notes (user_id, number, attempts, told_at, due_at)
       SELECT user_id, 1, 0, 0, 0 FROM settings WHERE alerts GLOB '*:"*'`,
    ],
  },
  {
    name: 'notifications-005',
    statements: [],
    work: canonicaliseZones,
  },
];

/** Earlier versions stored a zone exactly as the client spelled it. */
function canonicaliseZones(sql: Sql): void {
  for (const { zone } of sql.all<{ zone: string }>(
    'SELECT DISTINCT zone FROM settings WHERE zone IS NOT NULL',
  )) {
    const name = canonicalZone(zone);
    if (name !== null && name !== zone) sql.run('UPDATE settings SET zone = ? WHERE zone = ?', name, zone);
  }
}

export const senderMigrations: readonly Migration[] = [
  {
    name: 'sender-001',
    statements: [
      // `state`: waiting, sending, and finally sent, refused, dropped, or unknown if no answer came.
      `CREATE TABLE outgoing (
         number INTEGER PRIMARY KEY AUTOINCREMENT,
         id TEXT NOT NULL UNIQUE,
         user_id INTEGER NOT NULL,
         message TEXT NOT NULL,
         state TEXT NOT NULL,
         due_at INTEGER NOT NULL,
         attempts INTEGER NOT NULL,
         settled_at INTEGER
       ) STRICT`,
      "CREATE INDEX outgoing_waiting ON outgoing (due_at, number) WHERE state = 'waiting'",
      "CREATE INDEX outgoing_of_user ON outgoing (user_id) WHERE state = 'waiting'",
      "CREATE INDEX outgoing_sending ON outgoing (number) WHERE state = 'sending'",
      'CREATE INDEX outgoing_settled ON outgoing (settled_at) WHERE settled_at IS NOT NULL',
      // Users that the bot may not write to, and since when.
      `CREATE TABLE refusals (
         user_id INTEGER PRIMARY KEY,
         at INTEGER NOT NULL
       ) STRICT`,
      // One row: nothing is sent before `until`.
      `CREATE TABLE sender_pause (
         only INTEGER PRIMARY KEY CHECK (only = 1),
         until INTEGER NOT NULL
       ) STRICT`,
    ],
  },
  {
    name: 'sender-002',
    statements: ['CREATE INDEX outgoing_by_user ON outgoing (user_id)', 'DROP INDEX outgoing_of_user'],
  },
];
