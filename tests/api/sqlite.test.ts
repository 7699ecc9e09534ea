/** The SQLite port on better-sqlite3: the conformance suite, and what only a file on a disk can show. */
import { openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';
import { sqliteConformance } from './sqlite-conformance.ts';

sqliteConformance('better-sqlite3', async (check) => {
  const sql = openBetterSqlite3(':memory:');
  try {
    await check(sql);
  } finally {
    sql.close();
  }
});
