/** Shared result pictures, in both deployments: kept for a day for any reader with the address. */
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { SHARES_PER_MINUTE } from '#api/runtime/http/limits.ts';
import { CALLS } from '#core/contract/calls.ts';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '#core/contract/version.ts';
import { base64, jpeg } from '#tests/support/jpeg.ts';
import { launchData, makeApi, requestOf, type TestApi, type TestUser } from '../support.ts';

const DAY = 24 * 60 * 60 * 1000;
const PICTURE = jpeg();

let api: TestApi;
let user: TestUser;
beforeEach(async () => {
  api = await makeApi();
  user = await api.registered(42);
});

const share = (picture: Uint8Array = PICTURE, more: object = {}, who = user, auth = who.auth) =>
  who.send('POST', '/api/share', {
    auth,
    body: { userId: who.id, calculationType: 'RiskMoney', picture: base64(picture), ...more },
  });
const look = (token: string) => api.fetch(requestOf('GET', `/api/share/${token}`, {}));
async function bytesAt(token: string): Promise<Uint8Array> {
  const answer = await look(token);
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

test('any reader with the address gets the picture, byte for byte, until its day is over', async () => {
  const made = (await share()).json;
  expect(v.parse(CALLS.share.answer, made)).toEqual(made);
  expect(made).toMatchObject({
    url: `https://irich.example/api/share/${made.token}`,
    preparedMessageId: null,
    expiresAt: new Date(api.clock.at + DAY).toISOString(),
  });
  await api.restart();
  const answer = await look(made.token);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=600',
    'content-disposition': 'attachment; filename="irich.jpg"',
    'access-control-allow-origin': 'https://web.telegram.org',
    'content-security-policy': "default-src 'none'; sandbox",
  });
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PICTURE);
  api.clock.at += DAY - 5_500;
  const last = await look(made.token);
  expect([last.status, last.headers.get('cache-control')]).toEqual([200, 'public, max-age=5']);
  api.clock.at += 5_500;
  const over = await look(made.token);
  expect([over.status, over.headers.get('cache-control')]).toEqual([404, 'no-store']);
});

test('a picture stored by a clock far ahead expires when the clock is corrected', async () => {
  api.clock.at += 30 * DAY;
  const auth = launchData(42, { at: api.clock.at });
  const ahead: string[] = [];
  for (let number = 0; number < 10; number += 1)
    ahead.push((await share(PICTURE, {}, user, auth)).json.token);
  api.clock.at -= 30 * DAY;
  await api.restart();
  expect((await look(ahead[0] ?? '')).status).toBe(404);
  const tokens = [(await share()).json.token, (await share()).json.token];
  expect(await Promise.all(tokens.map(async (token) => (await look(token)).status))).toEqual([200, 200]);
  expect(await api.rows(42, 'pictures')).toHaveLength(2);
});

test('a picture is deleted after its day even without any call', async () => {
  await share();
  expect(await api.rows(42, 'pictures')).toHaveLength(1);
  await api.settle();
  expect(await api.rows(42, 'pictures')).toEqual([]);
});

test('the address does not reveal the owner', async () => {
  const one = await api.registered(987_654_321);
  const { token, url } = (await share(PICTURE, {}, one)).json;
  expect(url).not.toContain('987654321');
  expect(token).not.toContain((987_654_321).toString(36));
  expect(token).not.toContain((987_654_321).toString(16));
});

test('a forged or foreign token shows nothing and calls no user object', async () => {
  const before = await api.databases();
  const { token } = (await share()).json;
  for (const other of ['x', `${token}x`, token.replace(/^./, token[0] === 'a' ? 'b' : 'a'), '..', '%']) {
    expect((await look(other)).status, other).toBe(404);
  }
  expect(await api.databases()).toBe(before);
  expect(api.lines.filter(({ fault }) => fault !== undefined)).toEqual([]);
});

