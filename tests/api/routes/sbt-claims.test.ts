/**
 * Claiming a badge as a token, in both deployments: who may claim, what the wallet gets, and how long it stays
 * the same.
 */
import { Address } from '@ton/core';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { badgeNumber } from '#api/sbt/contracts.ts';
import { signerOf } from '#api/sbt/voucher.ts';
import { CALLS } from '#core/contract/calls.ts';
import { SBT } from '#tests/support/deployment.ts';
import { linkWallet, readLink, readVoucher } from '#tests/support/minting.ts';
import { walletNamed } from '#tests/support/wallets.ts';
import { launchData, makeApi, type Reply, type TestApi, type TestUser } from '../support.ts';

const DAY = 24 * 60 * 60 * 1000;
const [ADA, BOB] = [1001, 1002];
const mine = walletNamed('ada');
const other = walletNamed('somebody else');
const { publicKey } = signerOf(SBT.signingKey ?? '');

let sbt: { -readonly [Key in keyof typeof SBT]: (typeof SBT)[Key] };
let api: TestApi;
let ada: TestUser;
beforeEach(async () => {
  sbt = { ...SBT };
  api = await makeApi({ sbt });
  ada = await api.registered(ADA);
});

const claim = (more: object = {}, user = ada) =>
  user.send('POST', '/api/user/sbt/claim', {
    auth: launchData(user.id, { at: api.clock.at }),
    body: { user_id: user.id, badge_id: 'lev_1', ...more },
  });
const standing = (user = ada) =>
  user.send('GET', `/api/user/sbt/${user.id}`, { auth: launchData(user.id, { at: api.clock.at }) });
const link = (user = ada, wallet = mine) => linkWallet(user, wallet, api.clock.at);
const codeOf = ({ status, json }: Reply) => [status, json.error?.code];
const voucherIn = ({ json }: Reply, key = publicKey) => readVoucher(readLink(json.link).body, key);

/** Calls and checks that nothing was written. */
async function refused(ask: () => Promise<Reply>) {
  const before = await api.dump();
  const reply = await ask();
  expect(await api.dump()).toBe(before);
  return [...codeOf(reply), ...(reply.json.error?.path === undefined ? [] : [reply.json.error.path])];
}

describe('who may claim', () => {
  test('users who earned the badge and linked a wallet may claim, and the badge is checked first', async () => {
    expect(await refused(() => claim({ badge_id: 'lev_2' }))).toEqual([409, 'badge_not_earned']);
    expect(await refused(() => claim())).toEqual([409, 'wallet_not_linked']);
    await link();
    expect(await refused(() => claim({ badge_id: 'lev_2' }))).toEqual([409, 'badge_not_earned']);
    expect(await refused(() => claim({ wallet_address: other.address }))).toEqual([409, 'wallet_mismatch']);
    expect((await claim()).status).toBe(200);
    expect((await claim({ wallet_address: mine.address.toUpperCase() })).status).toBe(200);
  });

  test.each(['lev_0', 'lev_21', 'star_1', 'LEV_1', ''])('%s is not a badge', async (badge_id) => {
    expect(await refused(() => claim({ badge_id }))).toEqual([400, 'malformed', 'badge_id']);
  });

  test.each(['', 'x', mine.address.slice(1), `${mine.address}0`, Address.parse(mine.address).toString()])(
    'the connected wallet must be given in raw form, unlike %s',
    async (wallet_address) => {
      expect(await refused(() => claim({ wallet_address }))).toEqual([400, 'malformed', 'wallet_address']);
    },
  );

  test('users who are unregistered or have deleted their data may not', async () => {
    expect(await refused(() => claim({}, api.user(999)))).toEqual([404, 'unknown_user']);
    expect(codeOf(await standing(api.user(999)))).toEqual([404, 'unknown_user']);
    await ada.send('DELETE', `/api/user/${ADA}`);
    expect(await refused(() => claim())).toEqual([410, 'data_deleted']);
    expect(codeOf(await standing())).toEqual([410, 'data_deleted']);
  });

  test('wallets that cannot hold badges may not', async () => {
    await link();
    const inMasterchain = mine.address.replace('0:', '-1:');
    await api.look(ADA, (sql) => {
      sql.run('UPDATE people SET wallet_address = ? WHERE user_id = ?', inMasterchain, ADA);
    });
    expect(await refused(() => claim({ wallet_address: inMasterchain }))).toEqual([409, 'wallet_mismatch']);
  });

  test('without a collection no claim is possible', async () => {
    await link();
    sbt.collection = null;
    await api.restart();
    expect(await refused(() => claim())).toEqual([503, 'sbt_not_configured']);
    expect(await refused(() => standing())).toEqual([503, 'sbt_not_configured']);
  });
});

