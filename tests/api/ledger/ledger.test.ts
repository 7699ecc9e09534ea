/** The ledger on better-sqlite3. */

import { vi } from 'vitest';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { WithSql } from '../runtime/sqlite/sqlite-conformance.ts';
import { commitConformance } from './commit-conformance.ts';
import { ledgerConformance } from './ledger-conformance.ts';

vi.setConfig({ testTimeout: 60_000 });

const inMemory: WithSql = async (check) => {
  const sql = openBetterSqlite3(':memory:');
  try {
    await check(sql);
  } finally {
    sql.close();
  }
};

ledgerConformance('better-sqlite3', inMemory);
commitConformance('better-sqlite3', inMemory);
