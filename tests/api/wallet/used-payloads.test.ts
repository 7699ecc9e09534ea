/** Used wallet payloads are remembered until they expire, and no longer. */
import { expect, test } from 'vitest';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { isPayloadUsed, saveUsedPayload } from '#api/wallet/payload.ts';
import { walletTables } from '#api/wallet/tables.ts';

test('are remembered until each expires', () => {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, walletTables.migrations, 0);
  const use = (payloadHash: string, expiresAt: number, now: number) =>
    saveUsedPayload(sql, { payloadHash, userId: 1, expiresAt }, now);
  use('first', 900, 0);
  use('second', 1799, 899);
  expect(['first', 'second', 'third'].map((one) => isPayloadUsed(sql, one))).toEqual([true, true, false]);
  use('third', 1800, 900);
  expect(['first', 'second', 'third'].map((one) => isPayloadUsed(sql, one))).toEqual([false, true, true]);
  sql.close();
});
