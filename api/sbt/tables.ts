/** Vouchers that users have claimed, and the state of their tokens on the chain. */
import { defineTables } from '../runtime/sqlite/tables.ts';

export const sbtTables = defineTables({
  migrations: [
    {
      name: 'sbt-001',
      statements: [
        `CREATE TABLE vouchers (
         user_id INTEGER NOT NULL,
         badge INTEGER NOT NULL,
         bound_to TEXT NOT NULL,
         content TEXT NOT NULL,
         valid_until INTEGER NOT NULL,
         PRIMARY KEY (user_id, badge)
       ) STRICT, WITHOUT ROWID`,
      ],
    },
    {
      name: 'sbt-002',
      statements: [
        // `asked_at`: milliseconds, 0 if the chain was never asked. `ask_until`: seconds.
        `CREATE TABLE tokens (
         user_id INTEGER NOT NULL,
         badge INTEGER NOT NULL,
         bound_to TEXT NOT NULL,
         state TEXT,
         asked_at INTEGER NOT NULL,
         ask_until INTEGER NOT NULL,
         PRIMARY KEY (user_id, badge)
       ) STRICT, WITHOUT ROWID`,
      ],
    },
  ],
  erase: {
    vouchers: true,
    tokens: true,
  },
  transfer: {
    vouchers: 'valid for a day: the user claims the badge again, and it is still minted only once',
    tokens: 'the state of the chain: asked again when the user claims again',
  },
  privacy: {
    vouchers: 'tokens',
    tokens: 'tokens',
  },
  personal: {
    vouchers: { key: 'badge', shows: 'badge, bound_to, content, valid_until' },
    tokens: { key: 'badge', shows: 'badge, bound_to, state, asked_at, ask_until' },
  },
});
