/** Tables that can be edited and erased: who people are, what they typed in, when they were last here, open exports. */
import type { Migration } from '../sqlite/migrations.ts';

export const peopleMigrations: readonly Migration[] = [
  {
    name: 'people-001',
    statements: [
      `CREATE TABLE people (
         user_id INTEGER PRIMARY KEY,
         first_name TEXT,
         last_name TEXT,
         username TEXT,
         photo_url TEXT,
         premium INTEGER NOT NULL,
         language TEXT,
         wallet_address TEXT,
         utm_source TEXT,
         utm_medium TEXT,
         utm_content TEXT,
         updated_at INTEGER NOT NULL
       ) STRICT`,
      `CREATE TABLE last_seen (
         user_id INTEGER PRIMARY KEY,
         at INTEGER NOT NULL
       ) STRICT`,
      // One row per recorded calculation, beside its event of the same sequence number.
      `CREATE TABLE calculations (
         user_id INTEGER NOT NULL,
         seq INTEGER NOT NULL,
         revision INTEGER NOT NULL,
         shown INTEGER NOT NULL,
         inputs TEXT,
         PRIMARY KEY (user_id, seq)
       ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE exports (
         token_hash TEXT PRIMARY KEY,
         user_id INTEGER NOT NULL,
         kind TEXT NOT NULL,
         expires_at INTEGER NOT NULL
       ) STRICT, WITHOUT ROWID`,
      'CREATE INDEX exports_by_expiry ON exports (expires_at)',
      'CREATE INDEX exports_by_user ON exports (user_id)',
    ],
  },
  {
    name: 'people-002',
    // When the language was chosen; null where it is only the messaging app's.
    statements: ['ALTER TABLE people ADD COLUMN language_chosen_at INTEGER'],
  },
];
