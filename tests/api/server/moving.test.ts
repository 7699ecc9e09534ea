/** The operator's way from one machine to Cloudflare and back, with the real servers and commands, in the order of the README. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runProcess } from '#tests/support/run-process.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { auth, type Folder, makeFolder, PATIENCE, post, ROOT, record } from './support.ts';

vi.setConfig({ ...PATIENCE, testTimeout: 180_000 });

const MOVE_SECRET = 'f00df00df00df00df00df00df00df00d';
let folder: Folder;
const servers: TestServer[] = [];

beforeEach(() => {
  folder = makeFolder();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  folder.remove();
});

const file = (name: string) => join(folder.path, name);
const linesOf = (name: string) => readFileSync(file(name), 'utf8').trimEnd().split('\n');

/** `npm run ledger -- …`. Its exit code must be 0. */
async function ledger(env: Readonly<Record<string, string>>, ...args: string[]): Promise<string> {
  const command = [process.execPath, 'api/ops/ledger.ts', ...args];
  const { code, output } = await runProcess(command, { cwd: ROOT, limitMs: 60_000, env });
  expect(code, `${args.join(' ')}: ${output}`).toBe(0);
  return output;
}

async function start(options: Parameters<typeof startServer>[0]): Promise<TestServer> {
  const server = await startServer({ dist: folder.dist, ...options });
  servers.push(server);
  return server;
}

async function restart(server: TestServer, env: Readonly<Record<string, string>>): Promise<void> {
  await server.kill();
  await server.restart(env);
}

async function status(server: TestServer, id: number): Promise<number> {
  return (await post(server, '/api/sync', id, { userId: id, records: [record()] })).status;
}

async function balance(server: TestServer, id: number): Promise<string> {
  const answer = await fetch(`${server.origin}/api/user/${id}`, { headers: auth(id) });
  return ((await answer.json()) as { readonly balance: string }).balance;
}

/** The heads of both are the same, whatever their order. */
function expectSameHeads(one: string, other: string): void {
  const [heads, others] = [one, other].map((name) => linesOf(name).slice(1).sort());
  expect(heads).toEqual(others);
  expect(heads).toHaveLength(2);
}

test('all ledgers move to Cloudflare and back, and their users lose nothing', async () => {
  const machine = await start({ deployment: 'machine' });
  const onMachine = { DATABASE_PATH: machine.databasePath, READ_ONLY: '1', CREDIT_SECRET: '', MOVE_SECRET };
  await post(machine, '/api/user/register', 1, { id: 1 });
  await post(machine, '/api/user/register', 2, { id: 2 }, auth(2, '1'));
  expect(await status(machine, 2)).toBe(200);
  // The invitation, and a tenth of the friend's point.
  expect(await balance(machine, 1)).toBe('50.1');

  // The new deployment takes over the secret, and is read-only from its first start.
  const secret = (await ledger(onMachine, 'secret', 'show')).trim();
  expect(secret).toMatch(/^[0-9a-f]{32,}$/);
  const cloudflare = await start({
    deployment: 'cloudflare',
    env: { CREDIT_SECRET: secret, MOVE_SECRET, READ_ONLY: '1' },
  });
  await restart(machine, { READ_ONLY: '1' });
  expect(await status(machine, 2)).toBe(503);
  await ledger(onMachine, 'export', '--all', file('all.jsonl'));
  await ledger(onMachine, 'import', file('all.jsonl'), '--to', cloudflare.origin);
  await ledger(onMachine, 'audit');
  await ledger(onMachine, 'audit', '--from', cloudflare.origin);
  await ledger(onMachine, 'heads', 'write', file('machine.heads'));
  await ledger(onMachine, 'heads', 'write', file('cloudflare.heads'), '--from', cloudflare.origin);
  expectSameHeads('machine.heads', 'cloudflare.heads');
  expect(await status(cloudflare, 2)).toBe(503);

  await restart(cloudflare, { READ_ONLY: '0' });
  expect(await balance(cloudflare, 1)).toBe('50.1');
  expect(await status(cloudflare, 2)).toBe(200);
  const isTold = async () => expect(await balance(cloudflare, 1)).toBe('50.2');
  await vi.waitFor(isTold, { timeout: 30_000, interval: 200 });

  await restart(cloudflare, { READ_ONLY: '1' });
  await ledger(onMachine, 'export', '--all', file('back.jsonl'), '--from', cloudflare.origin);
  await ledger(onMachine, 'heads', 'write', file('last.heads'), '--from', cloudflare.origin);
  await ledger(onMachine, 'import', file('back.jsonl'), '--database', file('new.sqlite'));
  await ledger(onMachine, 'audit', '--database', file('new.sqlite'), '--heads', file('last.heads'));
  const back = await start({ deployment: 'machine', database: file('new.sqlite') });
  expect(await balance(back, 1)).toBe('50.2');
  expect(await status(back, 2)).toBe(200);
});
