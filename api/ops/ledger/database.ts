/** Opens the database for the command line; a server may be using it at the same time. */
import { existsSync } from 'node:fs';
import { giveCreditSecret, type SecretFault, secretFaultText } from '../../ledger/credit-secret.ts';
import { openLedger } from '../../ledger/ledger.ts';
import type { Ledger } from '../../ledger/types.ts';
import { migrations } from '../../migrations.ts';
import { areNoticesKept, keepNotice } from '../../notifications/pending/waiting.ts';
import { hmac, sha256 } from '../../runtime/hashing.ts';
import { type NodeSqlite, openBetterSqlite3 } from '../../runtime/sqlite/better-sqlite3.ts';
import { migrationGap } from '../../runtime/sqlite/migrations.ts';
import type { Io } from './io.ts';

const DEFAULT_PATH = '.data/irich.sqlite';

/**
 * The open database; null if it cannot be used, with the reason on `err`.
 * @param tolerated faults of the credit secret that do not matter, because the command hashes nothing.
 */
export function openDatabase(
  io: Io,
  path: string | undefined,
  tolerated: readonly SecretFault[] = [],
): NodeSqlite | null {
  const file = path ?? (io.env['DATABASE_PATH']?.trim() || DEFAULT_PATH);
  if (!existsSync(file)) {
    io.err(`There is no database ${file}: name it with --database or DATABASE_PATH.\n`);
    return null;
  }
  const sql = openBetterSqlite3(file, { mustExist: true, busyTimeoutMs: 30_000, mapped: false });
  const { missing, unknown } = migrationGap(sql, migrations);
  if (unknown.length === 0 && missing.length === 0) {
    const fault = giveCreditSecret(sql, io.env['CREDIT_SECRET']?.trim() || null, sha256);
    if (fault === null || tolerated.includes(fault)) return sql;
    sql.close();
    io.err(`${secretFaultText(fault)}.\n`);
    return null;
  }
  sql.close();
  io.err(
    unknown.length > 0
      ? `The database is newer than this code (${unknown.join(', ')}): update first.\n`
      : `The database is older than this code (${missing.join(', ')}): start the server once to update it.\n`,
  );
  return null;
}

/** Stores notices for the server to send, if a server sends any. */
export function ledgerOn(sql: NodeSqlite, io: Io): Ledger {
  return openLedger({
    sql,
    clock: { now: () => Date.now() },
    sha256,
    hmac,
    schedule: (flush) => setImmediate(flush),
    ...(areNoticesKept(sql) ? { onNotice: (notice) => keepNotice(sql, notice) } : {}),
    onFault: (message, cause) => io.err(`${message}: ${cause}\n`),
  });
}
