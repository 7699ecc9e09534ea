/** Tables of a database with a single ledger: cards received from friends, and the state of its own messages. */
import type { Sql } from '../runtime/sqlite/port.ts';
import { defineTables } from '../runtime/sqlite/tables.ts';

export const exchangeTables = defineTables({
  migrations: [
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
    { name: 'exchange-004', adds: 'jobs', statements: [], work: erasureToJobs },
  ],
  erase: {
    told: 'numbers of messages to the referrer; the card with the name is removed, and the referrer gets a new one',
    friends: 'cards that friends have sent: only they can erase them',
    reservations: 'keyed hashes of wallets, without their user',
    erasures: 'of earlier versions, and empty',
  },
  transfer: {
    told: 'the referrer is sent the card again',
    friends: 'every friend sends their card again',
    reservations: 'wallets that were not linked: the next user who proves such a wallet gets it',
    erasures: 'of earlier versions, and empty',
  },
  privacy: {
    told: 'friends',
    friends: 'friends',
    reservations: 'wallet',
    erasures: null,
  },
  personal: {
    told: {
      user: null,
      shows: 'number, card, at, attempts, retry_at',
      hides: { only: 'the number of the only row' },
    },
    friends: 'in the list of friends, as the app shows them',
    reservations: { user: null, key: 'wallet', shows: 'wallet, at' },
    erasures: 'of earlier versions, and empty',
  },
});

/** Earlier versions kept it in a table of its own, which stays for them. */
function erasureToJobs(sql: Sql): void {
  sql.run(
    `INSERT OR IGNORE INTO jobs (kind, user_id, payload, attempts, due_at)
     SELECT 'erasure', user_id, '', attempts, due_at
     FROM erasures, (SELECT user_id FROM events ORDER BY user_id, seq LIMIT 1)`,
  );
  sql.run('DELETE FROM erasures');
}
