/** What the objects of wallets add to the audit of a ledger. */
import { expect, test } from 'vitest';
import { withReservations } from '#api/deployments/durable-objects/reserved.ts';
import { ownDatabaseMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { OwnAudit } from '#api/transfer/operate.ts';
import { START } from '#tests/support/deployment.ts';

test.each([
  ['still linked is a finding', 'w', ['wallet_unreserved']],
  ['unlinked while its object was asked is none', null, []],
  ['replaced while its object was asked is none', 'other', []],
])('a wallet that is not reserved for its user and %s', async (_, bound, kinds) => {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, ownDatabaseMigrations, START);
  const own = { wallet: 'w', findings: [] } as unknown as OwnAudit;
  const deps = {
    sql,
    userId: 1,
    peers: { wallet: () => ({ reserve: async () => false, holder: async () => 2 }) },
    reservations: { reserving: () => expect.unreachable(), holds: () => false },
    bound: () => bound,
  };
  const told = await withReservations(deps, own);
  expect(told?.findings.map(({ kind }) => kind)).toEqual(kinds);
});
