/** `npm run sbt -- …`: what its links do on a chain, and how it describes the collection. */
import { Cell, loadStateInit } from '@ton/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runSbt } from '#api/ops/sbt/run.ts';
import { readAddress } from '#api/sbt/address.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { startTonCenter, type TonCenter } from '#tests/upstream/ton-center.ts';
import { type Chain, numberOf, OTHER_SIGNER, sameOnChain, startChain } from './chain.ts';
import { publish } from './publish.ts';

expect.addEqualityTesters([sameOnChain]);

const KEY = '07'.repeat(32);
const OTHER_KEY = '08'.repeat(32);

let chain: Chain;
let service: TonCenter;
let env: Record<string, string>;
beforeEach(async () => {
  [chain, service] = await Promise.all([startChain(), startTonCenter()]);
  env = {
    PUBLIC_URL: 'https://irich.example',
    SBT_SIGNING_KEY: KEY,
    SBT_COLLECTION: chain.collection.toString(),
    TON_API_URL: service.url,
  };
});
afterEach(() => service.stop());

const run = (...args: string[]) => runInProcess(runSbt, args, { env });

/** The owner opens the link that the command prints. */
async function obey(...order: string[]) {
  const { code, out } = await run('order', ...order);
  expect(code).toBe(0);
  const link = new URL(out.trim());
  await chain.people.owner.send({
    to: readAddress(link.pathname.slice(1)) ?? chain.badge,
    value: BigInt(link.searchParams.get('amount') ?? ''),
    body: Cell.fromBoc(Buffer.from(link.searchParams.get('bin') ?? '', 'base64url'))[0] ?? null,
  });
}

describe('deploy', () => {
  test('prints a link that deploys a collection for the configured key', async () => {
    const { thief, user } = chain.people;
    const { code, out } = await run('deploy', thief.address.toString());
    expect(code).toBe(0);
    const link = new URL(/^ton:\S+$/m.exec(out)?.[0] ?? '');
    const [, address = ''] = /^SBT_COLLECTION=(\S+)$/m.exec(out) ?? [];
    expect(link.pathname).toBe(`/${address}`);
    const collection = readAddress(address) ?? chain.badge;
    expect(collection).not.toEqual(chain.collection);
    const boc = Buffer.from(link.searchParams.get('init') ?? '', 'base64url');
    const init = loadStateInit((Cell.fromBoc(boc)[0] ?? Cell.EMPTY).beginParse());
    await user.send({ to: collection, value: BigInt(link.searchParams.get('amount') ?? ''), init });
    const { stackReader } = await chain.blockchain.runGetMethod(collection, 'get_collection_data');
    stackReader.skip(1);
    expect(stackReader.readCell().beginParse().skip(8).loadStringTail()).toBe(
      'https://irich.example/sbt/collection.json',
    );
    expect(stackReader.readAddress()).toEqual(thief.address);
    expect(out).not.toContain(KEY);
  });

  test('gives the same collection for the same owner and key', async () => {
    const { out } = await run('deploy', chain.people.owner.address.toString());
    expect(out).toContain(`SBT_COLLECTION=${chain.collection}\n`);
  });

  test.each([
    ['no address', ['deploy', 'EQ'], {}, 'EQ is not the address of a wallet\n'],
    ['no public address', ['deploy', `0:${'ab'.repeat(32)}`], { PUBLIC_URL: '' }, 'PUBLIC_URL: is not set\n'],
    [
      'no key',
      ['deploy', `0:${'ab'.repeat(32)}`],
      { SBT_SIGNING_KEY: '', SBT_COLLECTION: '' },
      'SBT_SIGNING_KEY: is not set\nMake a key with: openssl rand -hex 32\n',
    ],
    [
      'a bad key',
      ['deploy', 'EQ'],
      { SBT_SIGNING_KEY: 'x' },
      'SBT_SIGNING_KEY: must be 64 hexadecimal digits\n',
    ],
  ])('%s: one clear line', async (_, args, different, err) => {
    Object.assign(env, different);
    expect(await run(...args)).toEqual({ code: 2, out: '', err });
  });
});

