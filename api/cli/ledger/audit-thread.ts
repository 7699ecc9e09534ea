/** One thread of the parallel audit: takes ranges of users, answers with what it found. */
import { parentPort, workerData } from 'node:worker_threads';
import { auditRange } from '../../ledger/audit.ts';
import { giveCreditSecret } from '../../ledger/credit-secret.ts';
import { walletAddresses } from '../../people/wallet-addresses.ts';
import { openBetterSqlite3 } from '../../sqlite/better-sqlite3.ts';
import { hmac, sha256 } from './hashing.ts';
import type { RangeTask } from './parallel-audit.ts';

const { path } = workerData as { readonly path: string };
const sql = openBetterSqlite3(path, { mustExist: true, busyTimeoutMs: 30_000, mapped: false });
// The command has checked it.
giveCreditSecret(sql, process.env['CREDIT_SECRET']?.trim() || null, sha256);

parentPort?.on('message', ({ range, heads, now }: RangeTask) => {
  const options = heads === null ? {} : { heads: heads.values() };
  parentPort?.postMessage(auditRange({ sql, sha256, hmac, addresses: walletAddresses, now }, range, options));
});
