/** Wallets move with their ledgers, there and back: their owners and addresses. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { runLedger } from '#api/ops/ledger/run.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { launchData, START } from '#tests/api/support.ts';
import { audit } from '#tests/support/audit.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { hmacHex, sha256, type TestClock } from '#tests/support/test-deployment.ts';
import {
  MOVE_SECRET,
  machineServer,
  objectsToMove,
  type Reached,
  URL_OF_OBJECTS,
} from '#tests/support/transfer.ts';
import { type TestWallet, walletNamed } from '#tests/support/wallets.ts';

// File access on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const [ADA, BOB] = [1, 2];
const [mine, theirs] = [walletNamed('ada'), walletNamed('bob')];

let folder: string;
let clock: TestClock;
let machine: NodeSqlite;
let objects: ReturnType<typeof objectsToMove>;
const file = (name: string) => join(folder, name);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'moving-wallets-'));
  clock = { at: START, now: () => clock.at };
  machine = openBetterSqlite3(file('a.sqlite'));
  objects = objectsToMove(clock);
});
afterEach(() => {
  machine.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(deployment: Reached, userId: number, method: string, path: string, body?: object) {
  const response = await deployment.fetch(
    new Request(`${URL_OF_OBJECTS}${path}`, {
      method,
      headers: {
        authorization: `tma ${launchData(userId, { at: clock.at })}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, json: await response.json() };
}
async function register(deployment: Reached, ...userIds: readonly number[]): Promise<void> {
  for (const userId of userIds) {
    await call(deployment, userId, 'POST', '/api/user/register', { id: userId });
    await call(deployment, userId, 'POST', '/api/user/onboarding', { userId });
  }
}
async function link(deployment: Reached, userId: number, wallet: TestWallet): Promise<unknown> {
  clock.at += 1000;
  const { json } = await call(deployment, userId, 'GET', '/api/wallet/proof-payload');
  const body = { id: userId, ...wallet.prove({ at: clock.at, payload: json.payload }) };
  const answer = await call(deployment, userId, 'POST', '/api/user/wallet', body);
  return answer.json.error?.code ?? answer.json.wallet_address;
}
async function claim(deployment: Reached, userId: number): Promise<void> {
  const body = { user_id: userId, badge_id: 'lev_1' };
  expect(await call(deployment, userId, 'POST', '/api/user/sbt/claim', body)).toMatchObject({ status: 200 });
}
/** Vouchers and tokens that the chain is asked about. */
const claimedOn = (sql: Sql) =>
  sql.get<{ rows: number }>('SELECT (SELECT count(*) FROM vouchers) + (SELECT count(*) FROM tokens) AS rows')
    ?.rows;
const addressOf = async (deployment: Reached, userId: number) =>
  (await call(deployment, userId, 'GET', `/api/user/${userId}`)).json.wallet_address;

const run = (...args: string[]) => runOver(objects.fetchUrl, ...args);

/** @param fetch between the command line and the objects. */
const runOver = (fetch: typeof objects.fetchUrl, ...args: string[]) =>
  runInProcess(runLedger, args, {
    env: { DATABASE_PATH: file('a.sqlite'), READ_ONLY: '1', MOVE_SECRET },
    wait: async () => undefined,
    fetch,
  });
const fine = { code: 0, err: '' };

async function toObjects(name: string) {
  objects.setReadOnly(true);
  await run('export', '--all', file(name));
  const imported = await run('import', file(name), '--to', URL_OF_OBJECTS);
  objects.setReadOnly(false);
  return imported;
}
async function toMachine(name: string) {
  objects.setReadOnly(true);
  await run('export', '--all', file(name), '--from', URL_OF_OBJECTS);
  objects.setReadOnly(false);
  return run('import', file(name));
}
const auditOfMachine = () => audit({ sql: machine, sha256, hmac: hmacHex }).findings;

test('there and back, each wallet keeps its user and address', async () => {
  const server = machineServer(machine, clock);
  await register(server, ADA, BOB);
  await link(server, ADA, mine);
  expect(await toObjects('there')).toMatchObject(fine);
  expect(await addressOf(objects, ADA)).toBe(mine.address);
  expect(await link(objects, BOB, mine)).toBe('wallet_taken');
  expect(await link(objects, ADA, theirs)).toBe('wallet_already_linked');
  expect(await link(objects, BOB, theirs)).toBe(theirs.address);
  expect(await run('audit', '--from', URL_OF_OBJECTS)).toMatchObject(fine);

  expect(await toMachine('back')).toMatchObject(fine);
  expect(await addressOf(server, BOB)).toBe(theirs.address);
  await register(server, 3);
  expect(await link(server, 3, theirs)).toBe('wallet_taken');
  expect(auditOfMachine()).toEqual([]);
});

