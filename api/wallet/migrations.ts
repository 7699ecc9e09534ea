/** The table of used proof payloads. The ledger's own tables hold the linked wallets. */
import type { Migration } from '../runtime/sqlite/migrations.ts';

export const walletMigrations: readonly Migration[] = [
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
];
