/** One thread of the parallel audit: audits ranges of users and answers with the reports. */
import { parentPort, workerData } from 'node:worker_threads';
import { auditRange } from '../../ledger/audit.ts';
import { giveCreditSecret } from '../../ledger/credit-secret.ts';
import { hmac, sha256 } from '../../runtime/hashing.ts';
import { openBetterSqlite3 } from '../../runtime/sqlite/better-sqlite3.ts';
import { walletAddresses } from '../../wallet/addresses.ts';
import type { RangeTask } from './parallel-audit.ts';

const { path } = workerData as { readonly path: string };
const sql = openBetterSqlite3(path, { mustExist: true, busyTimeoutMs: 30_000 });
// The command has already checked the secret.
giveCreditSecret(sql, process.env['CREDIT_SECRET']?.trim() || null, sha256);

parentPort?.on('message', ({ range, heads, now }: RangeTask) => {
  const options = heads === null ? {} : { heads: heads.values() };
  parentPort?.postMessage(auditRange({ sql, sha256, hmac, addresses: walletAddresses, now }, range, options));
});