describe('status', () => {
  test('of a collection that mints for this server', async () => {
    await publish(chain, service, chain.collection);
    const { code, out, err } = await run('status');
    expect([code, err]).toEqual([0, '']);
    const owner = chain.people.owner.address.toString({ bounceable: false });
    expect(out).toMatch(new RegExp(`^${chain.collection}: active, 0.4\\d* TON\n`));
    for (const said of [
      owner,
      'open',
      'https://irich.example/sbt/collection.json',
      'https://irich.example/sbt/…',
    ]) {
      expect(out).toContain(`${said}\n`);
    }
    expect(await run('status', chain.collection.toRawString())).toMatchObject({ code: 0, out });
  });

  test('of one with another key, stopped, described elsewhere and almost out of money', async () => {
    await obey('stop');
    await obey('withdraw');
    await publish(chain, service, chain.collection);
    Object.assign(env, { SBT_SIGNING_KEY: OTHER_KEY, PUBLIC_URL: 'https://other.example' });
    const account = service.accounts.get(chain.collection.toRawString());
    if (account) service.accounts.set(chain.collection.toRawString(), { ...account, balance: 1n });
    const { code, out, err } = await run('status');
    expect(code).toBe(1);
    expect(out).toContain('stopped');
    expect(err).toBe(
      `Minting is stopped.
Its signer key differs from SBT_SIGNING_KEY: it refuses vouchers of this server.
This server does not describe its badges: https://other.example.
It has less than 0.2 TON left for its storage: send it some.
`,
    );
  });

  test('of a missing, frozen or foreign contract', async () => {
    expect(await run('status')).toMatchObject({ code: 1, err: 'It does not exist yet.\n' });
    const raw = chain.collection.toRawString();
    service.accounts.set(raw, { state: 'frozen', balance: 0n, code: '', data: '' });
    expect(await run('status')).toMatchObject({ code: 1, err: 'Its storage was not paid for.\n' });
    const empty = Cell.EMPTY.toBoc().toString('base64');
    service.accounts.set(raw, { state: 'active', balance: 1n, code: empty, data: empty });
    expect(await run('status')).toMatchObject({ code: 1, err: 'It is not a collection of this version.\n' });
  });

  test.each([
    ['status 429', { type: 'status', status: 429 }],
    ['unreadable: not JSON', { type: 'body', text: '<html>' }],
    ['unreadable: ok', { type: 'body', text: '{"ok":false,"code":429,"error":"Ratelimit exceeded"}' }],
    ['network', { type: 'half' }],
  ] as const)('after a bad answer of the service: %s', async (kind, fault) => {
    await publish(chain, service, chain.collection);
    service.fail(fault);
    const host = new URL(service.url).host;
    expect(await run('status')).toEqual({ code: 2, out: '', err: `${host} gives no good answer: ${kind}\n` });
  });

  test('after an answer with invalid cells', async () => {
    service.accounts.set(chain.collection.toRawString(), {
      state: 'active',
      balance: 1n,
      code: 'AAAA',
      data: 'AAAA',
    });
    expect((await run('status')).err).toMatch(/gives no good answer: unreadable: result\.code\n$/);
  });

  test('without a service or an address says what to set', async () => {
    env['TON_API_URL'] = '';
    expect((await run('status')).err).toBe('TON_API_URL: is not set, such as https://toncenter.com/api/v2\n');
    expect((await run('status', 'somewhere')).err).toBe('somewhere is not an address\n');
    env['SBT_COLLECTION'] = '';
    expect((await run('status')).err).toBe('SBT_COLLECTION: is not set, and no address is given\n');
  });
});

describe('orders', () => {
  test('stop and open minting', async () => {
    await obey('stop');
    expect((await chain.collectionData()).isOpen).toBe(false);
    await obey('open');
    expect((await chain.collectionData()).isOpen).toBe(true);
  });

  test('signer sets the configured key', async () => {
    env['SBT_SIGNING_KEY'] = OTHER_KEY;
    await obey('signer');
    expect((await chain.mint(chain.voucher())).outcome).toBe('WRONG_SIGNATURE');
    expect((await chain.mint(chain.voucher(), { signer: OTHER_SIGNER })).outcome).toBe('done');
  });

  test('content sets the configured address', async () => {
    env['PUBLIC_URL'] = 'https://moved.example';
    await obey('content');
    expect((await chain.collectionData()).content).toEqual({
      own: 'https://moved.example/sbt/collection.json',
      common: 'https://moved.example/sbt/',
    });
  });

  test('revoke a badge', async () => {
    await chain.mint(chain.voucher());
    await obey('revoke', chain.people.user.address.toString(), 'lev_6');
    expect(await chain.badgeData()).toMatchObject({ revokedAt: chain.blockchain.now });
    expect(numberOf('lev_6')).toBe(106);
  });

  test('owner transfers control', async () => {
    await obey('owner', chain.people.user.address.toString());
    await obey('stop');
    expect(await chain.collectionData()).toMatchObject({ owner: chain.people.user.address, isOpen: true });
  });

  test.each([
    [['order', 'explode'], 'There is no order explode\n'],
    [['order', 'stop', 'now'], 'There is no order stop now\n'],
    [['order', 'revoke', 'x', 'lev_6'], 'x is not an address\n'],
    [['order', 'revoke', `0:${'ab'.repeat(32)}`, 'lev_21'], 'lev_21 is not a badge\n'],
    [['order', 'owner', 'x'], 'x is not an address\n'],
  ])('%j: one clear line', async (args, err) => {
    expect(await run(...args)).toEqual({ code: 2, out: '', err });
  });
});

test.each([[[]], [['explode']], [['deploy']], [['status', 'a', 'b']], [['--force', 'x']]])(
  '%j prints the usage',
  async (args) => {
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(err).toMatch(/^npm run sbt -- COMMAND\n/);
  },
);
