/** Tables that only a database with one ledger has: what it was told of friends, and what it has told itself. */
import type { Migration } from '../sqlite/migrations.ts';

export const exchangeMigrations: readonly Migration[] = [
  {
    name: 'exchange-001',
    statements: [
      // One row: what the referrer knows of this user, and when they were told. `number` grows with every message.
      `CREATE TABLE told (
         only INTEGER PRIMARY KEY CHECK (only = 1),
         number INTEGER NOT NULL,
         card TEXT NOT NULL,
         at INTEGER NOT NULL,
         attempts INTEGER NOT NULL,
         retry_at INTEGER NOT NULL
       ) STRICT`,
      `CREATE TABLE friends (
         friend_id INTEGER PRIMARY KEY,
         seq INTEGER NOT NULL,
         number INTEGER NOT NULL,
         registered_at INTEGER NOT NULL,
         level INTEGER NOT NULL,
         points TEXT NOT NULL,
         username TEXT,
         premium INTEGER NOT NULL
       ) STRICT`,
      'CREATE INDEX friends_by_registration ON friends (registered_at, friend_id)',
    ],
  },
  {
    name: 'exchange-002',
    statements: [
      // Wallets that were to be linked, until their event is there.
      `CREATE TABLE reservations (
         wallet TEXT PRIMARY KEY,
         at INTEGER NOT NULL
       ) STRICT, WITHOUT ROWID`,
    ],
  },
  {
    name: 'exchange-003',
    statements: [
      // One row while the object that sends is still to be told that the user has deleted their data.
      `CREATE TABLE erasures (
         only INTEGER PRIMARY KEY CHECK (only = 1),
         attempts INTEGER NOT NULL,
         due_at INTEGER NOT NULL
       ) STRICT`,
    ],
  },
];
