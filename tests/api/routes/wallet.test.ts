/** Linking a wallet in both deployments: the payload, the proof, the owner, and the end of a link. */
import { beforeEach, describe, expect, test } from 'vitest';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '#core/contract/version.ts';
import { type ProofAsked, type TestWallet, walletNamed } from '#tests/support/wallets.ts';
import { CONFIG, launchData, makeApi, type Reply, type TestApi, type TestUser } from '../support.ts';

const MINUTE = 60_000;
const [ADA, BOB] = [1001, 1002];
const mine = walletNamed('ada');
const other = walletNamed('somebody else');

let api: TestApi;
let ada: TestUser;
beforeEach(async () => {
  api = await makeApi();
  ada = await api.registered(ADA);
});

async function payloadFor(user: TestUser): Promise<string> {
  return (await user.send('GET', '/api/wallet/proof-payload')).json.payload;
}

async function link(user: TestUser, wallet: TestWallet, change: Partial<ProofAsked> = {}): Promise<Reply> {
  const payload = change.payload ?? (await payloadFor(user));
  return send(user, wallet.prove({ at: api.clock.at, ...change, payload }));
}

function send(user: TestUser, proved: object): Promise<Reply> {
  return user.send('POST', '/api/user/wallet', { body: { id: user.id, ...proved } });
}

const codeOf = ({ status, json }: Reply) => [status, json.error?.code];
const addressOf = async (user: TestUser) =>
  (await user.send('GET', `/api/user/${user.id}`)).json.wallet_address;
const walletEvents = async (userId: number) =>
  (await api.events(userId)).filter(({ type }) => type.startsWith('Wallet'));

describe('a payload', () => {
  test('is valid for fifteen minutes and new each time', async () => {
    const { status, json } = await ada.send('GET', '/api/wallet/proof-payload');
    expect(status).toBe(200);
    expect(Date.parse(json.expiresAt)).toBe(api.clock.at + 15 * MINUTE);
    expect(await payloadFor(ada)).not.toBe(json.payload);
  });

  test('of another user, a forged one, or an expired one is refused', async () => {
    const bob = await api.registered(BOB);
    const late = await payloadFor(ada);
    expect(codeOf(await link(ada, mine, { payload: await payloadFor(bob) }))).toEqual([
      400,
      'wallet_proof_invalid',
    ]);
    expect(
      codeOf(await link(ada, mine, { payload: late.replace(/.$/, (last) => (last === '_' ? '-' : '_')) })),
    ).toEqual([400, 'wallet_proof_invalid']);
    api.clock.at += 15 * MINUTE;
    expect(codeOf(await link(ada, mine, { payload: late }))).toEqual([400, 'wallet_proof_invalid']);
    expect(api.lines.flatMap(({ reason }) => reason ?? [])).toEqual(['payload', 'payload', 'payload']);
    expect(await addressOf(ada)).toBeNull();
  });

  test('can be used once', async () => {
    const payload = await payloadFor(ada);
    expect((await link(ada, mine, { payload })).status).toBe(200);
    expect((await link(await api.registered(BOB), other)).status).toBe(200);
    await ada.send('DELETE', `/api/user/${ADA}`);
    await ada.send('POST', '/api/user/onboarding', { body: { userId: ADA } });
    expect(codeOf(await link(ada, mine, { payload }))).toEqual([400, 'wallet_proof_invalid']);
    expect(api.lines.at(-1)).toMatchObject({ code: 'wallet_proof_invalid', reason: 'payload_used' });
    expect((await link(ada, mine)).status).toBe(200);
  });
});

