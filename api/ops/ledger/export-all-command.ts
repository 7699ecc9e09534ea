/** `export --all`: writes every ledger into one file, for another deployment to import. */
import { closeSync, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { creditSecret } from '../../ledger/credit-secret.ts';
import { hmac, sha256 } from '../../runtime/hashing.ts';
import { type Deployment, databaseDeployment } from '../../transfer/deployment.ts';
import { writeLedgers } from '../../transfer/write.ts';
import { openDatabase } from './database.ts';
import { FINE, grouped, type Io, partialName, publish, startProgress, UNUSABLE } from './io.ts';
import { type Place, unlessUnreachable } from './place.ts';
import { deploymentAt } from './remote.ts';

/** Writes all ledgers to a new file. */
export async function exportAllCommand(io: Io, path: string, from: Place): Promise<number> {
  if (existsSync(path)) return exists(io, path);
  if (!existsSync(dirname(path))) {
    io.err(`There is no folder ${dirname(path)}.\n`);
    return UNUSABLE;
  }
  return unlessUnreachable(io, () =>
    from.url === undefined ? exportDatabase(io, path, from.database) : exportDeployment(io, path, from.url),
  );
}

/** Reads one snapshot, so a server may run beside it; events that the server writes later are not in the file. */
async function exportDatabase(io: Io, path: string, database: string | undefined): Promise<number> {
  const sql = openDatabase(io, database);
  if (sql === null) return UNUSABLE;
  try {
    if (io.env['READ_ONLY']?.trim() !== '1') {
      io.err(
        'A server that is not READ_ONLY=1 may keep writing: the file will miss those events. Use it for a rehearsal only.\n',
      );
    }
    // Created on first use; inside the snapshot it would be rolled back.
    creditSecret(sql);
    sql.run('BEGIN');
    try {
      return await writeFile(io, path, databaseDeployment({ sql, sha256, hmac }));
    } finally {
      sql.run('ROLLBACK');
    }
  } finally {
    sql.close();
  }
}

/**
 * The ledgers are read one after the other. A credit delivered in between would be in the file at both ends or at
 * neither.
 */
async function exportDeployment(io: Io, path: string, url: string): Promise<number> {
  const deployment = deploymentAt(io, url);
  if (deployment === null) return UNUSABLE;
  if ((await deployment.facts()).readOnly === false) {
    io.err(`${url} is not READ_ONLY=1: its ledgers would change during the export.\n`);
    return UNUSABLE;
  }
  return writeFile(io, path, deployment);
}

async function writeFile(io: Io, path: string, deployment: Deployment): Promise<number> {
  const partial = partialName(path);
  // The file holds a secret and names.
  const file = openSync(partial, 'wx', 0o600);
  const progress = startProgress(io);
  let text = '';
  const flush = () => {
    // Writes everything or throws; on a nearly full disk a single write may be partial.
    writeFileSync(file, text);
    text = '';
  };
  let written = { users: 0, events: 0 };
  try {
    written = await writeLedgers(
      deployment,
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
