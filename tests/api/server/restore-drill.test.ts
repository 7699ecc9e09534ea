/** The drill of an operator: the server is lost, a backup restored by the commands, and the devices bring back the rest. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { runLedger } from '#api/ops/ledger/run.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { followKeys } from '#core/proof/key-change.ts';
import * as CALLS from '#device/calls/calls.ts';
import { createDevice, type OpenDevice } from '#device/create-device.ts';
import { createMemoryDatabase, openMemoryStore } from '#device/store/memory.ts';
import { verifierInPlace } from '#device/verify/port.ts';
import { signLaunchData } from '#tests/support/launch.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { NO_PINS } from '#tests/support/proof/no-pins.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { BOT_TOKEN, startServer, type TestServer } from '#tests/support/server.ts';
import { phonePorts, sha256 } from '../../upgrade/phone.ts';
import { recordId } from '../support.ts';
import { type Folder, makeFolder, PATIENCE, ROOT } from './support.ts';

vi.setConfig({ ...PATIENCE, testTimeout: 240_000 });

const USER = 42;
let folder: Folder;
let database: string;
let backups: string;
let server: TestServer;
const devices: OpenDevice[] = [];

beforeAll(async () => {
  folder = makeFolder();
  database = join(folder.path, 'irich.sqlite');
  backups = join(folder.path, 'backups');
  mkdirSync(backups);
  server = await startServer({ deployment: 'machine', dist: folder.dist, database });
});
afterEach(() => {
  for (const device of devices.splice(0)) device.close();
});
afterAll(async () => {
  await server?.stop();
  folder.remove();
});

async function openPhone(): Promise<OpenDevice> {
  const ports = phonePorts({
    userId: USER,
    launchData: signLaunchData({ user: { id: USER, first_name: 'Clara' }, botToken: BOT_TOKEN }),
    clock: { at: 0, now: () => Date.now() },
    fetch: (url, init) => fetch(url, init),
  });
  const device = await createDevice({
    ...ports,
    baseUrl: server.origin,
    store: openMemoryStore(createMemoryDatabase(), 'kept'),
    pins: NO_PINS,
    fetchCalls: async () => ({ ...CALLS, verifier: verifierInPlace(sha256, { ...PROOF_PORTS, followKeys }) }),
  });
  devices.push(device);
  return device;
}

/** A calculation that the server has acknowledged. */
async function calculate(device: OpenDevice): Promise<string> {
  const id = recordId();
  await device.record({ id, calculationType: 'RiskMoney', inputs: { riskAmount: '100' } });
  await synced(device);
  expect(recorded()).toContain(id);
  return id;
}

/** The device has nothing left to send, and has seen all that the server has. */
async function synced(device: OpenDevice): Promise<void> {
  await vi.waitFor(async () => {
    await device.syncNow();
    const verified = await device.verify();
    expect(verified).toMatchObject({ ok: true, events: recorded().length });
  }, 20_000);
}

/** The ids of all events of the database. */
function recorded(): string[] {
  const sql = openBetterSqlite3(database, { mustExist: true });
  const events = sql.all<{ id: string }>('SELECT event_id AS id FROM events ORDER BY user_id, seq');
  sql.close();
  return events.map(({ id }) => id);
}

const LEDGER = [process.execPath, 'api/ops/ledger.ts'];
const ledger = (...args: string[]) =>
  runProcess([...LEDGER, ...args], { cwd: ROOT, limitMs: 60_000, env: { DATABASE_PATH: database } });

/** Whether `restore` was killed right before this step, by SIGKILL. */
async function restoreKilledAt(step: number): Promise<boolean> {
  const [program = '', ...args] = [
    ...LEDGER.toSpliced(1, 0, '--import', join(ROOT, 'tests/support/die-at-step.ts')),
    'restore',
    join(backups, 'newest.sqlite'),
  ];
  const command = spawn(program, args, {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DATABASE_PATH: database, DIE_AT_STEP: `${step}` },
  });
  let said = '';
  command.stderr.on('data', (chunk) => (said += chunk));
  const [code, signal] = await once(command, 'close');
  expect([code, signal], `step ${step}: ${said}`).toEqual(signal === null ? [0, null] : [null, 'SIGKILL']);
  return signal !== null;
}

test('all that was acknowledged is back, wherever the server and the restore were killed', async () => {
  const [phone, tablet] = [await openPhone(), await openPhone()];
  const before = [await calculate(phone), await calculate(tablet)];
  expect(await ledger('backup', '--to', backups, '--keep', '2')).toMatchObject({ code: 0 });
  const backedUp = recorded();
  const after = [await calculate(phone), await calculate(tablet), await calculate(phone)];
  // Each device has seen the events that the restore takes away.
  await synced(tablet);
  const all = recorded();
  expect(all.length).toBe(backedUp.length + after.length);

  await server.kill();
  const found: string[] = [];
  for (let step = 1; await restoreKilledAt(step); step += 1) {
    expect(existsSync(database), `step ${step}`).toBe(true);
    const events = recorded();
    expect([backedUp, all]).toContainEqual(events);
    found.push(events.length === all.length ? 'old' : 'new');
    const audit = await runInProcess(runLedger, ['audit', '--database', database]);
    expect(audit, `step ${step}`).toMatchObject({ code: 0 });
  }
  // It was killed at steps before and after the one that puts the backup in place.
  expect(found.join(' ')).toMatch(/^old( old){4,}( new)+$/);
  expect(recorded()).toEqual(backedUp);
  expect(readdirSync(folder.path).filter((name) => name.includes('.restoring'))).toEqual([]);

  await server.restart();
  await Promise.all([phone.syncNow(), tablet.syncNow()]);
  await synced(phone);
  await synced(tablet);
  expect(recorded()).toEqual(expect.arrayContaining([...before, ...after]));
  expect(new Set(recorded()).size).toBe(recorded().length);
  for (const device of [phone, tablet])
    expect(await device.verify()).toMatchObject({ ok: true, restored: [{ eventsLost: after.length }] });
  expect(await ledger('audit')).toMatchObject({ code: 0 });
});