describe('what the wallet gets', () => {
  test('a link with the mint for this wallet and badge, valid for a day, to be sent within five minutes', async () => {
    await link();
    const reply = await claim();
    expect(v.parse(CALLS.claimSbt.answer, reply.json)).toEqual(reply.json);
    expect(Object.keys(reply.json)).toEqual(['link']);
    const { to, amount, validUntil } = readLink(reply.json.link);
    expect([to, amount, validUntil]).toEqual([SBT.collection, 100_000_000n, api.clock.at / 1000 + 300]);
    const { collection, owner, ...voucher } = voucherIn(reply);
    expect([collection.toString(), owner.toRawString()]).toEqual([SBT.collection, mine.address]);
    expect(voucher).toEqual({
      badge: badgeNumber('lev_1'),
      validUntil: (api.clock.at + DAY) / 1000,
      content: 'en/lev_1.json',
    });
  });

  test('the same as a transaction of the wallet connector', async () => {
    sbt.delivery = 'ton-connect';
    sbt.network = 'testnet';
    await api.restart();
    await link();
    const { json } = await claim();
    expect(v.parse(CALLS.claimSbt.answer, json)).toEqual(json);
    const { to, amount, validUntil, body } = readLink(json.link);
    expect(json.transaction).toEqual({
      validUntil,
      network: '-3',
      messages: [{ address: to, amount: `${amount}`, payload: body.toBoc().toString('base64') }],
    });
  });

  test("in the voucher's last minutes a shorter deadline, no later than the voucher's", async () => {
    await link();
    await claim();
    api.clock.at += DAY - 60_000;
    expect(readLink((await claim()).json.link).validUntil).toBe(api.clock.at / 1000 + 60);
  });

  test.each([
    ['ru', 'ru/lev_1.json'],
    ['de', 'en/lev_1.json'],
  ])("the user's language decides the description: %s gets %s", async (language, content) => {
    const user = await api.registered(BOB, { language });
    await link(user, other);
    expect(voucherIn(await claim({}, user)).content).toBe(content);
  });

  test('the chosen language decides the description, and a valid voucher keeps its own', async () => {
    await link();
    const body = { id: ADA, languageCode: 'ru' };
    await ada.send('PATCH', '/api/user/language', { body });
    expect(voucherIn(await claim()).content).toBe('ru/lev_1.json');
    await ada.send('PATCH', '/api/user/language', { body: { ...body, languageCode: 'en' } });
    expect(voucherIn(await claim()).content).toBe('ru/lev_1.json');
  });
});

describe('the voucher', () => {
  beforeEach(async () => {
    await link();
  });

  test('is the same for a day, over restarts and concurrent claims, and then a new one', async () => {
    const first = await Promise.all([claim(), claim(), claim()]);
    const { body } = readLink(first[0].json.link);
    expect(new Set(first.map(({ json }) => json.link)).size).toBe(1);
    await api.restart();
    api.clock.at += DAY;
    expect(readLink((await claim()).json.link).body.equals(body)).toBe(true);
    expect(await api.rows(ADA, 'vouchers')).toHaveLength(1);
    api.clock.at += 1000;
    expect(voucherIn(await claim()).validUntil).toBe((api.clock.at + DAY) / 1000);
    expect(await api.rows(ADA, 'vouchers')).toHaveLength(1);
  });

  test('is the same after the clock was set back a little', async () => {
    const first = voucherIn(await claim());
    api.clock.at -= 30 * 60_000;
    const again = await claim();
    expect(voucherIn(again).validUntil).toBe(first.validUntil);
    expect(readLink(again.json.link).validUntil).toBe(api.clock.at / 1000 + 300);
    expect((await standing()).json.tokens).toHaveLength(1);
  });

  test('differs for another key or collection', async () => {
    const { validUntil } = voucherIn(await claim());
    sbt.signingKey = '08'.repeat(32);
    await api.restart();
    expect((await standing()).json.tokens).toEqual([]);
    api.clock.at += 60_000;
    const renewed = voucherIn(await claim(), signerOf(sbt.signingKey).publicKey);
    expect(renewed.validUntil).toBe(validUntil + 60);
    expect((await standing()).json.tokens).toHaveLength(1);
    sbt.collection = Address.parse(other.address).toString();
    await api.restart();
    expect((await standing()).json.tokens).toEqual([]);
  });

  test('is erased with “Delete my data”, and a returning user gets a new one', async () => {
    await claim();
    await ada.send('DELETE', `/api/user/${ADA}`);
    expect([await api.rows(ADA, 'vouchers'), await api.rows(ADA, 'tokens')]).toEqual([[], []]);
    await ada.send('POST', '/api/user/onboarding', { body: { userId: ADA } });
    expect(codeOf(await claim())).toEqual([409, 'wallet_not_linked']);
    expect((await standing()).json.tokens).toEqual([]);
    await link();
    api.clock.at += 60_000;
    expect(voucherIn(await claim()).validUntil).toBe((api.clock.at + DAY) / 1000);
  });
});

describe('the state of a claim', () => {
  test('is empty without a claim, with or without a wallet', async () => {
    const none = { collection: SBT.collection, delivery: 'link', tokens: [] };
    expect((await standing()).json).toEqual(none);
    await link();
    expect((await standing()).json).toEqual(none);
  });

  test('is requested until the voucher ends', async () => {
    await link();
    await ada.send('POST', '/api/checkin/claim', { body: { userId: ADA } });
    await claim();
    const until = new Date(api.clock.at + DAY).toISOString();
    const reply = await standing();
    expect(v.parse(CALLS.sbt.answer, reply.json)).toEqual(reply.json);
    expect(reply.json.tokens).toEqual([
      { badge_id: 'lev_1', state: 'requested', requested_until: until, explorer_url: null },
    ]);
    api.clock.at += DAY;
    expect((await standing()).json.tokens).toHaveLength(1);
    api.clock.at += 1000;
    expect((await standing()).json.tokens).toEqual([]);
  });

  test('is visible to its user only', async () => {
    const bob = await api.registered(BOB);
    await link();
    await claim();
    expect(codeOf(await bob.send('GET', `/api/user/sbt/${ADA}`))).toEqual([403, 'not_your_account']);
    expect(await refused(() => claim({ user_id: ADA }, bob))).toEqual([403, 'not_your_account']);
    expect((await standing(bob)).json.tokens).toEqual([]);
  });
});
