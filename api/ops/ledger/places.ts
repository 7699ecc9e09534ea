/** Where commands work: the machine's database, or the deployment on Cloudflare at a URL, with the move secret. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { giveCreditSecret, type SecretFault, secretFaultText } from '../../ledger/credit-secret.ts';
import { openLedger } from '../../ledger/ledger.ts';
import type { Ledger } from '../../ledger/types.ts';
import { migrations } from '../../migrations.ts';
import { areNoticesKept, keepNotice } from '../../notifications/pending/waiting.ts';
import { hmac, sha256 } from '../../runtime/hashing.ts';
import { type NodeSqlite, openBetterSqlite3 } from '../../runtime/sqlite/better-sqlite3.ts';
import { migrationGap, newerText } from '../../runtime/sqlite/migrations.ts';
import { type RemoteDeployment, remoteDeployment } from '../../transfer/remote.ts';
import { CommandStopped, type Io, printable } from '../command.ts';

/** The database is meant where there is no URL. */
export interface Place {
  readonly url: string | undefined;
  readonly database: string | undefined;
}

const DEFAULT_PATH = '.data/irich.sqlite';

/**
 * Works on the machine's database, which a server may use at the same time. Throws `CommandStopped` if it cannot be used.
 * @param path by default that of the environment.
 * @param tolerated faults of the credit secret that do not matter, because the command hashes nothing.
 */
export async function onDatabase<T>(
  io: Io,
  path: string | undefined,
  work: (sql: NodeSqlite) => T | Promise<T>,
  tolerated: readonly SecretFault[] = [],
): Promise<T> {
  const file = databasePath(io, path);
  if (!existsSync(file)) {
    throw new CommandStopped(`There is no database ${file}: name it with --database or DATABASE_PATH.`);
  }
  const sql = openBetterSqlite3(file, { mustExist: true, busyTimeoutMs: 30_000 });
  try {
    const gap = migrationGap(sql, migrations);
    const { missing, unknown } = gap;
    if (unknown.length > 0) throw newerDatabase(gap);
    if (missing.length > 0) {
      const names = missing.join(', ');
      throw new CommandStopped(
        `The database is older than this code (${names}): start the server once to update it.`,
      );
    }
    giveSecret(sql, io, tolerated);
    return await work(sql);
  } finally {
    sql.close();
  }
}

/** The path of the machine's database: as named, else that of the environment. */
export function databasePath(io: Io, path: string | undefined): string {
  return path ?? (io.env['DATABASE_PATH']?.trim() || DEFAULT_PATH);
}

export function newerDatabase(gap: Parameters<typeof newerText>[0]): CommandStopped {
  return new CommandStopped(
    printable(`The database is newer than this code (${newerText(gap)}): update first.`),
  );
}

/** Lets a database work with the credit secret of the environment. Throws `CommandStopped` for a fault of it. */
export function giveSecret(sql: NodeSqlite, io: Io, tolerated: readonly SecretFault[]): void {
  const fault = giveCreditSecret(sql, io.env['CREDIT_SECRET']?.trim() || null, sha256);
  if (fault !== null && !tolerated.includes(fault)) throw new CommandStopped(`${secretFaultText(fault)}.`);
}

/** Stores notices for the server to send, if a server sends any. */
export function ledgerOn(sql: NodeSqlite, io: Io): Ledger {
  return openLedger({
    sql,
    clock: { now: () => Date.now() },
    sha256,
    hmac,
    schedule: (flush) => setImmediate(flush),
    isNewer: migrationGap(sql, migrations).newer.length > 0,
    ...(areNoticesKept(sql) ? { onNotice: (notice) => keepNotice(sql, notice) } : {}),
    onFault: (message, cause) => io.err(`${message}: ${cause}\n`),
  });
}

/**
 * @returns an origin without a slash at its end, and the secret to send there. Throws `CommandStopped` if no request may be
 * sent there.
 */
export function remoteAddress(io: Io, text: string): { readonly url: string; readonly moveSecret: string } {
  const moveSecret = io.env['MOVE_SECRET']?.trim() ?? '';
  if (!/^[0-9a-f]+$/i.test(moveSecret)) {
    const fault = moveSecret === '' ? 'is not set' : 'must be hexadecimal digits';
    throw new CommandStopped(`MOVE_SECRET ${fault}: use the one of the deployment at the URL.`);
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url?.hostname ?? '');
  if (url === null || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) {
    throw new CommandStopped(`${text} is not an https URL: the move secret would travel unencrypted.`);
  }
  return { url: url.origin, moveSecret };
}

/** Throws `CommandStopped` as `remoteAddress`. */
export function deploymentAt(io: Io, text: string): RemoteDeployment {
  return remoteDeployment({
    ...remoteAddress(io, text),
    fetch: io.fetch ?? fetch,
    wait: io.wait ?? (async (ms) => void (await sleep(ms))),
  });
}