test('a deleted address is deleted there, and the wallet stays linked', async () => {
  const server = machineServer(machine, clock);
  await register(server, ADA, BOB);
  await link(server, ADA, mine);
  await toObjects('rehearsal');
  await call(server, ADA, 'DELETE', `/api/user/${ADA}`);
  expect(await toObjects('final')).toMatchObject(fine);
  expect(JSON.stringify(objects.rows())).not.toContain(mine.address);
  expect(await link(objects, BOB, mine)).toBe('wallet_taken');
  await call(objects, ADA, 'POST', '/api/user/onboarding', { userId: ADA });
  expect(await link(objects, ADA, mine)).toBe(mine.address);
});

test('a wallet linked after a rehearsal keeps its address, though the clock was ahead then', async () => {
  const server = machineServer(machine, clock);
  clock.at += 60 * 60_000;
  await register(server, ADA);
  await toObjects('rehearsal');
  clock.at -= 60 * 60_000;
  await link(server, ADA, mine);
  expect(await toObjects('final')).toMatchObject(fine);
  expect(await addressOf(objects, ADA)).toBe(mine.address);
});

describe('a wallet passed to another user since a rehearsal', () => {
  test.each([
    ['later', ADA, BOB],
    ['earlier', BOB, ADA],
  ])(
    'the user who comes %s in the file has it after the second import at the latest',
    async (_, first, second) => {
      const server = machineServer(machine, clock);
      await register(server, ADA, BOB);
      await link(server, first, mine);
      await toObjects('rehearsal');
      await server.idle();
      expect(await run('unlink-wallet', `${first}`, '--reason', 'asked for')).toMatchObject(fine);
      expect(await link(server, second, mine)).toBe(mine.address);
      const once = await toObjects('final');
      if (once.code !== 0) expect(once.err + once.out).toContain('wallet_taken');
      expect(await toObjects('again')).toMatchObject(fine);
      expect([await addressOf(objects, first), await addressOf(objects, second)]).toEqual([
        null,
        mine.address,
      ]);
      expect(await link(objects, first, mine)).toBe('wallet_taken');
      expect(await run('audit', '--from', URL_OF_OBJECTS)).toMatchObject(fine);
    },
  );
});

test('a ledger that unlinks its wallet in its last piece leaves it to the user who has it there', async () => {
  const server = machineServer(machine, clock);
  await register(server, ADA);
  await register(objects, BOB);
  await link(server, ADA, mine);
  await link(objects, BOB, mine);
  for (let event = 0; event < 250; event += 1) {
    await call(server, ADA, 'POST', '/api/referral/calculations', {
      userId: ADA,
      calculationType: 'Staking',
    });
  }
  await server.idle();
  expect((await toObjects('linked')).out).toContain('wallet_taken');
  await run('unlink-wallet', `${ADA}`, '--reason', 'asked for');
  expect(await toObjects('unlinked')).toMatchObject(fine);
  expect(await addressOf(objects, BOB)).toBe(mine.address);
  expect(await run('audit', '--from', URL_OF_OBJECTS)).toMatchObject(fine);
});

test('a ledger is refused if another user has its wallet there, in both deployments', async () => {
  const server = machineServer(machine, clock);
  await register(server, ADA);
  await register(objects, BOB);
  await link(server, ADA, mine);
  await link(objects, BOB, mine);
  const there = await toObjects('there');
  expect(there.code).toBe(1);
  expect(there.err + there.out).toMatch(/wallet_taken/);
  expect(await addressOf(objects, BOB)).toBe(mine.address);
  const back = await toMachine('back');
  expect(back.code).toBe(1);
  expect(back.err + back.out).toMatch(/wallet_taken/);
  expect(auditOfMachine()).toEqual([]);
});

test('an address that does not match the linked wallet is refused', async () => {
  const server = machineServer(machine, clock);
  await register(server, ADA);
  await link(server, ADA, mine);
  await server.idle();
  machine.run('UPDATE people SET wallet_address = ?', theirs.address);
  const there = await toObjects('there');
  expect(there.code).toBe(1);
  expect(there.err + there.out).toMatch(/wallet_wrong/);
});

