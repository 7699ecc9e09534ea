/** Pending notices: written in the commit of their events, removed once the notifier has taken them. */
import type { Migration } from '#api/runtime/sqlite/migrations.ts';

export const noticeMigrations: readonly Migration[] = [
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
];
