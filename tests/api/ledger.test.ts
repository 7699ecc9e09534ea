/** The ledger on better-sqlite3. */
import { openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';
import { ledgerConformance } from './ledger-conformance.ts';

ledgerConformance('better-sqlite3', async (check) => {
  const sql = openBetterSqlite3(':memory:');
  try {
    await check(sql);
  } finally {
    sql.close();
  }
});
