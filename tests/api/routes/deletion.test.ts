/** 'Delete my data': what is erased, what stays, and how other devices learn of it. */
import { beforeEach, describe, expect, test } from 'vitest';
import { noLimits } from '#tests/support/no-limits.ts';
import { launchData, makeApi, type Reply, recordId, START, type TestApi, type TestUser } from '../support.ts';

let api: TestApi;
let user: TestUser;
beforeEach(async () => {
  api = await makeApi({ limiter: noLimits });
  await api.registered(7);
  user = await api.registered(42, { username: 'ada_secret', startParam: '7', language: 'ru' });
});

const occurredAt = new Date(START).toISOString();
const record = (id = recordId()) => ({
  id,
  calculationType: 'Staking',
  occurredAt,
  inputs: { secret: 'x1' },
});
const sync = (records: unknown[], headers = {}) =>
  user.send('POST', '/api/sync', { body: { userId: 42, records }, headers });
const erase = (headers = {}) => user.send('DELETE', '/api/user/42', { headers });
const onboard = (headers = {}) =>
  user.send('POST', '/api/user/onboarding', { body: { userId: 42 }, headers });
const code = (reply: { json: { error?: { code: string } } }) => reply.json.error?.code;

test('names, inputs, language, last seen, exports, vouchers and tokens are erased; the ledger stays', async () => {
  await sync([record(), record()]);
  await user.send('POST', '/api/user/sessions', { body: { userId: 42 } });
  const { token } = (await user.send('POST', '/api/exports', { body: { userId: 42, kind: 'ledger' } })).json;
  await api.look(42, (sql) => {
    sql.run("INSERT INTO vouchers VALUES (42, 106, 'wallet', 'en/lev_6.json', 1)");
    sql.run("INSERT INTO tokens VALUES (42, 106, 'wallet', 'minted', 1, 1)");
  });
  expect((await erase()).json).toMatchObject({ deleted: true, generation: 1 });
  expect(await api.dump()).not.toMatch(/ada_secret|User 42|x1/);
  for (const table of ['people', 'last_seen', 'calculations', 'exports', 'vouchers', 'tokens'] as const) {
    expect(await api.rows(42, table), table).toEqual([]);
  }
  expect((await api.send('GET', `/api/exports/${token}`)).status).toBe(404);
  expect((await api.account(42))?.head.seq).toBe(5);
});

test('every call except registration and onboarding answers 410', async () => {
  await erase();
  const before = await api.dump();
  const body = { body: { userId: 42 } };
  const replies = await Promise.all([
    user.send('GET', '/api/user/42'),
    user.send('GET', '/api/user/language/42'),
    user.send('PATCH', '/api/user/language', { body: { id: 42, languageCode: 'en' } }),
    user.send('POST', '/api/user/sessions', body),
    user.send('POST', '/api/referrals', body),
    user.send('POST', '/api/referral/calculations', { body: { userId: 42, ...record() } }),
    sync([record()]),
    user.send('GET', '/api/records/42'),
    user.send('DELETE', '/api/records/42'),
    user.send('DELETE', `/api/records/42/${recordId()}`),
    user.send('GET', '/api/user/event-reminders/42'),
    user.send('PUT', '/api/user/event-reminders', { body: { userId: 42, eventId: 'fomc', isOn: false } }),
    user.send('POST', '/api/checkin/status', body),
    user.send('POST', '/api/checkin/claim', body),
    user.send('GET', '/api/ledger/42'),
    user.send('POST', '/api/exports', { body: { userId: 42, kind: 'ledger' } }),
    erase(),
  ]);
  expect(replies.map(code)).toEqual(new Array(replies.length).fill('data_deleted'));
  expect(replies.every((reply) => reply.status === 410)).toBe(true);
  const registered = await user.register();
  expect(registered.json).toMatchObject({ isNewUser: true, generation: 1, profile: { is_premium: 0 } });
  expect(await api.dump()).toBe(before);
});

