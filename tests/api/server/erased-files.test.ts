/** After 'Delete my data' no file of the server holds the user's names, inputs, choices or pictures. */
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { base64, jpeg } from '#tests/support/jpeg.ts';
import { signLaunchData } from '#tests/support/launch.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { BOT_TOKEN, type DeploymentName, startServer, type TestServer } from '#tests/support/server.ts';
import { walletNamed } from '#tests/support/wallets.ts';
import { type BotApi, startBotApi } from '#tests/upstream/bot-api.ts';
import { recordId } from '../support.ts';
import { type Folder, makeFolder, PATIENCE, ROOT } from './support.ts';

vi.setConfig(PATIENCE);

const [ADA, REFERRER] = [420_000_042, 70_007];
const wallet = walletNamed('erased');
const MARKS = {
  firstName: 'Zaphodine',
  lastName: 'Beeblebroxova',
  username: 'distinct_username',
  photo: 'distinct-photo.example',
  input: '7654321.12345',
  revisedInput: '7654321.98765',
  zone: 'Pacific/Chatham',
  threshold: '987654.321',
  deposit: '86427531.97',
  note: 'NOTE-OF-ADA',
  wallet: wallet.address,
  picture: 'PICTURE-BYTES-OF-ADA',
} as const;

let folder: Folder;
let bot: BotApi;
beforeAll(async () => {
  folder = makeFolder();
  bot = await startBotApi({ token: BOT_TOKEN });
});
afterAll(async () => {
  folder.remove();
  await bot.close();
});

const botEnv = () => ({ BOT_WEBHOOK_SECRET: 'secret-of-the-webhook', BOT_API_URL: bot.url });

function launch(id: number, startParameter?: string): string {
  const named = { first_name: MARKS.firstName, last_name: MARKS.lastName, username: MARKS.username };
  return signLaunchData({
    user: {
      id,
      ...(id === ADA
        ? { ...named, photo_url: `https://${MARKS.photo}/a.jpg` }
        : { first_name: `User ${id}` }),
      allows_write_to_pm: true,
    },
    botToken: BOT_TOKEN,
    ...(startParameter === undefined ? {} : { startParameter }),
  });
}

