/** Ledgers about as long as a chunk, or longer, folded to their end. */
import { expect, test, vi } from 'vitest';
import { readAccount } from '#api/ledger/accounts.ts';
import { rebuild } from '#api/ledger/rebuild.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { audit } from '#tests/support/audit.ts';
import { hmacHex, sha256Hex } from '../../support/hashing.ts';
import { grow, ledgerRig } from '../../support/ledger.ts';

// Thousands of events on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

test.each([999, 1000, 1001, 2000, 2345])('a ledger of %i events is folded to its end', async (events) => {
  const sql = openBetterSqlite3(':memory:');
  const rig = ledgerRig(sql);
  await grow(rig, 1, events);
  const rows = () => sql.all('SELECT * FROM accounts');
  const right = rows();
  const state = readAccount(sql, 1);
  expect(state?.head.seq).toBe(events);
  sql.run("UPDATE accounts SET version = 0, state = '{}'");
  expect(readAccount(sql, 1)).toEqual(state);
  for (const _ of rebuild(sql));
  expect(rows()).toEqual(right);
  expect(audit({ sql, sha256: sha256Hex, hmac: hmacHex }).findings).toEqual([]);
});
