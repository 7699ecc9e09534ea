/** `export --all` and `import`: all ledgers on their way from one home to another. */
import { closeSync, existsSync, fstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { creditSecret } from '../../ledger/credit-rows.ts';
import { migrations } from '../../migrations.ts';
import { LedgersFileError, readEnd, readHeader } from '../../moving/file.ts';
import { databaseHome, type Home, SHARED_MIGRATIONS } from '../../moving/home.ts';
import type { End, Header } from '../../moving/piece.ts';
import { readLedgers } from '../../moving/read.ts';
import { HomeUnreachable } from '../../moving/remote.ts';
import { writeLedgers } from '../../moving/write.ts';
import { type NodeSqlite, openBetterSqlite3 } from '../../sqlite/better-sqlite3.ts';
import { migrate } from '../../sqlite/migrations.ts';
import { takeServeLock } from '../../sqlite/serve-lock.ts';
import { openDatabase } from './database.ts';
import { hmac, sha256 } from './hashing.ts';
import {
  FINE,
  grouped,
  type Io,
  linesOf,
  partialName,
  publish,
  startProgress,
  UNUSABLE,
  WRONG,
} from './io.ts';
import { homeAt } from './remote.ts';

/** Where ledgers come from or go to: the machine's database, or the home at a URL. */
export interface Place {
  readonly url: string | undefined;
  readonly database: string | undefined;
}

/** Writes all ledgers to a new file. */
export async function exportAllCommand(io: Io, path: string, from: Place): Promise<number> {
  if (existsSync(path)) return exists(io, path);
  if (!existsSync(dirname(path))) {
    io.err(`There is no folder ${dirname(path)}.\n`);
    return UNUSABLE;
  }
  return unlessUnreachable(io, () =>
    from.url === undefined ? exportDatabase(io, path, from.database) : exportHome(io, path, from.url),
  );
}

/** From one snapshot, so beside a server too; but what the server writes after this moment is not in the file. */
async function exportDatabase(io: Io, path: string, database: string | undefined): Promise<number> {
  const sql = openDatabase(io, database);
  if (sql === null) return UNUSABLE;
  try {
    if (io.env['READ_ONLY']?.trim() !== '1') {
      io.err(
        'A server that is not READ_ONLY=1 may go on writing: that will not be in the file. Good for a rehearsal.\n',
      );
    }
    // Made on first use, which a snapshot would forget.
    creditSecret(sql);
    sql.run('BEGIN');
    try {
      return await writeFile(io, path, databaseHome({ sql, sha256, hmac }));
    } finally {
      sql.run('ROLLBACK');
    }
  } finally {
    sql.close();
  }
}

/** One ledger after the other: while credits could go from one to another, a file would have them at both ends or at none. */
async function exportHome(io: Io, path: string, url: string): Promise<number> {
  const home = homeAt(io, url);
  if (home === null) return UNUSABLE;
  if ((await home.facts()).readOnly === false) {
    io.err(`${url} is not READ_ONLY=1: its ledgers would change while they are read one after the other.\n`);
    return UNUSABLE;
  }
  return writeFile(io, path, home);
}

async function writeFile(io: Io, path: string, home: Home): Promise<number> {
  const partial = partialName(path);
  // It holds a secret and names.
  const file = openSync(partial, 'wx', 0o600);
  const progress = startProgress(io);
  let text = '';
  const flush = () => {
    // All of it, or it throws: where the disk is nearly full, one write may take a part.
    writeFileSync(file, text);
    text = '';
  };
  let written = { users: 0, events: 0 };
  try {
    written = await writeLedgers(
      home,
      Date.now(),
      (line) => {
        text += line;
        if (text.length > 256 * 1024) flush();
      },
      ({ users, events }) => progress.step(() => `${grouped(users)} users, ${grouped(events)} events`),
    );
    flush();
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    closeSync(file);
    progress.end();
  }
  if (!publish(partial, path)) return exists(io, path);
  const { users, events } = written;
  io.out(`${grouped(users)} ledgers with ${grouped(events)} events are in ${path}. It holds a secret.\n`);
  return FINE;
}

function exists(io: Io, path: string): number {
  io.err(`${path} exists and is never overwritten.\n`);
  return UNUSABLE;
}

/** Brings the ledgers of a file into the machine's database, which is made where there is none, or to the home at a URL. */
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
        `${path} was written by another version than this one: bring both homes to one version first.\n`,
      );
      return UNUSABLE;
    }
    return await unlessUnreachable(io, () =>
      to.url === undefined
        ? importIntoDatabase(io, path, header, end, to.database)
        : importIntoHome(io, path, header, end, to.url),
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
      if (sql.get('SELECT 1 AS found FROM events LIMIT 1') !== undefined) return otherSecret(io);
      // A server goes on with the secret that it began with.
      const lock = takeServeLock(sql.path);
      if (!lock.ok) {
        io.err(`A server is running on ${sql.path}: stop it until the ledgers are there.\n`);
        return UNUSABLE;
      }
      keepSecret(sql, header);
      lock.release();
    }
    return await moveAll(io, path, header, end, databaseHome({ sql, sha256, hmac }));
  } finally {
    sql.close();
  }
}

async function importIntoHome(io: Io, path: string, header: Header, end: End, url: string): Promise<number> {
  const home = homeAt(io, url);
  if (home === null) return UNUSABLE;
  const facts = await home.facts();
  if (facts.creditSecret !== header.creditSecret) return otherSecret(io);
  if (facts.migrations.join() !== header.migrations.join()) {
    io.err(`${url} runs another version than the one that wrote ${path}.\n`);
    return UNUSABLE;
  }
  if (facts.readOnly === false) {
    io.err(
      `${url} is not READ_ONLY=1: who writes there between two pieces of a ledger would never get the rest of it.\n`,
    );
    return UNUSABLE;
  }
  return moveAll(io, path, header, end, home);
}

async function moveAll(io: Io, path: string, header: Header, end: End, home: Home): Promise<number> {
  const progress = startProgress(io);
  const counts = await readLedgers(
    {
      home,
      sha256,
      hmac,
      scratch(own) {
        // A temporary file of SQLite's own, which is gone when it is closed.
        const sql = migrated(openBetterSqlite3('', { mapped: false }));
        keepSecret(sql, own);
        return { sql, close: () => sql.close() };
      },
      onRefused(userId, reason, seq) {
        progress.end();
        io.out(`REFUSED  ${reason}: user ${userId}, event ${seq}: nothing more of this ledger was written\n`);
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

async function unlessUnreachable(io: Io, work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HomeUnreachable)) throw error;
    io.err(`${error.message}. Nothing is lost: run the same again.\n`);
    return UNUSABLE;
  }
}

function migrated(sql: NodeSqlite): NodeSqlite {
  migrate(sql, migrations, Date.now());
  return sql;
}

function keepSecret(sql: NodeSqlite, { creditSecret: secret }: Header): void {
  sql.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('credit_secret', ?)", secret);
}

function otherSecret(io: Io): number {
  io.err('The credits of the file are named under another secret than those here: it must be the same.\n');
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

/** The last line of a file, as far as it is short. */
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