async function call(server: TestServer, id: number, method: string, path: string, body?: object) {
  const answer = await fetch(server.origin + path, {
    method,
    headers: {
      authorization: `tma ${launch(id, id === ADA ? `${REFERRER}` : undefined)}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.status, `${method} ${path}: ${text}`).toBe(200);
  return JSON.parse(text);
}

function record(inputs: object, id = recordId(), revision = 1) {
  return { id, calculationType: 'RiskMoney', occurredAt: new Date().toISOString(), inputs, revision };
}

/** A JPEG whose bytes identify its owner. */
function markedPicture(): Uint8Array {
  const picture = jpeg({ bytes: 60_000 });
  const mark = Buffer.from(MARKS.picture);
  for (let at = 1000; at < 59_000; at += mark.length) picture.set(mark, at);
  return picture;
}

async function register(server: TestServer, id: number): Promise<void> {
  await call(server, id, 'POST', '/api/user/register', { id });
  await call(server, id, 'POST', '/api/user/onboarding', { userId: id });
}

/** Everything that a user can store on the server, among other users who do the same. */
async function leaveTraces(server: TestServer): Promise<void> {
  const at = () => new Date().toISOString();
  await register(server, REFERRER);
  for (let id = ADA - 20; id < ADA; id += 1) await register(server, id);
  await register(server, ADA);
  for (let id = ADA + 1; id < ADA + 20; id += 1) await register(server, id);
  const first = record({ entryPrice: MARKS.input });
  const others = Array.from({ length: 150 }, () =>
    record({ entryPrice: MARKS.input, more: 'x'.repeat(300) }),
  );
  await call(server, ADA, 'POST', '/api/sync', { userId: ADA, records: [first, ...others] });
  const revised = record({ entryPrice: MARKS.revisedInput, more: 'y'.repeat(500) }, first.id, 2);
  await call(server, ADA, 'POST', '/api/sync', {
    userId: ADA,
    records: [{ ...revised, occurredAt: first.occurredAt }],
  });
  await call(server, ADA, 'POST', '/api/user/sessions', { userId: ADA });
  for (const TON of ['1', MARKS.threshold]) {
    const alerts = { TON, BTC: null, ETH: MARKS.threshold };
    const settings = { ...DEFAULT_SETTINGS, zone: MARKS.zone, alerts };
    const body = { userId: ADA, settings, chosenAt: at(), sentAt: at() };
    await call(server, ADA, 'PUT', '/api/user/settings', body);
  }
  for (const more of ['0', '']) {
    const stamp = { at: at(), device: 'aaaaaaaaaaaaaaaa' };
    const edits = [
      { subject: 'account', field: 'deposit', value: `${MARKS.deposit}${more}`, ...stamp },
      { subject: first.id, field: 'note', value: `${MARKS.note}${more}`, ...stamp },
    ];
    await call(server, ADA, 'POST', '/api/edits', { userId: ADA, edits });
  }
  const { payload } = await call(server, ADA, 'GET', '/api/wallet/proof-payload');
  const { host } = new URL(server.origin);
  const proved = wallet.prove({ payload, at: Date.now(), domain: host });
  await call(server, ADA, 'POST', '/api/user/wallet', { id: ADA, ...proved });
  await call(server, ADA, 'POST', '/api/share', {
    userId: ADA,
    calculationType: 'RiskMoney',
    picture: base64(markedPicture()),
  });
  await call(server, ADA, 'POST', '/api/exports', { userId: ADA, kind: 'history' });
}

/** Which marks a file holds. */
function marksIn(path: string): string[] {
  const bytes = readFileSync(path);
  return Object.entries(MARKS).flatMap(([name, mark]) => (bytes.includes(mark) ? [name] : []));
}

function marksBelow(path: string): string[] {
  const files = statSync(path).isDirectory() ? filesBelow(path) : [path];
  return files.flatMap((file) => marksIn(file).map((mark) => `${mark} in ${file}`));
}

async function serve(deployment: DeploymentName): Promise<TestServer> {
  return startServer({ deployment, dist: folder.dist, env: botEnv() });
}

test('on one machine: neither the database, nor its log, nor a backup holds them', async () => {
  const server = await serve('machine');
  const { databasePath } = server;
  const files = () => [databasePath, `${databasePath}-wal`];
  try {
    await leaveTraces(server);
    expect(new Set(files().flatMap(marksIn))).toEqual(new Set(Object.keys(MARKS)));
    await call(server, ADA, 'DELETE', `/api/user/${ADA}`);
    // The log is emptied at once and soon written to again, so its size tells nothing.
    await vi.waitFor(() => expect(files().flatMap(marksBelow)).toEqual([]), 10_000);
    const copy = join(folder.path, 'backup.sqlite');
    const backup = ['node', 'api/ops/ledger.ts', 'backup', copy, '--database', databasePath];
    expect(await runProcess(backup, { cwd: ROOT, limitMs: 30_000 })).toMatchObject({ code: 0 });
    expect(marksBelow(copy)).toEqual([]);
    for (const file of [...files(), copy]) expect(statSync(file).mode & 0o777, file).toBe(0o600);
    const sql = openBetterSqlite3(databasePath, { readonly: true });
    const tables = sql.all<{ name: string }>(
      "SELECT m.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND c.name = 'user_id'",
    );
    const naming = tables.filter(
      ({ name }) => sql.get(`SELECT 1 FROM ${name} WHERE user_id = ?`, ADA) !== undefined,
    );
    sql.close();
    expect(naming.map(({ name }) => name).toSorted()).toEqual(['accounts', 'events', 'wallets']);
  } finally {
    await server.stop();
  }
});

test('on one machine: a start empties the log as soon as another process lets go of it', async () => {
  const path = join(folder.path, 'held.sqlite');
  const held = () => [path, `${path}-wal`].filter((file) => readFileSync(file).includes(MARKS.note));
  const sql = openBetterSqlite3(path);
  sql.run('CREATE TABLE notes (note TEXT)');
  for (let row = 0; row < 1000; row += 1) sql.run('INSERT INTO notes VALUES (?)', MARKS.note.repeat(20));
  const reader = openBetterSqlite3(path, { readonly: true });
  const state = reader.iterate('SELECT * FROM notes');
  state.next();
  sql.run('DROP TABLE notes');
  sql.close();
  const server = await startServer({ deployment: 'machine', dist: folder.dist, database: path, env: {} });
  try {
    expect(held()).not.toEqual([]);
    state.return?.();
    reader.close();
    await vi.waitFor(() => expect(held()).toEqual([]), 10_000);
  } finally {
    await server.stop();
  }
});

test('with Durable Objects: no database holds them once the referrer, the prices and the sender know', async () => {
  const server = await serve('cloudflare');
  /** Without the logs, which belong to the platform: it keeps thirty days of them for restores. */
  const databases = () => {
    const copy = join(folder.path, recordId());
    cpSync(server.databasePath, copy, { recursive: true });
    for (const path of filesBelow(copy).filter((name) => name.endsWith('.sqlite'))) {
      const database = new Database(path);
      database.pragma('wal_checkpoint(TRUNCATE)');
      database.close();
    }
    return copy;
  };
  try {
    await leaveTraces(server);
    await vi.waitFor(() => expect(namesOf(marksBelow(databases()))).toEqual(Object.keys(MARKS).toSorted()), {
      timeout: 20_000,
      interval: 500,
    });
    await call(server, ADA, 'DELETE', `/api/user/${ADA}`);
    await vi.waitFor(() => expect(marksBelow(databases())).toEqual([]), { timeout: 20_000, interval: 500 });
  } finally {
    await server.stop();
  }
});

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );
}

function namesOf(marks: readonly string[]): string[] {
  return [...new Set(marks.map((mark) => mark.replace(/ in .*/, '')))].toSorted();
}