describe('a proved wallet', () => {
  test('is linked by an event without its name, and the address is stored where it can be erased', async () => {
    const { status, json } = await link(ada, mine);
    expect([status, json.wallet_address, json.profile.wallet_address]).toEqual([
      200,
      mine.address,
      mine.address,
    ]);
    expect(await addressOf(ada)).toBe(mine.address);
    const [event, ...more] = await walletEvents(ADA);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'WalletLinked.v1',
      eventId: 'wallet_linked:0',
      bucket: null,
      award: 0,
    });
    expect(JSON.parse(event?.data ?? '')).toEqual({ wallet: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(JSON.stringify(await api.events(ADA))).not.toContain(mine.address.slice(2));
    expect((await api.account(ADA))?.wallet).toBe(JSON.parse(event?.data ?? '').wallet);
  });

  test('can be proved again, even with the same proof, without a change', async () => {
    const proved = mine.prove({ at: api.clock.at, payload: await payloadFor(ada) });
    expect((await send(ada, proved)).status).toBe(200);
    const before = await api.account(ADA);
    expect((await send(ada, proved)).status).toBe(200);
    expect((await link(ada, mine)).status).toBe(200);
    expect(await api.account(ADA)).toEqual(before);
  });

  test('is the same in capital letters', async () => {
    const bob = await api.registered(BOB);
    const capital = async (user: TestUser) => {
      const proved = mine.prove({ at: api.clock.at, payload: await payloadFor(user) });
      return send(user, { ...proved, wallet_address: mine.address.toUpperCase() });
    };
    expect((await capital(ada)).json.wallet_address).toBe(mine.address);
    expect(codeOf(await capital(bob))).toEqual([409, 'wallet_taken']);
    expect((await capital(ada)).status).toBe(200);
    expect([await addressOf(ada), await addressOf(bob)]).toEqual([mine.address, null]);
    expect(await walletEvents(ADA)).toHaveLength(1);
  });

  test('is never replaced, and never given to another user', async () => {
    const bob = await api.registered(BOB);
    await link(ada, mine);
    expect(codeOf(await link(ada, other))).toEqual([409, 'wallet_already_linked']);
    expect(codeOf(await link(bob, mine))).toEqual([409, 'wallet_taken']);
    expect([await addressOf(ada), await addressOf(bob)]).toEqual([mine.address, null]);
    expect((await link(bob, other)).status).toBe(200);
  });

  test('stays linked when its address is erased, and a new proof restores the address', async () => {
    const bob = await api.registered(BOB);
    await link(ada, mine);
    await ada.send('DELETE', `/api/user/${ADA}`);
    expect(codeOf(await link(bob, mine))).toEqual([409, 'wallet_taken']);
    expect(await api.dump()).not.toContain(mine.address);
    await ada.send('POST', '/api/user/onboarding', { body: { userId: ADA } });
    expect(await addressOf(ada)).toBeNull();
    expect(codeOf(await link(ada, other))).toEqual([409, 'wallet_already_linked']);
    expect((await link(ada, mine)).status).toBe(200);
    expect(await addressOf(ada)).toBe(mine.address);
    expect(await walletEvents(ADA)).toHaveLength(1);
  });

  test('is linked once if one call arrives twice at once', async () => {
    const proved = mine.prove({ at: api.clock.at, payload: await payloadFor(ada) });
    const replies = await Promise.all([send(ada, proved), send(ada, proved), send(ada, proved)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await walletEvents(ADA)).toHaveLength(1);
  });

  test.each([
    ['its own payload', 2],
    ['the same payload', 1],
  ])(
    'linked at once with another, each with %s, wins alone, and the other stays free',
    async (_, payloads) => {
      const bob = await api.registered(BOB);
      const asked = [await payloadFor(ada), await payloadFor(ada)];
      const replies = await Promise.all(
        [mine, other].map((wallet, at) =>
          send(ada, wallet.prove({ at: api.clock.at, payload: asked[at % payloads] ?? '' })),
        ),
      );
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      const refused = replies.filter(({ status }) => status !== 200).map(({ json }) => json.error.code);
      expect(['wallet_already_linked', 'wallet_proof_invalid']).toContain(refused[0]);
      expect(await walletEvents(ADA)).toHaveLength(1);
      const [linked, free] = (await addressOf(ada)) === mine.address ? [mine, other] : [other, mine];
      expect(codeOf(await link(bob, linked))).toEqual([409, 'wallet_taken']);
      expect((await link(bob, free)).status).toBe(200);
    },
  );

  test('linked while its user deletes their data leaves no address behind', async () => {
    const proved = mine.prove({ at: api.clock.at, payload: await payloadFor(ada) });
    const [deleted] = await Promise.all([ada.send('DELETE', `/api/user/${ADA}`), send(ada, proved)]);
    expect(deleted.status).toBe(200);
    expect(await api.dump()).not.toContain(mine.address);
    await ada.send('POST', '/api/user/onboarding', { body: { userId: ADA } });
    expect((await link(ada, mine)).status).toBe(200);
    expect(await walletEvents(ADA)).toHaveLength(1);
  });

  test('linked by two users at once belongs to one', async () => {
    const users = await Promise.all([ADA, BOB, 1003, 1004].map((id) => api.registered(id)));
    const bodies = await Promise.all(
      users.map(async (user) => mine.prove({ at: api.clock.at, payload: await payloadFor(user) })),
    );
    const replies = await Promise.all(users.map((user, at) => send(user, bodies[at] ?? {})));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const addresses = await Promise.all(users.map(addressOf));
    expect(addresses.filter((address) => address === mine.address)).toHaveLength(1);
    const events = await Promise.all(users.map(({ id }) => walletEvents(id)));
    expect(events.flat()).toHaveLength(1);
  });

  test('stays linked after a restart', async () => {
    const bob = await api.registered(BOB);
    await link(ada, mine);
    await api.restart();
    expect(codeOf(await link(bob, mine))).toEqual([409, 'wallet_taken']);
    expect(await addressOf(ada)).toBe(mine.address);
  });

  test("appears in its user's export, which still verifies", async () => {
    await link(ada, mine);
    const made = await ada.send('POST', '/api/exports', { body: { userId: ADA, kind: 'ledger' } });
    const file = await api.send('GET', new URL(made.json.url).pathname);
    const [header, ...events] = file.text.trim().split('\n');
    expect(JSON.parse(header ?? '')).toMatchObject({ userId: ADA, walletAddress: mine.address });
    expect(events.join()).not.toContain(mine.address.slice(2));
  });
});

describe('an invalid proof', () => {
  test('is refused whatever its parts are, and causes no defect', async () => {
    const { wallet_address, proof } = mine.prove({ at: api.clock.at, payload: await payloadFor(ada) });
    const long = '9'.repeat(300_000);
    const changes: readonly Record<string, unknown>[] = [
      ...['', '0', 'te6c', 'a'.repeat(4096), '\0', '\ud800', long].flatMap((text) => [
        { walletStateInit: text },
        { publicKey: text },
        { payload: text },
        { signature: text },
        { network: text },
        { timestamp: text },
        { domain: { lengthBytes: text.length, value: text } },
      ]),
      ...[null, true, [], {}, -0, 1e308, -1, 0.5, 2 ** 53].flatMap((value) => [
        { timestamp: value },
        { domain: { lengthBytes: value, value: 'irich.example' } },
        { payload: value },
        { domain: value },
      ]),
      { signature: 'A'.repeat(86).concat('==') },
      { signature: '/'.repeat(86).concat('==') },
    ];
    for (const change of changes) {
      const { status } = await send(ada, { wallet_address, proof: { ...proof, ...change } });
      expect([400, 413], JSON.stringify(change).slice(0, 100)).toContain(status);
    }
    for (const address of ['', '0:', long, `0:${'g'.repeat(64)}`, 'constructor', wallet_address.slice(2)]) {
      expect([400, 413]).toContain((await send(ada, { wallet_address: address, proof })).status);
    }
    const twice = JSON.stringify({ id: ADA, wallet_address, proof }).replace(
      '"network"',
      '"network":"-239","__proto__":{"network":"-239"},"network":"-3","nothing"',
    );
    expect((await ada.send('POST', '/api/user/wallet', { body: twice })).status).toBe(400);
    expect(api.lines.filter(({ fault }) => fault !== undefined)).toEqual([]);
    expect(await walletEvents(ADA)).toEqual([]);
  });

  test.each([
    ['of the test network', { network: '-3' }, 'network'],
    ['for another app', { domain: 'evil.example' }, 'domain'],
    ['an hour old', { at: -60 * MINUTE }, 'timestamp'],
  ])(
    '%s is refused, and only the log says why',
    async (_, { at = 0, ...change }: Partial<ProofAsked>, reason) => {
      const refused = await link(ada, mine, { ...change, at: api.clock.at + at });
      expect(codeOf(refused)).toEqual([400, 'wallet_proof_invalid']);
      expect(refused.text).not.toContain(reason);
      expect(api.lines.at(-1)).toMatchObject({ path: '/api/user/wallet', reason });
      expect(await walletEvents(ADA)).toEqual([]);
    },
  );

  test("for another user's address is refused", async () => {
    const proved = mine.prove({ at: api.clock.at, payload: await payloadFor(ada) });
    const stolen = { ...proved, wallet_address: other.address };
    expect(codeOf(await send(ada, stolen))).toEqual([400, 'wallet_proof_invalid']);
    expect(api.lines.at(-1)?.reason).toBe('other_address');
  });

  test('without all parts is malformed, and the answer names the part', async () => {
    const { wallet_address, proof } = mine.prove({ at: api.clock.at, payload: 'x' });
    const { domain: _, ...rest } = proof;
    const { status, json } = await send(ada, { wallet_address, proof: rest });
    expect([status, json.error.code, json.error.path]).toEqual([400, 'malformed', 'proof.domain']);
    expect(codeOf(await send(ada, { wallet_address }))).toEqual([400, 'malformed']);
  });
});

describe('launch data', () => {
  test('an hour old or older links nothing, and the rest of the call works', async () => {
    const from = api.clock.at - 60 * MINUTE;
    const stale = api.user(ADA, { at: from });
    expect(codeOf(await stale.send('GET', '/api/wallet/proof-payload'))).toEqual([403, 'launch_data_stale']);
    expect(codeOf(await link(stale, mine, { payload: await payloadFor(ada) }))).toEqual([
      403,
      'launch_data_stale',
    ]);
    expect(await addressOf(stale)).toBeNull();
    const fresh = api.user(ADA, { at: from + 1000 });
    expect((await link(fresh, mine)).status).toBe(200);
  });

  test('of unregistered or deleted users links nothing', async () => {
    const stranger = api.user(999);
    expect(codeOf(await stranger.send('GET', '/api/wallet/proof-payload'))).toEqual([404, 'unknown_user']);
    const payload = await payloadFor(ada);
    await ada.send('DELETE', `/api/user/${ADA}`);
    expect(codeOf(await link(ada, mine, { payload }))).toEqual([410, 'data_deleted']);
  });

  test('of the previous contract version is accepted as before', async () => {
    const headers = { [CONTRACT_HEADER]: `${CONTRACT_VERSION - 1}` };
    expect((await ada.send('GET', `/api/user/${ADA}`, { headers })).status).toBe(200);
  });
});

describe('configuration for wallets and the app', () => {
  test('the manifest is public, readable by any page, and cacheable', async () => {
    const { status, json, headers } = await api.send('GET', '/tonconnect-manifest.json');
    expect(status).toBe(200);
    expect(json).toEqual({
      url: CONFIG.publicUrl,
      name: 'iRICH',
      iconUrl: `${CONFIG.publicUrl}/icon-192.png`,
    });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('cache-control')).toMatch(/^public, max-age=/);
    const posted = await api.send('POST', '/tonconnect-manifest.json', { auth: launchData(ADA) });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('the app gets the wallet list and the allowed bridges', async () => {
    const { status, json, headers } = await api.send('GET', '/api/wallet/options');
    expect(status).toBe(200);
    expect(json).toEqual({
      manifestUrl: `${CONFIG.publicUrl}/tonconnect-manifest.json`,
      walletsListUrl: CONFIG.wallets.listUrl,
      bridges: CONFIG.wallets.bridges,
      preferredWallet: null,
    });
    expect(headers.get('cache-control')).toMatch(/^public, max-age=/);
  });
});
