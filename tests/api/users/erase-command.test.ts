/** `npm run ledger -- erase`: a deletion that a user has asked for by mail, in both deployments. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runLedger } from '#api/ops/ledger/run.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { CONFIG, launchData, recordId, requestOf, START } from '#tests/api/support.ts';
import { audit } from '#tests/support/audit.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { hmacHex, sha256, type TestClock } from '#tests/support/test-deployment.ts';
import { MOVE_SECRET, machineServer, objectsToMove, type Reached } from '#tests/support/transfer.ts';

// File access on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const [REFERRER, ADA] = [7, 42];
const MARKS = /ada_secret|User 42|typed-by-ada/;

let folder: string;
let clock: TestClock;
const path = () => join(folder, 'a.sqlite');

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'erase-'));
  clock = { at: START, now: () => clock.at };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const deployments = {
  machine() {
    const sql: NodeSqlite = openBetterSqlite3(path());
    const server = machineServer(sql, clock);
    return {
      server,
      where: [],
      fetch: undefined,
      rows: () =>
        sql
          .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
          .map(({ name }) => sql.all(`SELECT * FROM ${name}`)),
      findings: () => audit({ sql, sha256, hmac: hmacHex }).findings,
      /** No byte is left in the file or its log. */
      files: () => ['', '-wal'].map((end) => readFileSync(`${path()}${end}`, 'latin1')).join(''),
      close: () => sql.close(),
    };
  },
  cloudflare() {
    const objects = objectsToMove(clock);
    return {
      server: objects,
      where: ['--to', CONFIG.publicUrl],
      fetch: objects.fetchUrl,
      rows: () => objects.rows(),
      findings: () => [],
      files: () => '',
      close: () => undefined,
    };
  },
};

describe.each(['machine', 'cloudflare'] as const)('on %s', (name) => {
  let deployment: ReturnType<(typeof deployments)['machine' | 'cloudflare']>;
  beforeEach(async () => {
    deployment = deployments[name]();
    await arrive(REFERRER);
    await arrive(ADA);
    await call(ADA, 'POST', '/api/sync', { userId: ADA, records: [record(), record(), record()] });
    await call(ADA, 'POST', '/api/user/sessions', { userId: ADA });
  });
  afterEach(() => deployment.close());

  const run = (...args: string[]) =>
    runInProcess(runLedger, [...args, ...deployment.where], {
      env: { DATABASE_PATH: path(), MOVE_SECRET },
      wait: async () => undefined,
      ...(deployment.fetch === undefined ? {} : { fetch: deployment.fetch }),
    });

  async function call(userId: number, method: string, to: string, body?: object, headers = {}) {
    const more = userId === ADA ? { username: 'ada_secret', startParam: `${REFERRER}` } : {};
    const auth = launchData(userId, { at: clock.at, ...more });
    const server: Reached = deployment.server;
    const answer = await server.fetch(requestOf(method, to, { auth, body, headers }));
    return { status: answer.status, json: await answer.json() };
  }
  const record = () => ({
    id: recordId(),
    calculationType: 'Staking',
    occurredAt: new Date(clock.at).toISOString(),
    inputs: { note: 'typed-by-ada' },
  });
  async function arrive(userId: number) {
    await call(userId, 'POST', '/api/user/register', { id: userId });
    await call(userId, 'POST', '/api/user/onboarding', { userId });
  }
  test('erases what the user’s own tap erases, and leaves the ledger', async () => {
    const before = await call(ADA, 'GET', `/api/user/${ADA}`);
    expect(JSON.stringify(deployment.rows())).toContain('typed-by-ada');
    const { code, out, err } = await run('erase', '42');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^The data of user 42 are erased by event \d+\. The ledger stays\.\n/);
    for (const line of [/^calculations +3$/m, /^people +1$/m, /^last_seen +1$/m]) expect(out).toMatch(line);
    expect(out).not.toMatch(/events|accounts|credits/);
    expect(JSON.stringify(deployment.rows())).not.toMatch(/typed-by-ada|User 42/);
    expect(MARKS.exec(deployment.files())?.[0]).toBeUndefined();
    for (const generation of ['0', '1']) {
      const headers = { 'x-generation': generation };
      const answer = await call(ADA, 'POST', '/api/sync', { userId: ADA, records: [record()] }, headers);
      expect([answer.status, answer.json.error.code]).toEqual([410, 'data_deleted']);
    }
    await call(ADA, 'POST', '/api/user/onboarding', { userId: ADA }, { 'x-generation': '1' });
    const after = await call(ADA, 'GET', `/api/user/${ADA}`, undefined, { 'x-generation': '1' });
    const { activity_points, generation, wallet_address } = after.json;
    expect({ activity_points, generation, wallet_address }).toEqual({
      activity_points: before.json.activity_points,
      generation: 1,
      wallet_address: null,
    });
    expect(deployment.findings()).toEqual([]);
  });

  test('run again, it changes nothing and says so', async () => {
    await run('erase', '42');
    const before = JSON.stringify(deployment.rows());
    const again = await run('erase', '42');
    expect(again).toMatchObject({ code: 0, err: '' });
    expect(again.out).toBe('The data of user 42 were erased before. The ledger stays.\n');
    expect(JSON.stringify(deployment.rows())).toBe(before);
  });

  test('after the user’s own tap it changes nothing either', async () => {
    expect((await call(ADA, 'DELETE', `/api/user/${ADA}`)).status).toBe(200);
    expect(await run('erase', '42')).toMatchObject({ code: 0, out: expect.stringContaining('before') });
  });

  test('refuses an unknown user', async () => {
    const before = JSON.stringify(deployment.rows());
    expect(await run('erase', '99')).toEqual({
      code: 1,
      out: '',
      err: 'Nothing was erased: there is no such user.\n',
    });
    expect(JSON.stringify(deployment.rows())).toBe(before);
  });

  test.each([
    '0',
    '-42',
    '042',
    '4.2e1',
    '42;DROP TABLE people',
    '9007199254740993',
    '٤٢',
    '4'.repeat(5000),
    'all',
    '',
  ])('does not understand %.30j as a user', async (id) => {
    const before = JSON.stringify(deployment.rows());
    expect(await run('erase', id)).toMatchObject({ code: 2, out: '' });
    expect(JSON.stringify(deployment.rows())).toBe(before);
  });
});

test('fails and says what to do while another process keeps the log with the bytes', async () => {
  const { server, close } = deployments.machine();
  await server.fetch(
    requestOf('POST', '/api/user/register', { auth: launchData(ADA, { at: START }), body: { id: ADA } }),
  );
  const reader = openBetterSqlite3(path(), { readonly: true });
  const state = reader.iterate('SELECT * FROM people');
  state.next();
  const io = { env: { DATABASE_PATH: path() }, wait: async () => undefined };
  expect(await runInProcess(runLedger, ['erase', `${ADA}`], io)).toMatchObject({
    code: 1,
    out: expect.stringContaining('are erased by event'),
    err: expect.stringMatching(/Litestream.+still holds.+stop irich-litestream.+vacuum/),
  });
  state.return?.();
  reader.close();
  close();
});

test('needs the secret of the deployment', async () => {
  const objects = objectsToMove(clock);
  const env = { MOVE_SECRET: 'ab'.repeat(32) };
  const io = { env, fetch: objects.fetchUrl, wait: async () => undefined };
  const refused = await runInProcess(runLedger, ['erase', '42', '--to', CONFIG.publicUrl], io);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('answers 404') });
});