test('a return continues the ledger without a second referral', async () => {
  await sync([record()]);
  await erase();
  expect((await onboard({ 'x-generation': '1' })).json).toMatchObject({
    isNewUser: false,
    generation: 1,
    profile: { activity_points: '1', badges: 'lev_1', generation: 1 },
  });
  expect(await api.rows(42, 'people')).toMatchObject([{ username: 'ada_secret', language: 'ru' }]);
  await api.settle();
  const referrer = (await api.user(7).send('GET', '/api/user/7')).json;
  expect(referrer).toMatchObject({ friends: 1, referral_points: '50' });
  expect((await sync([record()], { 'x-generation': '1' })).json.profile.activity_points).toBe('2');
});

test('a device that missed the deletion learns of it, also after the return', async () => {
  await erase();
  expect(code(await onboard({ 'x-generation': '0' }))).toBe('data_deleted');
  await onboard({ 'x-generation': '1' });
  const before = await api.dump();
  for (const reply of [
    await sync([record()], { 'x-generation': '0' }),
    await user.send('GET', '/api/user/42', { headers: { 'x-generation': '0' } }),
    await onboard({ 'x-generation': '0' }),
    await erase({ 'x-generation': '0' }),
  ]) {
    expect(reply.status).toBe(410);
  }
  expect(await api.dump()).toBe(before);
  expect((await user.register({ headers: { 'x-generation': '0' } })).json.generation).toBe(1);
  expect((await sync([record()], { 'x-generation': '1' })).status).toBe(200);
  expect((await sync([record()])).status).toBe(200);
});

test('a late copy of an erased record brings no inputs back', async () => {
  const one = record();
  await sync([one]);
  await erase();
  await onboard();
  const reply = await sync([{ ...one, revision: 5 }]);
  expect(reply.json.results[0]).toMatchObject({ answer: 'duplicate', awarded: '1' });
  expect((await user.send('GET', '/api/records/42')).json.records).toEqual([]);
  expect(await api.rows(42, 'calculations')).toEqual([]);
});

test('two requests at the same moment delete once', async () => {
  const replies = await Promise.all([erase(), erase()]);
  expect(replies.map((reply) => reply.status)).toEqual([200, 410]);
  expect((await api.account(42))?.deletions).toBe(1);
});

test('a large history is erased too', async () => {
  for (let batch = 0; batch < 9; batch++) await sync(Array.from({ length: 500 }, () => record()));
  expect((await erase()).json).toMatchObject({ deleted: true, generation: 1 });
  expect(await api.rows(42, 'calculations')).toEqual([]);
});

describe('launch data an hour old or older', () => {
  const HOUR = 60 * 60 * 1000;
  const stale = (reply: Reply) => [reply.status, code(reply)];

  test('deletes nothing, on this server or any other', async () => {
    await sync([record()]);
    api.clock.at += HOUR;
    const before = await api.dump();
    expect(stale(await erase())).toEqual([403, 'launch_data_stale']);
    expect(await api.dump()).toBe(before);
    const fresh = launchData(42, { at: api.clock.at - HOUR + 1000 });
    expect((await user.send('DELETE', '/api/user/42', { auth: fresh })).status).toBe(200);
  });

  test('repeats a deletion that the server has accepted, and no other', async () => {
    const first = (await erase()).json.proof;
    const registered = (await user.register()).json;
    expect(registered).toMatchObject({ generation: 1, deletionProof: first });
    await onboard();
    api.clock.at += HOUR;
    const proved = (proof: string) => erase({ 'x-deletion-proof': proof });
    // The proof covers the deletion in the ledger and none after it.
    for (const proof of [first, first.replace('1.', '2.'), first.slice(0, -1), '2.x', '']) {
      expect(stale(await proved(proof)), proof).toEqual([403, 'launch_data_stale']);
    }
    const later = launchData(42, { at: api.clock.at });
    const second = (await user.send('DELETE', '/api/user/42', { auth: later })).json.proof;
    // The server restored to its state before all of this.
    const restored = await makeApi({ limiter: noLimits });
    await restored.registered(42);
    await restored.registered(43);
    restored.clock.at += HOUR;
    const again = (id: number, proof: string) =>
      restored.send('DELETE', `/api/user/${id}`, {
        auth: launchData(id, { at: START }),
        headers: { 'x-deletion-proof': proof, 'x-generation': '0' },
      });
    expect(stale(await again(43, second))).toEqual([403, 'launch_data_stale']);
    expect((await again(42, second)).json).toMatchObject({ deleted: true, generation: 1 });
  });
});
