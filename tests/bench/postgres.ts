/** A PostgreSQL server of this machine in a temporary folder, with the tables of the reference. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const INSTALLED = '/usr/lib/postgresql';
const START_LIMIT_MS = 20_000;

export interface Postgres {
  readonly version: string;
  /** Of its socket. */
  readonly folder: string;
  stop(): Promise<void>;
}

/** The folder of the newest installed server's programs; null where there is none. */
export function postgresPrograms(): string | null {
  if (!existsSync(INSTALLED)) return null;
  const [newest] = readdirSync(INSTALLED)
    .filter((version) => existsSync(join(INSTALLED, version, 'bin/initdb')))
    .sort((a, b) => Number(b) - Number(a));
  return newest === undefined ? null : join(INSTALLED, newest, 'bin');
}

/**
 * Starts a server with the durability that it has by default (`fsync`, `synchronous_commit`), and fills it.
 * @param users from `firstUser` on, with `eventsPerUser` events each.
 */
export async function startPostgres(
  programs: string,
  { users, eventsPerUser, firstUser }: { users: number; eventsPerUser: number; firstUser: number },
): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'irich-postgres-'));
  const as = unprivileged();
  if (as !== null) chownSync(folder, as.uid, as.gid);
  const data = join(folder, 'data');
  const init = ['--pgdata', data, '--username', 'bench', '--auth', 'trust', '--encoding', 'UTF8'];
  execFileSync(join(programs, 'initdb'), init, { ...as, cwd: folder, stdio: 'ignore' });
  const settings = [
    ...['listen_addresses=', `unix_socket_directories=${folder}`, 'shared_buffers=256MB'],
    ...['max_wal_size=4GB', 'fsync=on', 'synchronous_commit=on'],
  ];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const server = spawn(join(programs, 'postgres'), args, { ...as, cwd: folder, stdio: 'ignore' });
  const closed = once(server, 'close');

  async function stop(): Promise<void> {
    // Its fast shutdown.
    server.kill('SIGINT');
    await closed;
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    const client = await connected(folder);
    await client.query(TABLES);
    await client.query(filling(users, eventsPerUser, firstUser));
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    await client.end();
    return { version: rows[0]?.server_version.split(' ', 1)[0] ?? '', folder, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** It refuses to run as root: then as the user of its package. */
function unprivileged(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const of = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: of('-u'), gid: of('-g') };
}

async function connected(folder: string): Promise<pg.Client> {
  const deadline = performance.now() + START_LIMIT_MS;
  for (;;) {
    const client = new pg.Client({ host: folder, user: 'bench', database: 'postgres' });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** As little as the same promise needs: the event once, chained to the one before, its inputs, and the user's state. */
const TABLES = `
CREATE TABLE accounts (user_id bigint PRIMARY KEY, seq int NOT NULL, hash text NOT NULL, points int NOT NULL);
CREATE TABLE events (
  user_id bigint, seq int, event_id text NOT NULL, type text NOT NULL, at bigint NOT NULL, award int NOT NULL,
  data text NOT NULL, hash text NOT NULL, PRIMARY KEY (user_id, seq), UNIQUE (user_id, event_id)
);
CREATE TABLE calculations (user_id bigint, seq int, inputs text, PRIMARY KEY (user_id, seq));
CREATE FUNCTION append_calculation(
  of_user bigint, id text, kind text, occurred bigint, sent bigint, received bigint, given text
) RETURNS TABLE (answer text, seq int, hash text, points int) LANGUAGE plpgsql AS $$
DECLARE
  last accounts%ROWTYPE;
  fact text;
  sealed text;
BEGIN
  SELECT * INTO last FROM accounts a WHERE a.user_id = of_user FOR UPDATE;
  IF NOT FOUND THEN RETURN; END IF;
  fact := json_build_object('calculationType', kind, 'occurredAt', occurred, 'sentAt', sent);
  sealed := encode(sha256(convert_to(last.hash || id || fact, 'UTF8')), 'hex');
  INSERT INTO events VALUES (of_user, last.seq + 1, id, 'CalculationRecorded.v1', received, 1000, fact, sealed)
    ON CONFLICT (user_id, event_id) DO NOTHING;
  IF NOT FOUND THEN
    RETURN QUERY SELECT 'duplicate', last.seq, last.hash, last.points;
    RETURN;
  END IF;
  INSERT INTO calculations VALUES (of_user, last.seq + 1, given);
  UPDATE accounts a SET seq = last.seq + 1, hash = sealed, points = last.points + 1000 WHERE a.user_id = of_user;
  RETURN QUERY SELECT 'recorded', last.seq + 1, sealed, last.points + 1000;
END $$;`;

function filling(users: number, eventsPerUser: number, firstUser: number): string {
  const last = firstUser + users - 1;
  const hash = "encode(sha256(convert_to(u || '-' || s, 'UTF8')), 'hex')";
  return `
INSERT INTO events SELECT u, s, 'first-' || s, 'CheckInClaimed.v1', 0, 0, '{}', ${hash}
  FROM generate_series(${firstUser}, ${last}) u, generate_series(1, ${eventsPerUser}) s;
INSERT INTO accounts SELECT user_id, seq, hash, 0 FROM events WHERE seq = ${eventsPerUser};`;
}
