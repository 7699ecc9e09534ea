/** Stops audits after their first range, while threads may still start: `node stopped-audits.ts DATABASE`. */
import { auditInParallel } from '#api/ops/ledger/parallel-audit.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';

const sql = openBetterSqlite3(process.argv[2] ?? '');
const stopped = new Error('stopped');
const onProgress = () => {
  throw stopped;
};
for (let times = 40; times > 0; times -= 1) {
  await auditInParallel(sql, { threads: 12, eventsPerRange: 30, onProgress }).catch((error: unknown) => {
    if (error !== stopped) throw error;
  });
}
process.stdout.write('stopped');
