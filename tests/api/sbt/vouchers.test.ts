/** Vouchers on one machine: the conformance suite. */
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { vouchersConformance } from './vouchers-conformance.ts';

vouchersConformance('better-sqlite3', async (check) => {
  const sql = openBetterSqlite3(':memory:');
  try {
    await check(sql);
  } finally {
    sql.close();
  }
});
