/** Pictures of results that a user shows to others, for a day. */
import { defineTables } from '../runtime/sqlite/tables.ts';

export const imageTables = defineTables({
  migrations: [
    {
      name: 'share-001',
      statements: [
        // The picture is the last column, so that a search for a row reads none of it.
        `CREATE TABLE pictures (
         user_id INTEGER NOT NULL,
         token_hash TEXT NOT NULL,
         expires_at INTEGER NOT NULL,
         picture BLOB NOT NULL,
         PRIMARY KEY (user_id, token_hash)
       ) STRICT, WITHOUT ROWID`,
        'CREATE INDEX pictures_by_expiry ON pictures (expires_at)',
      ],
    },
  ],
  erase: {
    pictures: true,
  },
  transfer: {
    pictures: 'shared for a day at an address of this deployment: the user shares the result again',
  },
  privacy: {
    pictures: 'pictures',
  },
  personal: {
    pictures: {
      key: 'token_hash',
      shows: 'expires_at',
      hides: {
        token_hash: 'the token opens the picture',
        picture: 'you have shared it, and the list is enough',
      },
    },
  },
});
