/** `import`: moves the ledgers of a file into a deployment that is empty, or continues an earlier import of the same move. */
import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { dirname } from 'node:path';
import { creditSecret, isSecretElsewhere } from '../../ledger/credit-secret.ts';
import { migrations } from '../../migrations.ts';
import { hmac, sha256 } from '../../runtime/hashing.ts';
import { type NodeSqlite, openBetterSqlite3 } from '../../runtime/sqlite/better-sqlite3.ts';
import { migrate } from '../../runtime/sqlite/migrations.ts';
import { takeServeLock } from '../../runtime/sqlite/serve-lock.ts';
import { type Deployment, databaseDeployment, SHARED_MIGRATIONS } from '../../transfer/deployment.ts';
import { LedgersFileError, readEnd, readHeader } from '../../transfer/file.ts';
import type { End, Header } from '../../transfer/piece.ts';
import { readLedgers } from '../../transfer/read.ts';
import { openDatabase } from './database.ts';
import { FINE, grouped, type Io, linesOf, startProgress, UNUSABLE, WRONG } from './io.ts';
import { type Place, unlessUnreachable } from './place.ts';
import { deploymentAt } from './remote.ts';

/** Imports into the machine's database, which is created if missing, or into the deployment at a URL. */
export async function importCommand(io: Io, path: string, to: Place): Promise<number> {
  if (!existsSync(path)) {
    io.err(`There is no file ${path}.\n`);
    return UNUSABLE;
  }
  try {
    const header = readHeader(firstLine(path));
    const end = readEnd(lastLine(path));
    if (header.migrations.join() !== SHARED_MIGRATIONS.join()) {
      io.err(
        `${path} comes from another version than this one: bring both deployments to one version first.\n`,
      );
      return UNUSABLE;
    }
    return await unlessUnreachable(io, () =>
      to.url === undefined
        ? importIntoDatabase(io, path, header, end, to.database)
        : importIntoDeployment(io, path, header, end, to.url),
    );
  } catch (error) {
    if (!(error instanceof LedgersFileError)) throw error;
    io.err(`${path}: ${error.message}.\n`);
    return UNUSABLE;
  }
}

async function importIntoDatabase(
  io: Io,
  path: string,
  header: Header,
  end: End,
  database: string | undefined,
): Promise<number> {
  const file = database ?? io.env['DATABASE_PATH']?.trim();
  if (file !== undefined && file !== '' && !existsSync(file) && existsSync(dirname(file))) {
    migrated(openBetterSqlite3(file)).close();
  }
  const sql = openDatabase(io, database);
  if (sql === null) return UNUSABLE;
  try {
    if (creditSecret(sql) !== header.creditSecret) {
      if (isSecretElsewhere(sql) || sql.get('SELECT 1 AS found FROM events LIMIT 1') !== undefined) {
        return otherSecret(io);
      }
      // A running server keeps using the secret that it started with.
      const lock = takeServeLock(sql.path);
      if (!lock.ok) {
        io.err(`A server is running on ${sql.path}: stop it until the import is done.\n`);
        return UNUSABLE;
      }
      keepSecret(sql, header);
      lock.release();
    }
    return await moveAll(io, path, header, end, databaseDeployment({ sql, sha256, hmac }));
  } finally {
    sql.close();
  }
}

async function importIntoDeployment(
  io: Io,
  path: string,
  header: Header,
  end: End,
  url: string,
): Promise<number> {
  const deployment = deploymentAt(io, url);
  if (deployment === null) return UNUSABLE;
  const facts = await deployment.facts();
  if (facts.creditSecret !== header.creditSecret) return otherSecret(io);
  if (facts.migrations.join() !== header.migrations.join()) {
    io.err(`${url} runs another version than the one that wrote ${path}.\n`);
    return UNUSABLE;
  }
  if (facts.readOnly === false) {
    io.err(
      `${url} is not READ_ONLY=1: a user who writes there during the import would lose the rest of their ledger.\n`,
    );
    return UNUSABLE;
  }
  return moveAll(io, path, header, end, deployment);
}

async function moveAll(
  io: Io,
  path: string,
  header: Header,
  end: End,
  deployment: Deployment,
): Promise<number> {
  const progress = startProgress(io);
  const counts = await readLedgers(
    {
      deployment,
      sha256,
      hmac,
      scratch(own) {
        // SQLite's own temporary file, which disappears when it is closed.
        const sql = migrated(openBetterSqlite3('', { mapped: false }));
        keepSecret(sql, own);
        return { sql, close: () => sql.close() };
      },
      onRefused(userId, reason, seq) {
        progress.end();
        io.out(`REFUSED  ${reason}: user ${userId}, event ${seq}: the rest of this ledger was not written\n`);
      },
      onUser: ({ users, events }) =>
        progress.step(() => `${grouped(users)} of ${grouped(end.users)} users, ${grouped(events)} events`),
    },
    header,
    rest(path),
  );
  progress.end();
  const { users, events, moved, there, refused } = counts;
  io.out(`${grouped(users)} ledgers with ${grouped(events)} events were read: ${grouped(moved)} written, `);
  io.out(`${grouped(there)} were there already, ${grouped(refused)} refused.\n`);
  return refused === 0 ? FINE : WRONG;
}

function migrated(sql: NodeSqlite): NodeSqlite {
  migrate(sql, migrations, Date.now());
  return sql;
}

function keepSecret(sql: NodeSqlite, { creditSecret: secret }: Header): void {
  sql.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('credit_secret', ?)", secret);
}

function otherSecret(io: Io): number {
  io.err('The file was exported under another credit secret than the one here: both must be equal.\n');
  return UNUSABLE;
}

function firstLine(path: string): string {
  for (const line of linesOf(path)) return line;
  return '';
}

function* rest(path: string): Generator<string> {
  let isFirst = true;
  for (const line of linesOf(path)) {
    if (!isFirst) yield line;
    isFirst = false;
  }
}

/** The last line of a file, if it is short. */
function lastLine(path: string): string {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(256);
    const { size } = fstatSync(file);
    const count = readSync(file, bytes, 0, bytes.length, Math.max(0, size - bytes.length));
    return bytes.toString('utf8', 0, count).trimEnd().split('\n').at(-1) ?? '';
  } finally {
    closeSync(file);
  }
}
