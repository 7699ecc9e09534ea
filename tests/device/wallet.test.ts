/** Wallet calls of the device: what each server answer means, and what is stored. */
import { describe, expect, test } from 'vitest';
import { type Rig, rig } from '#tests/device/sync-rig.ts';
import { PROOF } from '#tests/features/wallet/proof.ts';

const ADDRESS = `0:${'a'.repeat(64)}`;
const OPTIONS = {
  manifestUrl: 'https://app.test/tonconnect-manifest.json',
  walletsListUrl: 'https://wallets.test/list.json',
  bridges: ['https://bridge.test'],
  preferredWallet: null,
};
const LINK = 'POST /api/user/wallet';

async function opened(r: Rig) {
  const device = await r.open();
  device.live.profile.subscribe(() => undefined);
  await r.pass(5_000);
  return device;
}

async function soon<T>(r: Rig, answer: Promise<T>): Promise<T> {
  await r.pass(5_000);
  return answer;
}

test('how wallets connect, and what they sign', async () => {
  const r = rig();
  r.script.set('GET /api/wallet/options', () => ({ status: 200, body: OPTIONS }));
  r.script.set('GET /api/wallet/proof-payload', () => ({
    status: 200,
    body: { payload: 'payload-1', expiresAt: '2026-07-01T12:15:00.000Z' },
  }));
  const device = await opened(r);
  expect(await soon(r, device.walletOptions())).toEqual({ ok: true, value: OPTIONS });
  expect(await soon(r, device.walletPayload())).toEqual({ ok: true, value: 'payload-1' });
});

test('a linked wallet is in the profile at once', async () => {
  const r = rig();
  const linked = () => ({ ...r.ledger.profile(), wallet_address: ADDRESS });
  r.script.set(LINK, () => ({ status: 200, body: { wallet_address: ADDRESS, profile: linked() } }));
  r.script.set('GET /api/user/{id}', () => ({ status: 200, body: linked() }));
  const device = await opened(r);
  expect(device.live.profile.current()?.walletAddress).toBeNull();
  expect(await soon(r, device.linkWallet(ADDRESS, PROOF))).toBe('linked');
  expect(device.live.profile.current()?.walletAddress).toBe(ADDRESS);
  const sent = r.calls.find(({ name }) => name === LINK);
  expect(sent?.body).toEqual({ id: 42, wallet_address: ADDRESS, proof: PROOF });
});

describe('a refused link', () => {
  test.each([
    ['wallet_proof_invalid', 400, 'invalid'],
    ['wallet_already_linked', 409, 'bound'],
    ['wallet_taken', 409, 'taken'],
    ['launch_data_stale', 403, 'stale'],
    ['launch_data_expired', 401, 'reopen'],
    ['rate_limited', 429, 'failed'],
    ['internal', 500, 'failed'],
    ['toString', 500, 'failed'],
  ] as const)('%s', async (code, status, outcome) => {
    const r = rig();
    r.script.set(LINK, () => ({ status, body: { error: { code, message: code } } }));
    const device = await opened(r);
    expect(await soon(r, device.linkWallet(ADDRESS, PROOF))).toBe(outcome);
    expect(device.live.profile.current()?.walletAddress).toBeNull();
  });
});

test.each([
  ['data_deleted', 410],
  ['client_outdated', 426],
  ['launch_data_expired', 401],
] as const)('%s concerns more than a wallet, and the sync learns of it at once', async (code, status) => {
  const r = rig();
  const device = await opened(r);
  for (const name of ['GET /api/wallet/options', LINK]) {
    r.script.set(name, () => ({ status, body: { error: { code, message: code } } }));
  }
  const asked = () => r.calls.filter(({ name }) => name === 'GET /api/user/{id}').length;
  let before = asked();
  await soon(r, device.walletOptions());
  expect(asked()).toBeGreaterThan(before);
  before = asked();
  await soon(r, device.linkWallet(ADDRESS, PROOF));
  expect(asked()).toBeGreaterThan(before);
});

test('without a network, and on a faulty device, each call reports it', async () => {
  const r = rig();
  const device = await opened(r);
  r.online = false;
  expect(await soon(r, device.walletOptions())).toEqual({ ok: false, error: 'offline' });
  expect(await soon(r, device.walletPayload())).toEqual({ ok: false, error: 'offline' });
  expect(await soon(r, device.linkWallet(ADDRESS, PROOF))).toBe('offline');
  const settings = r.database.tables.get('settings');
  if (settings === undefined) throw new Error('no table');
  settings.get = () => {
    throw new TypeError('an unusual fault');
  };
  expect(await soon(r, device.walletOptions())).toEqual({ ok: false, error: 'failed' });
  expect(await soon(r, device.linkWallet(ADDRESS, PROOF))).toBe('failed');
});

const TOKENS = 'GET /api/user/sbt/{id}';
const CLAIM = 'POST /api/user/sbt/claim';

test('which badges are tokens or becoming tokens', async () => {
  const r = rig();
  const token = {
    badge_id: 'lev_1',
    state: 'minted',
    requested_until: null,
    explorer_url: 'https://x.test/a',
  };
  r.script.set(TOKENS, () => ({
    status: 200,
    body: { collection: 'EQ', delivery: 'link', tokens: [token] },
  }));
  const device = await opened(r);
  expect(await soon(r, device.tokens())).toEqual({
    ok: true,
    value: [{ badgeId: 'lev_1', state: 'minted', explorerUrl: 'https://x.test/a' }],
  });
});

test('a claim names the badge and the connected wallet, and returns the link', async () => {
  const r = rig();
  r.script.set(CLAIM, () => ({ status: 200, body: { link: 'ton://transfer/x' } }));
  const device = await opened(r);
  expect(await soon(r, device.claimToken('lev_1', ADDRESS))).toEqual({
    ok: true,
    value: { link: 'ton://transfer/x' },
  });
  const sent = r.calls.find(({ name }) => name === CLAIM);
  expect(sent?.body).toEqual({ user_id: 42, badge_id: 'lev_1', wallet_address: ADDRESS });
});

test.each([
  [503, 'sbt_not_configured', 'none'],
  [409, 'badge_not_earned', 'unearned'],
  [409, 'wallet_not_linked', 'unlinked'],
  [409, 'wallet_mismatch', 'other'],
  [500, 'internal', 'failed'],
  [503, 'moving', 'failed'],
] as const)('a claim that is answered %i %s', async (status, code, outcome) => {
  const r = rig();
  r.script.set(CLAIM, () => ({ status, body: { error: { code, message: '' } } }));
  const device = await opened(r);
  expect(await soon(r, device.claimToken('lev_1', ADDRESS))).toEqual({ ok: false, error: outcome });
});
