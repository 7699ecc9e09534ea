/**
 * The chain state of claimed badges, in both deployments over HTTP: as few calls as possible, and no harm to
 * any user.
 */
import { Address } from '@ton/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { badgeAddress, badgeNumber } from '#api/sbt/contracts.ts';
import { SBT, START } from '#tests/support/deployment.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { linkWallet, tokenOnChain } from '#tests/support/minting.ts';
import { openObjectsDeployment } from '#tests/support/objects-deployment.ts';
import { walletNamed } from '#tests/support/wallets.ts';
import { type ChainAccount, startTonCenter, type TonCenter } from '#tests/upstream/ton-center.ts';
import { apiOver, CONFIG, launchData, type TestUser } from '../support.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const ADA = 1001;
const mine = walletNamed('ada');
const collection = Address.parse(SBT.collection ?? '');
const tokenOf = (id: string) => ({
  collection,
  owner: Address.parse(mine.address),
  badge: badgeNumber(id) ?? 0,
});
const addressOf = (id: string) => {
  const { owner, badge } = tokenOf(id);
  return badgeAddress(collection, owner, badge);
};
const NOTHING: ChainAccount = { state: 'frozen', balance: 0n, code: '', data: '' };

describe.each([
  ['machine', openMachineDeployment],
  ['objects', openObjectsDeployment],
])('%s', (_, open) => {
  let service: TonCenter;
  let api: ReturnType<typeof apiOver>;
  let ada: TestUser;
  let isReadOnly: boolean;
  let sbt: { -readonly [Key in keyof typeof SBT]: (typeof SBT)[Key] };

  beforeEach(async () => {
    service = await startTonCenter();
    isReadOnly = false;
    const clock = { at: START, now: () => clock.at };
    sbt = { ...SBT, apiUrl: service.url };
    const seams = { config: CONFIG, clock, sbt, readOnly: () => isReadOnly, onRequest: () => undefined };
    api = apiOver(await open(seams), clock);
    ada = await api.registered(ADA);
    await linkWallet(ada, mine, START);
  });
  afterEach(() => service.stop());

  const claim = async (...ids: readonly string[]) => {
    for (const badge_id of ids) {
      const body = { user_id: ADA, badge_id };
      const auth = launchData(ADA, { at: api.clock.at });
      expect((await ada.send('POST', '/api/user/sbt/claim', { auth, body })).status).toBe(200);
    }
  };
  async function look(): Promise<
    readonly { badge_id: string; state: string; explorer_url: string | null }[]
  > {
    const auth = launchData(ADA, { at: api.clock.at });
    const reply = await ada.send('GET', `/api/user/sbt/${ADA}`, { auth });
    expect(reply.status).toBe(200);
    return reply.json.tokens;
  }
  const states = async () => (await look()).map(({ badge_id, state }) => `${badge_id} ${state}`);
  const mint = (id: string, more = {}) => service.accounts.set(...tokenOnChain(tokenOf(id), more));
  /** Calls to the chain since the last check. */
  const asked = () =>
    service.asked.splice(0).map(({ url }) => url.searchParams.get('address')?.slice(2, 10) ?? '');
  const named = (...ids: readonly string[]) => ids.map((id) => addressOf(id).toRawString().slice(2, 10));
  /** With ten friends; returns the ids of the badges. */
  async function earn() {
    for (let friend = 1; friend <= 10; friend += 1) {
      await api.registered(2000 + friend, { startParam: `${ADA}` });
    }
    await api.settle();
    const { earned } = (
      await ada.send('GET', `/api/user/${ADA}`, { auth: launchData(ADA, { at: api.clock.at }) })
    ).json;
    return (earned as { id: string }[]).map(({ id }) => id);
  }

  test('a minted badge is confirmed with its page and never asked about again', async () => {
    await claim('lev_1');
    expect(await look()).toMatchObject([{ badge_id: 'lev_1', state: 'requested', explorer_url: null }]);
    mint('lev_1');
    api.clock.at += 10_000;
    const confirmed = {
      badge_id: 'lev_1',
      state: 'minted',
      requested_until: null,
      explorer_url: `https://explorer.example/${addressOf('lev_1').toString()}`,
    };
    expect(await look()).toEqual([confirmed]);
    expect(asked()).toEqual(named('lev_1', 'lev_1'));
    service.accounts.clear();
    api.clock.at += HOUR;
    await api.restart();
    expect(await look()).toEqual([confirmed]);
    await claim('lev_1');
    api.clock.at += 3 * DAY;
    expect(await look()).toEqual([confirmed]);
    expect(asked()).toEqual([]);
  });

  test.each([
    ['destroyed', { isDestroyed: true }],
    ['revoked', { revokedAt: START / 1000 }],
  ])('a badge that was %s is gone', async (_, more) => {
    await claim('lev_1');
    mint('lev_1', more);
    expect(await states()).toEqual(['lev_1 gone']);
    api.clock.at += 3 * DAY;
    expect(await states()).toEqual(['lev_1 gone']);
    expect(asked()).toHaveLength(1);
  });

  test('unclaimed badges cause no call', async () => {
    mint('lev_1');
    expect(await look()).toEqual([]);
    expect(asked()).toEqual([]);
  });

  test('calls are at least ten seconds apart, however many readers there are', async () => {
    await claim('lev_1');
    await Promise.all([look(), look(), look()]);
    await claim('lev_1');
    await look();
    expect(asked()).toEqual(named('lev_1'));
    api.clock.at += 9_999;
    await look();
    expect(asked()).toEqual([]);
    api.clock.at += 1;
    await look();
    expect(asked()).toEqual(named('lev_1'));
    api.clock.at -= HOUR / 2;
    await look();
    expect(asked()).toEqual(named('lev_1'));
  });

  test('four badges are asked at a time, the longest unchecked first', async () => {
    const ids = (await earn()).slice(0, 6);
    expect(ids).toHaveLength(6);
    await claim(...ids);
    await look();
    const first = asked();
    expect(first).toHaveLength(4);
    api.clock.at += 5_000;
    await look();
    const second = asked();
    expect([...first, ...second].toSorted()).toEqual(named(...ids).toSorted());
    api.clock.at += 5_000;
    await look();
    expect(asked()).toEqual(first);
    for (const id of ids) mint(id);
    api.clock.at += 10_000;
    await look();
    await look();
    expect(await states()).toEqual(ids.map((id) => `${id} minted`));
    expect(asked()).toHaveLength(6);
  });

  test('an expired voucher is checked for another day, and shows only a minted badge', async () => {
    await claim('lev_1');
    api.clock.at += 2 * DAY;
    expect(await look()).toEqual([]);
    expect(asked()).toHaveLength(1);
    api.clock.at += 10_000;
    mint('lev_1');
    expect(await look()).toEqual([]);
    expect(asked()).toEqual([]);
    await claim('lev_1');
    expect(await states()).toEqual(['lev_1 minted']);
  });

  test('a badge minted at the last moment is confirmed the day after', async () => {
    await claim('lev_1');
    mint('lev_1');
    api.clock.at += 2 * DAY;
    expect(await states()).toEqual(['lev_1 minted']);
  });

  test.each([
    ['is down', { type: 'status', status: 503 }],
    ['asks for a pause', { type: 'status', status: 429, retryAfter: '1' }],
    ['cuts its answer', { type: 'half' }],
    ['never answers', { type: 'silence' }],
    ['never ends', { type: 'drip' }],
    ['answers nonsense', { type: 'body', text: '{"ok":true,"result":{}}' }],
  ] as const)('a service that %s changes nothing and gets one call per read', async (_, fault) => {
    const [first = '', ...others] = (await earn()).slice(0, 3);
    await claim(first);
    mint(first);
    await look();
    await claim(...others);
    for (const id of others) mint(id);
    asked();
    service.fail(fault);
    const known = [`${first} minted`, ...others.map((id) => `${id} requested`)];
    expect(await states()).toEqual(known);
    expect(asked()).toHaveLength(1);
    expect(await states()).toEqual(known);
    expect(asked()).toHaveLength(1);
    expect(await states()).toEqual(known);
    expect(asked()).toEqual([]);
    service.fail(null);
    api.clock.at += 10_000;
    expect(await states()).toEqual([first, ...others].map((id) => `${id} minted`));
  });

  test('a badge without an answer does not hold up the others', async () => {
    const ids = (await earn()).slice(0, 3);
    await claim(...ids);
    for (const id of ids) mint(id);
    const [broken = ''] = ids;
    service.fail({ type: 'status', status: 500 }, addressOf(broken).toRawString());
    for (let time = 0; time < 3; time += 1) {
      await look();
      api.clock.at += 10_000;
    }
    expect((await states()).filter((text) => text.endsWith('minted'))).toHaveLength(2);
  });

  test('a frozen contract or another contract is not minted', async () => {
    await claim('lev_1');
    const address = addressOf('lev_1').toRawString();
    service.accounts.set(address, NOTHING);
    expect(await states()).toEqual(['lev_1 requested']);
    service.accounts.set(address, {
      ...NOTHING,
      state: 'active',
      code: 'te6cckEBAQEAAgAAAEysuc0=',
      data: '!',
    });
    api.clock.at += 10_000;
    expect(await states()).toEqual(['lev_1 requested']);
    expect(asked()).toHaveLength(2);
  });

  test('another collection starts without a known state, another key keeps it', async () => {
    await claim('lev_1');
    mint('lev_1');
    expect(await states()).toEqual(['lev_1 minted']);
    sbt.signingKey = '08'.repeat(32);
    await api.restart();
    expect(await states()).toEqual(['lev_1 minted']);
    sbt.collection = mine.address;
    await api.restart();
    expect(await look()).toEqual([]);
    asked();
    await claim('lev_1');
    expect(await states()).toEqual(['lev_1 requested']);
    expect(asked()).toHaveLength(1);
  });

  test('a read-only deployment makes no call and shows the known state', async () => {
    await claim('lev_1');
    mint('lev_1');
    isReadOnly = true;
    await api.restart();
    expect(await states()).toEqual(['lev_1 requested']);
    expect(asked()).toEqual([]);
    const refused = await ada.send('POST', '/api/user/sbt/claim', {
      body: { user_id: ADA, badge_id: 'lev_1' },
    });
    expect([refused.status, refused.json.error.code]).toEqual([503, 'moving']);
  });

  test("the state is erased with the user's data", async () => {
    await claim('lev_1');
    mint('lev_1');
    await look();
    await ada.send('DELETE', `/api/user/${ADA}`);
    expect(await api.rows(ADA, 'tokens')).toEqual([]);
    await ada.send('POST', '/api/user/onboarding', { body: { userId: ADA } });
    await linkWallet(ada, mine, api.clock.at);
    expect(await look()).toEqual([]);
  });
});
