/** A user's notification settings and reminders; and the tables of the sender, in the database that has one. */
import * as v from 'valibot';
import { canonicalZone } from '#core/time-zone.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { count, defineTables, text, whole } from '../runtime/sqlite/tables.ts';
import { TURN } from './pending/waiting.ts';
import { NOTE } from './price-alerts/notes.ts';

export const NoticeRow = v.strictObject({ user_id: whole, seq: count, kind: v.string(), notice: v.string() });
export type NoticeRow = v.InferOutput<typeof NoticeRow>;

/** Pending notices: written in the commit of their events, removed once the notifier has taken them. */
export const noticeTables = defineTables({
  migrations: [
    {
      name: 'notices-001',
      statements: [
        // The notices of one user wait together: `attempts` and `retry_at` are equal in all of their rows.
        `CREATE TABLE notices (
         user_id INTEGER NOT NULL,
         seq INTEGER NOT NULL,
         kind TEXT NOT NULL,
         at INTEGER NOT NULL,
         notice TEXT NOT NULL,
         attempts INTEGER NOT NULL,
         retry_at INTEGER NOT NULL,
         PRIMARY KEY (user_id, seq, kind)
       ) STRICT, WITHOUT ROWID`,
        'CREATE INDEX notices_by_time ON notices (retry_at, at)',
      ],
    },
    {
      name: 'notices-002',
      statements: [
        // The old table was always empty: there was no notifier yet.
        'DROP TABLE notices',
        `CREATE TABLE notices (
         user_id INTEGER NOT NULL,
         seq INTEGER NOT NULL,
         kind TEXT NOT NULL,
         notice TEXT NOT NULL,
         PRIMARY KEY (user_id, seq, kind)
       ) STRICT, WITHOUT ROWID`,
        // One row for each user with pending notices, so that an attempt costs the same however many there are.
        `CREATE TABLE notice_turns (
         user_id INTEGER PRIMARY KEY,
         attempts INTEGER NOT NULL,
         due_at INTEGER NOT NULL
       ) STRICT`,
        'CREATE INDEX notice_turns_by_time ON notice_turns (due_at)',
      ],
    },
    { name: 'notices-003', adds: 'jobs', statements: [], work: turnsToJobs },
  ],
  erase: {
    notices: true,
    notice_turns: true,
  },
  transfer: {
    notices: NoticeRow,
    notice_turns: 'of earlier versions, and empty',
  },
  privacy: {
    notices: 'messages',
    notice_turns: null,
  },
  personal: {
    notices: { key: 'seq, kind', shows: 'seq, kind, notice', json: ['notice'] },
    notice_turns: 'of earlier versions, and empty',
  },
});

/** Earlier versions kept the turns in a table of their own, which stays for them. */
function turnsToJobs(sql: Sql): void {
  sql.run(
    `INSERT OR IGNORE INTO jobs (kind, user_id, payload, attempts, due_at)
     SELECT ?, user_id, '', attempts, due_at FROM notice_turns ORDER BY user_id`,
    TURN,
  );
  sql.run('DELETE FROM notice_turns');
}

export const SettingsRow = v.strictObject({
  user_id: whole,
  notifications: v.string(),
  quiet_from: v.nullable(whole),
  quiet_to: v.nullable(whole),
  zone: text,
  alerts: text,
  since: text,
  directions: text,
  fired: text,
  chosen_at: whole,
  updated_at: whole,
});
export type SettingsRow = v.InferOutput<typeof SettingsRow>;

export const ReachRow = v.strictObject({
  user_id: whole,
  returned_at: v.nullable(whole),
  refused_at: v.nullable(whole),
});
export type ReachRow = v.InferOutput<typeof ReachRow>;

export const ReminderRow = v.strictObject({ user_id: whole, day: whole, due_at: v.nullable(whole) });
export type ReminderRow = v.InferOutput<typeof ReminderRow>;

export const notificationTables = defineTables({
  migrations: [
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
    { name: 'notifications-006', adds: 'jobs', statements: [], work: notesToJobs },
  ],
  erase: {
    settings: true,
    reach: true,
    reminders: true,
    alert_notes: 'of earlier versions, and empty',
  },
  transfer: {
    settings: SettingsRow,
    reach: ReachRow,
    reminders: ReminderRow,
    alert_notes: 'of earlier versions, and empty',
  },
  privacy: {
    settings: 'notifications',
    reach: 'notifications',
    reminders: 'notifications',
    alert_notes: null,
  },
  personal: {
    settings: {
      shows:
        'notifications, quiet_from, quiet_to, zone, alerts, since, directions, fired, chosen_at, updated_at',
      json: ['notifications', 'alerts', 'since', 'directions', 'fired'],
    },
    reach: { shows: 'returned_at, refused_at' },
    reminders: { shows: 'day, due_at' },
    alert_notes: 'of earlier versions, and empty',
  },
});

/** Earlier versions kept the notes in a table of their own, which stays for them. */
function notesToJobs(sql: Sql): void {
  sql.run(
    `INSERT OR REPLACE INTO jobs (kind, user_id, payload, attempts, due_at)
     SELECT ?, note.user_id,
       json_object(
         'toldAt', max(told_at, coalesce(payload ->> 'toldAt', 0)),
         'anew', json(iif(anew OR coalesce(payload ->> 'anew', 0), 'true', 'false'))),
       note.attempts, note.due_at
     FROM alert_notes AS note LEFT JOIN jobs ON kind = ? AND jobs.user_id = note.user_id ORDER BY note.user_id`,
    NOTE,
    NOTE,
  );
  sql.run('DELETE FROM alert_notes');
}

/** Earlier versions stored a zone exactly as the client spelled it. */
function canonicaliseZones(sql: Sql): void {
  for (const { zone } of sql.all<{ zone: string }>(
    'SELECT DISTINCT zone FROM settings WHERE zone IS NOT NULL',
  )) {
    const name = canonicalZone(zone);
    if (name !== null && name !== zone) sql.run('UPDATE settings SET zone = ? WHERE zone = ?', name, zone);
  }
}

export const senderTables = defineTables({
  migrations: [
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
  ],
  erase: {
    outgoing: true,
    refusals: true,
    sender_pause: 'nothing of users',
  },
  transfer: {
    outgoing: 'messages that wait stay behind: the app shows the same news',
    refusals: '`reach` says the same, and moves',
    sender_pause: 'what the service asked of this sender',
  },
  privacy: {
    outgoing: 'messages',
    refusals: 'messages',
    sender_pause: null,
  },
  personal: {
    outgoing: { key: 'number', shows: 'number, id, message, state, due_at, attempts, settled_at' },
    refusals: { shows: 'at' },
    sender_pause: 'nothing of users',
  },
});
