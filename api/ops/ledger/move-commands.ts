/** `export --all` and `import`: move all ledgers, through a file, from one deployment to another. */
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
import { writeLedgers } from '../../transfer/write.ts';
import { CommandStopped, FINE, grouped, type Io, startProgress, WRONG } from '../command.ts';
import { linesOf, newTextFile } from './files.ts';
import { deploymentAt, onDatabase, type Place } from './places.ts';

/** Writes all ledgers to a new file. */
export async function exportAllCommand(io: Io, path: string, { url, database }: Place): Promise<number> {
  const { users, events } =
    url === undefined
      ? await onDatabase(io, database, (sql) => exportDatabase(io, path, sql))
      : await exportDeployment(io, path, url);
  io.out(`${grouped(users)} ledgers with ${grouped(events)} events are in ${path}. It holds a secret.\n`);
  return FINE;
}

/** Reads one snapshot, so a server may run beside it; events that the server writes later are not in the file. */
async function exportDatabase(io: Io, path: string, sql: NodeSqlite) {
  if (io.env['READ_ONLY']?.trim() !== '1') {
    io.err(
      'A server that is not READ_ONLY=1 may keep writing: the file will miss those events. Use it for a rehearsal only.\n',
    );
  }
  // Created on first use; inside the snapshot it would be rolled back.
  creditSecret(sql);
  sql.run('BEGIN');
  try {
    return await writeAll(io, path, databaseDeployment({ sql, sha256, hmac }));
  } finally {
    sql.run('ROLLBACK');
  }
}

/**
 * The ledgers are read one after the other. A credit delivered in between would be in the file at both ends or at
 * neither.
 */
async function exportDeployment(io: Io, path: string, url: string) {
  const deployment = deploymentAt(io, url);
  if ((await deployment.facts()).readOnly === false)
    throw new CommandStopped(`${url} is not READ_ONLY=1: its ledgers would change during the export.`);
  return writeAll(io, path, deployment);
}

function writeAll(io: Io, path: string, deployment: Deployment) {
  const progress = startProgress(io);
  return newTextFile(path, (append) =>
    writeLedgers(deployment, Date.now(), append, ({ users, events }) =>
      progress.step(() => `${grouped(users)} users, ${grouped(events)} events`),
    ),
  ).finally(progress.end);
}

/** An export, up to its first ledger. */
interface Moved {
  readonly path: string;
  readonly header: Header;
  readonly end: End;
}

/**
 * Moves the ledgers of a file into a deployment that is empty, or continues an earlier import of the same move: into the
 * machine's database, which is created if missing, or into the deployment at a URL.
 */
export async function importCommand(io: Io, path: string, { url, database }: Place): Promise<number> {
  try {
    const [firstLine = ''] = linesOf(path);
    const moved = { path, header: readHeader(firstLine), end: readEnd(lastLine(path)) };
    if (moved.header.migrations.join() !== SHARED_MIGRATIONS.join()) {
      throw new CommandStopped(
        `${path} comes from another version than this one: bring both deployments to one version first.`,
      );
    }
    return await (url === undefined
      ? importIntoDatabase(io, moved, database)
      : importIntoDeployment(io, moved, url));
  } catch (error) {
    if (!(error instanceof LedgersFileError)) throw error;
    throw new CommandStopped(`${path}: ${error.message}.`);
  }
}

function importIntoDatabase(io: Io, moved: Moved, database: string | undefined): Promise<number> {
  const { header } = moved;
  const file = database ?? io.env['DATABASE_PATH']?.trim();
  if (file !== undefined && file !== '' && !existsSync(file) && existsSync(dirname(file))) {
    migrated(openBetterSqlite3(file)).close();
  }
  return onDatabase(io, database, (sql) => {
    if (creditSecret(sql) !== header.creditSecret) {
      if (isSecretElsewhere(sql) || sql.get('SELECT 1 AS found FROM events LIMIT 1') !== undefined)
        throw otherSecret();
      // A running server keeps using the secret that it started with.
      const lock = takeServeLock(sql.path);
      if (!lock.ok)
        throw new CommandStopped(`A server is running on ${sql.path}: stop it until the import is done.`);
      keepSecret(sql, header);
      lock.release();
    }
    return readAll(io, moved, databaseDeployment({ sql, sha256, hmac }));
  });
}

async function importIntoDeployment(io: Io, moved: Moved, url: string): Promise<number> {
  const { path, header } = moved;
  const deployment = deploymentAt(io, url);
  const facts = await deployment.facts();
  if (facts.creditSecret !== header.creditSecret) throw otherSecret();
  if (facts.migrations.join() !== header.migrations.join())
    throw new CommandStopped(`${url} runs another version than the one that wrote ${path}.`);
  if (facts.readOnly === false) {
    throw new CommandStopped(
      `${url} is not READ_ONLY=1: a user who writes there during the import would lose the rest of their ledger.`,
    );
  }
  return readAll(io, moved, deployment);
}

async function readAll(io: Io, { path, header, end }: Moved, deployment: Deployment): Promise<number> {
  const progress = startProgress(io);
  const lines = linesOf(path);
  lines.next();
  const counts = await readLedgers(
    {
      deployment,
      sha256,
      hmac,
      scratch(own) {
        // SQLite's own temporary file, which disappears when it is closed.
        const sql = migrated(openBetterSqlite3(''));
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
    lines,
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

function otherSecret(): CommandStopped {
  return new CommandStopped(
    'The file was exported under another credit secret than the one here: both must be equal.',
  );
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
