/** Pending notices: written in the commit of their events, removed once the notifier has taken them. */
import type { Migration } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { TURN } from './waiting.ts';

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
  { name: 'notices-003', adds: 'jobs', statements: [], work: turnsToJobs },
];

/** Earlier versions kept the turns in a table of their own, which stays for them. */
function turnsToJobs(sql: Sql): void {
  sql.run(
    `INSERT OR IGNORE INTO jobs (kind, user_id, payload, attempts, due_at)
     SELECT ?, user_id, '', attempts, due_at FROM notice_turns ORDER BY user_id`,
    TURN,
  );
  sql.run('DELETE FROM notice_turns');
}