test('the audit of Durable Objects finds a wallet in two ledgers', async () => {
  await register(objects, ADA, BOB);
  await link(objects, ADA, mine);
  for (const sql of objects.wallets.values()) sql.run('UPDATE holder SET user_id = 3');
  expect(await link(objects, BOB, mine)).toBe(mine.address);
  const { code, out } = await run('audit', '--from', URL_OF_OBJECTS);
  expect(code).toBe(1);
  expect(out).toMatch(/WRONG +wallet_unreserved: user 1/);
  expect(out).toMatch(/WRONG +wallet_twice: user 1: the same wallet is linked to user 2\n/);
});

describe('unlinking', () => {
  test('on a machine, beside its server, writes an event with the reason and no address', async () => {
    const server = machineServer(machine, clock);
    await register(server, ADA);
    await link(server, ADA, mine);
    await claim(server, ADA);
    await server.idle();
    expect(claimedOn(machine)).toBe(2);
    expect(await run('unlink-wallet', `${ADA}`)).toMatchObject({ code: 2 });
    expect(await run('unlink-wallet', `${ADA}`, '--reason', ' ')).toMatchObject({ code: 1 });
    const { code, out } = await run('unlink-wallet', `${ADA}`, '--reason', 'The key was lost');
    expect([code, out]).toEqual([0, 'The wallet of user 1 is unlinked by event 4.\n']);
    expect(await addressOf(server, ADA)).toBeNull();
    expect(claimedOn(machine)).toBe(0);
    expect(await run('unlink-wallet', `${ADA}`, '--reason', 'The key was lost')).toMatchObject({
      code: 0,
      out: 'The wallet of user 1 was already unlinked by event 4.\n',
    });
    expect(await run('unlink-wallet', `${ADA}`, '--reason', 'again')).toMatchObject({
      code: 1,
      err: 'Nothing was written: no wallet is linked to this user.\n',
    });
    expect(await link(server, ADA, theirs)).toBe(theirs.address);
    expect(auditOfMachine()).toEqual([]);
  });

  test('repeated after a lost answer reports success and writes nothing', async () => {
    await register(objects, ADA);
    await link(objects, ADA, mine);
    let isLost = true;
    const lossy = async (url: string, init: RequestInit) => {
      const answer = await objects.fetchUrl(url, init);
      if (!isLost) return answer;
      isLost = false;
      throw new TypeError('The answer is lost');
    };
    const asked = ['unlink-wallet', `${ADA}`, '--reason', 'The key was lost', '--to', URL_OF_OBJECTS];
    const done = { code: 0, out: 'The wallet of user 1 was already unlinked by event 4.\n' };
    expect(await runOver(lossy, ...asked)).toMatchObject(done);
    expect(await run(...asked)).toMatchObject(done);
    await link(objects, ADA, theirs);
    expect(await run(...asked)).toMatchObject({
      code: 0,
      out: expect.stringContaining('is unlinked by event 6'),
    });
  });

  test('with Durable Objects needs only the secret', async () => {
    await register(objects, ADA, BOB);
    await link(objects, ADA, mine);
    await claim(objects, ADA);
    expect(claimedOn(objects.host(ADA).sql)).toBe(2);
    const to = ['--to', URL_OF_OBJECTS];
    expect(await run('unlink-wallet', `${ADA}`, '--reason', 'The key was lost', ...to)).toMatchObject({
      code: 0,
      out: 'The wallet of user 1 is unlinked by event 4.\n',
    });
    expect(await addressOf(objects, ADA)).toBeNull();
    expect(claimedOn(objects.host(ADA).sql)).toBe(0);
    expect(await link(objects, BOB, mine)).toBe(mine.address);
    expect(await run('unlink-wallet', '99', '--reason', 'nobody', ...to)).toMatchObject({
      code: 1,
      err: 'Nothing was written: there is no such user.\n',
    });
    objects.setReadOnly(true);
    expect(await run('unlink-wallet', `${BOB}`, '--reason', 'while it moves', ...to)).toMatchObject({
      code: 1,
    });
    const wrong = await objects.fetchUrl(`${URL_OF_OBJECTS}/api/operator/unlink-wallet`, {
      method: 'POST',
      headers: { authorization: 'Bearer nothing', 'content-type': 'application/json' },
      body: JSON.stringify({ userId: BOB, reason: 'stolen' }),
    });
    expect(wrong.status).toBe(404);
  });
});
