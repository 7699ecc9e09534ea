/** Tables of a database with a single ledger: cards received from friends, and the state of its own messages. */
import type { Migration } from '../runtime/sqlite/migrations.ts';

export const exchangeMigrations: readonly Migration[] = [
  {
    name: 'exchange-001',
    statements: [
      // One row: the card that the referrer has, and when it was sent. `number` grows with every message.
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
      // Wallets that are about to be linked, until their event is written.
      `CREATE TABLE reservations (
         wallet TEXT PRIMARY KEY,
         at INTEGER NOT NULL
       ) STRICT, WITHOUT ROWID`,
    ],
  },
  {
    name: 'exchange-003',
    statements: [
      // One row until the object that sends messages knows that the user has deleted their data.
      `CREATE TABLE erasures (
         only INTEGER PRIMARY KEY CHECK (only = 1),
         attempts INTEGER NOT NULL,
         due_at INTEGER NOT NULL
       ) STRICT`,
    ],
  },
];
