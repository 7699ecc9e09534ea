/** `export --all`: every ledger into one file, from which another home can go on. */
import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { creditSecret } from '../../ledger/credit-secret.ts';
import { databaseHome, type Home } from '../../moving/home.ts';
import { writeLedgers } from '../../moving/write.ts';
import { openDatabase } from './database.ts';
import { hmac, sha256 } from './hashing.ts';
import { FINE, grouped, type Io, partialName, publish, startProgress, UNUSABLE } from './io.ts';
import { type Place, unlessUnreachable } from './place.ts';
import { homeAt } from './remote.ts';

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