test('a user keeps ten pictures, and another one replaces the oldest', async () => {
  const tokens: string[] = [];
  for (let number = 0; number < 11; number += 1) {
    tokens.push((await share()).json.token);
    api.clock.at += 60_000;
  }
  const neighbour = await api.registered(43);
  const other = (await share(PICTURE, {}, neighbour)).json.token;
  expect(await api.rows(42, 'pictures')).toHaveLength(10);
  const statuses = await Promise.all([...tokens, other].map(async (token) => (await look(token)).status));
  expect(statuses).toEqual([404, ...new Array(11).fill(200)]);
});

test('the number of pictures per minute is limited', async () => {
  for (let number = 0; number < SHARES_PER_MINUTE; number += 1) expect((await share()).status).toBe(200);
  const refused = await share();
  expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await user.send('GET', '/api/user/42')).status).toBe(200);
  api.clock.at += 60_000;
  expect((await share()).status).toBe(200);
});

describe('anything but a picture is refused and not stored', () => {
  test.each<[string, unknown]>([
    ['a text', 'not base64!'],
    ['base64 that is cut', base64(PICTURE).slice(0, -3)],
    ['nothing', ''],
    ['another kind', 7],
    ['a picture of another kind', btoa('\x89PNG\r\n\x1a\n')],
    ['a picture that is cut', base64(PICTURE.subarray(0, 1000))],
    ['a picture with bytes after its end', base64(Uint8Array.from([...PICTURE, 0, 0, 0]))],
    ['a decompression bomb', base64(jpeg({ width: 65_500, height: 65_500 }))],
    ['one byte too many', base64(jpeg({ bytes: 150 * 1024 + 1 }))],
  ])('%s', async (_name, picture) => {
    const before = await api.dump();
    const reply = await share(PICTURE, { picture });
    expect([reply.status, reply.json.error]).toMatchObject([400, { code: 'malformed', path: 'picture' }]);
    expect(await api.dump()).toBe(before);
  });

  test('exactly 150 KB are accepted', async () => {
    const large = jpeg({ bytes: 150 * 1024 });
    expect(await bytesAt((await share(large)).json.token)).toEqual(large);
  });
});

test('only a registered user may share, for themselves and a known calculator or badge', async () => {
  expect((await share(PICTURE, { userId: 43 })).json.error.code).toBe('not_your_account');
  expect((await share(PICTURE, { calculationType: 'Pyramid' })).json.error.path).toBe('calculationType');
  const neither = (await share(PICTURE, { calculationType: undefined })).json.error;
  expect([neither.code, neither.path]).toEqual(['malformed', 'calculationType']);
  for (const badgeId of ['moon_1', 'lev_21', 'lev_1'.repeat(9)]) {
    const { error } = (await share(PICTURE, { calculationType: undefined, badgeId })).json;
    expect([error.code, error.path], badgeId).toEqual(['malformed', 'badgeId']);
  }
  const stranger = api.user(44);
  expect((await share(PICTURE, {}, stranger)).json.error.code).toBe('unknown_user');
  expect(await api.rows(42, 'pictures')).toEqual([]);
});

test('"Delete my data" erases the pictures', async () => {
  const { token } = (await share()).json;
  expect((await user.send('DELETE', '/api/user/42')).status).toBe(200);
  expect(await api.rows(42, 'pictures')).toEqual([]);
  expect((await look(token)).status).toBe(404);
  expect((await share()).json.error.code).toBe('data_deleted');
});

test('an app of the previous version gets its previous answer', async () => {
  const headers = { [CONTRACT_HEADER]: `${CONTRACT_VERSION - 1}` };
  expect((await user.send('GET', '/api/user/42', { headers })).status).toBe(200);
});

test('a badge is shared once it is earned', async () => {
  const badge = (badgeId: string) => share(PICTURE, { calculationType: undefined, badgeId });
  const early = await badge('lev_2');
  expect([early.status, early.json.error.code]).toEqual([409, 'badge_not_earned']);
  expect(await api.rows(42, 'pictures')).toEqual([]);
  expect(await bytesAt((await badge('lev_1')).json.token)).toEqual(PICTURE);
});
