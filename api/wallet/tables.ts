/** The table of used proof payloads. The ledger's own tables hold the linked wallets. */
import { defineTables } from '../runtime/sqlite/tables.ts';

export const walletTables = defineTables({
  migrations: [
    {
      name: 'wallet-001',
      statements: [
        `CREATE TABLE used_payloads (
         payload_hash TEXT PRIMARY KEY,
         user_id INTEGER NOT NULL,
         expires_at INTEGER NOT NULL
       ) STRICT, WITHOUT ROWID`,
        'CREATE INDEX used_payloads_by_expiry ON used_payloads (expires_at)',
      ],
    },
  ],
  erase: {
    used_payloads: 'hashes that may not be used again for fifteen minutes; the user is removed',
  },
  transfer: {
    used_payloads: 'each is valid for fifteen minutes, and useless for another wallet once one is linked',
  },
  privacy: {
    used_payloads: 'wallet',
  },
  personal: {
    used_payloads: {
      key: 'payload_hash',
      shows: 'expires_at',
      hides: { payload_hash: 'a secret between you and your wallet' },
    },
  },
});
