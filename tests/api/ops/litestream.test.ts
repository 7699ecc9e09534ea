/** Continuous backup: the real server, the real Litestream with its configuration, and storage that speaks S3. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newSignerText } from '#api/proof/signer.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { SIGNATURE } from '#core/proof/note.ts';
import { type ObjectStorage, startObjectStorage } from '#tests/support/object-storage.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { auth, type Folder, makeFolder, PATIENCE, post, ROOT, record } from '../server/support.ts';

vi.setConfig({ ...PATIENCE, testTimeout: 120_000 });

const PROGRAM = createRequire(import.meta.url).resolve(
  `@flydotio/litestream-${process.platform}-${process.arch}/litestream`,
);
const CONFIG = ['-config', `${ROOT}api/ops/litestream.yml`];
const USER = 42;

let folder: Folder;
let state: string;
let database: string;
let storage: ObjectStorage;
let server: TestServer;
let litestream: ChildProcess | null = null;

beforeEach(async () => {
  folder = makeFolder();
  state = join(folder.path, 'state');
  database = join(state, 'irich.sqlite');
  for (const name of ['state', 'storage', 'log']) mkdirSync(join(folder.path, name));
  storage = await startObjectStorage(join(folder.path, 'storage'));
  server = await startServer({
    deployment: 'machine',
    dist: folder.dist,
    database,
    env: {
      PROOF_DATABASE_PATH: join(folder.path, 'log/proof.sqlite'),
      PROOF_ORIGIN: 'points.example/irich',
      PROOF_SIGNING_KEY: newSignerText('points.example/irich', SIGNATURE.ed25519),
    },
  });
  replicate();
  expect((await post(server, '/api/user/register', USER, { id: USER })).status).toBe(200);
});
afterEach(async () => {
  await endLitestream('SIGKILL');
  await server?.stop();
  await storage?.stop();
  folder.remove();
});

const env = () => ({ ...storage.env, DATABASE_PATH: database });

function replicate(): void {
  litestream = spawn(PROGRAM, ['replicate', ...CONFIG], {
    stdio: 'ignore',
    env: { ...process.env, ...env() },
  });
}

async function endLitestream(signal: NodeJS.Signals): Promise<void> {
  if (litestream === null || litestream.exitCode !== null || litestream.signalCode !== null) return;
  const ended = once(litestream, 'exit');
  litestream.kill(signal);
  await ended;
}

/** What the storage holds now, as a new file; null before the first snapshot. */
async function download(name: string): Promise<string | null> {
  const file = join(folder.path, name);
  rmSync(file, { force: true });
  const restore = [PROGRAM, 'restore', ...CONFIG, '-o', file, database];
  const { code, output } = await runProcess(restore, { cwd: ROOT, limitMs: 30_000, env: env() });
  if (code !== 0) expect(output).toMatch(/no matching backup|no snapshots available/);
  return code === 0 ? file : null;
}

const ledger = (...args: string[]) =>
  runProcess([process.execPath, 'api/ops/ledger.ts', ...args], { cwd: ROOT, limitMs: 60_000, env: env() });

function recordsIn(file: string): string[] {
  const sql = openBetterSqlite3(file, { mustExist: true });
  const events = sql.all<{ id: string }>(
    "SELECT event_id AS id FROM events WHERE type = 'CalculationRecorded.v1' ORDER BY seq",
  );
  sql.close();
  return events.map(({ id }) => id);
}

test('a lost machine is restored with every record that had been replicated', async () => {
  const acknowledged: string[] = [];
  let isLost = false;
  const sending = (async () => {
    while (!isLost) {
      const records = [record(), record()];
      const answer = await post(server, '/api/sync', USER, { userId: USER, records }).catch(() => null);
      // Over the limit of calls; the records so far are enough.
      if (answer === null || answer.status === 429) return;
      expect(answer.status).toBe(200);
      acknowledged.push(...records.map(({ id }) => id));
    }
  })();
  const replicated = await vi.waitFor(
    async () => {
      const file = await download('replicated.sqlite');
      const records = file === null ? [] : recordsIn(file);
      expect(records.length).toBeGreaterThan(20);
      return records;
    },
    { timeout: 60_000, interval: 200 },
  );
  isLost = true;
  await server.kill();
  await endLitestream('SIGKILL');
  await sending;
  rmSync(state, { recursive: true });

  const copy = await download('copy.sqlite');
  mkdirSync(state);
  expect(await ledger('restore', `${copy}`)).toMatchObject({
    code: 0,
    output: expect.stringContaining('Nothing is wrong.'),
  });
  const restored = recordsIn(database);
  expect(restored).toEqual(expect.arrayContaining(replicated));
  expect(acknowledged).toEqual(expect.arrayContaining(replicated));
  // The log of published totals must tell of it.
  const sql = openBetterSqlite3(database);
  expect(sql.get('SELECT mark FROM log_marks')).toEqual({ mark: -1 });
  sql.close();
  await server.restart();
  expect((await post(server, '/api/sync', USER, { userId: USER, records: [record()] })).status).toBe(200);
});

test('the copies are whole after a restore into a folder that Litestream had worked in', async () => {
  const add = async () => {
    const one = record();
    expect((await post(server, '/api/sync', USER, { userId: USER, records: [one] })).status).toBe(200);
    return one.id;
  };
  const downloaded = (id: string) =>
    vi.waitFor(
      async () => {
        const file = await download('copy.sqlite');
        expect(file === null ? [] : recordsIn(file)).toContain(id);
        return `${file}`;
      },
      { timeout: 30_000, interval: 200 },
    );
  const copy = await downloaded(await add());
  await server.kill();
  await endLitestream('SIGTERM');
  expect(await ledger('restore', copy)).toMatchObject({ code: 0 });
  await server.restart();
  replicate();
  const later = await downloaded(await add());
  expect(await ledger('audit', '--database', later)).toMatchObject({ code: 0 });
});

test('deleted data leave the machine once Litestream has been restarted', async () => {
  const secret = 'INPUT-OF-A-DELETED-USER';
  const records = [{ ...record(), inputs: { note: secret } }];
  expect((await post(server, '/api/sync', USER, { userId: USER, records })).status).toBe(200);
  await vi.waitFor(
    async () => expect(recordsIn((await download('copy.sqlite')) ?? '')).toHaveLength(1),
    30_000,
  );
  const answer = await fetch(`${server.origin}/api/user/${USER}`, { method: 'DELETE', headers: auth(USER) });
  expect(answer.status).toBe(200);
  await endLitestream('SIGTERM');
  // The server empties the log now; Litestream removes its own copy of it when it begins anew.
  await vi.waitFor(
    () => expect(holding(secret).filter((name) => !name.includes('litestream'))).toEqual([]),
    10_000,
  );
  replicate();
  await vi.waitFor(() => expect(holding(secret)).toEqual([]), 20_000);
});

/** The files of the machine that hold a text. */
function holding(text: string): string[] {
  return readdirSync(state, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    const file = join(entry.parentPath, entry.name);
    return entry.isFile() && readFileSync(file).includes(text) ? [file.slice(state.length + 1)] : [];
  });
}
