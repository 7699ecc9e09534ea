/** Launch data: every published case, on Node's HMAC and on the portable one. */
import { createHmac } from 'node:crypto';
import { hmac as portableHmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, test } from 'vitest';
import { createAuthenticator } from '#api/auth/authenticate.ts';
import { type Hmac, launchKeys, sameText, signLaunchData } from '#api/auth/launch-data.ts';
import { sha256Hex } from '#tests/support/hashing.ts';
import { checkLaunchData } from '#tests/support/launch-check.ts';
import vectors from '../../vectors/launch-data.json' with { type: 'json' };

const nodeHmac: Hmac = (key, text) => createHmac('sha256', key).update(text).digest();
const bytes = (value: string | Uint8Array) => (typeof value === 'string' ? utf8ToBytes(value) : value);
const nobleHmac: Hmac = (key, text) => portableHmac(sha256, bytes(key), bytes(text));

const TOKEN = '1111111111:TEST-token-of-these-vectors-only_0000';
const OLD_TOKEN = '1111111111:TEST-token-before-the-rotation__0000';
const NOW = 1_790_000_000;
const USER = JSON.stringify({ id: 42, first_name: 'Ada' });

const made = (authDate: number, token = TOKEN, more: Record<string, string> = {}): string =>
  signLaunchData({ auth_date: `${authDate}`, user: USER, ...more }, token, nodeHmac);

describe.each([
  ['node', nodeHmac],
  ['portable', nobleHmac],
] as const)('%s', (_name, hmac) => {
  test.each(vectors)('$name', (vector) => {
    const keys = launchKeys(hmac, vector.token);
    const result = checkLaunchData(vector.data, keys, hmac, vector.now * 1000, 86_400);
    expect(result.ok ? 'ok' : result.error).toBe(vector.expect);
    if (!result.ok) return;
    expect(result.launch.user.id).toBe(vector.user);
    expect(result.launch.user.premium).toBe(vector.premium);
    if (vector.start !== undefined) expect(result.launch.startParam).toBe(vector.start);
  });
});

test("the user's name, photo and language are read as signed", () => {
  const user = {
    id: 7,
    first_name: 'a+b 100% &=#',
    username: 'x',
    photo_url: 'https://t.me/p',
    is_bot: false,
  };
  const text = signLaunchData({ auth_date: `${NOW}`, user: JSON.stringify(user) }, TOKEN, nodeHmac);
  const result = checkLaunchData(text, launchKeys(nodeHmac, TOKEN), nodeHmac, NOW * 1000, 60);
  expect(result).toEqual({
    ok: true,
    launch: {
      user: {
        id: 7,
        firstName: 'a+b 100% &=#',
        lastName: null,
        username: 'x',
        languageCode: null,
        photoUrl: 'https://t.me/p',
        premium: false,
        mayWrite: false,
      },
      authDate: NOW,
      startParam: null,
    },
  });
});

test('a field that hides another field behind a line break is refused', () => {
  const text = signLaunchData({ auth_date: `${NOW}\nchat_type=x`, user: USER }, TOKEN, nodeHmac);
  const result = checkLaunchData(text, launchKeys(nodeHmac, TOKEN), nodeHmac, NOW * 1000, 60);
  expect(result).toEqual({ ok: false, error: 'launch_data_invalid' });
});

test('the previous token verifies only launch data signed before the rotation', () => {
  const keys = launchKeys(nodeHmac, TOKEN, { token: OLD_TOKEN, rotatedAtS: NOW });
  const check = (text: string) => {
    const result = checkLaunchData(text, keys, nodeHmac, (NOW + 10) * 1000, 86_400);
    return result.ok ? 'ok' : result.error;
  };
  expect(check(made(NOW - 1, OLD_TOKEN))).toBe('ok');
  expect(check(made(NOW, OLD_TOKEN))).toBe('launch_data_invalid');
  expect(check(made(NOW + 5, OLD_TOKEN))).toBe('launch_data_invalid');
  expect(check(made(NOW - 90_000, OLD_TOKEN))).toBe('launch_data_expired');
  expect(check(made(NOW + 5))).toBe('ok');
});

describe('the header', () => {
  let now = NOW * 1000;
  const signed: string[] = [];
  const counting: Hmac = (key, text) => {
    signed.push(text);
    return nodeHmac(key, text);
  };
  const authenticator = createAuthenticator({
    keys: launchKeys(nodeHmac, TOKEN),
    hmac: counting,
    sha256: sha256Hex,
    clock: { now: () => now },
    maxAgeS: 86_400,
  });
  const answer = (header: string | null) => {
    const result = authenticator.fromHeader(header);
    return result.ok ? result.launch.user.id : result.error;
  };

  test('a missing header or another scheme is refused', () => {
    for (const header of [null, '', 'tma', 'tma ', 'tma   ', 'Bearer abc', made(NOW)]) {
      expect(answer(header), `${header}`).toBe('launch_data_missing');
    }
  });

  test('launch data is verified once, and its age is checked on every call', () => {
    const header = `tma ${made(NOW)}`;
    signed.length = 0;
    expect(answer(header)).toBe(42);
    expect(answer(header)).toBe(42);
    expect(signed.length).toBe(1);
    now = (NOW + 86_401) * 1000;
    expect(answer(header)).toBe('launch_data_expired');
    now = (NOW - 61) * 1000;
    expect(answer(header)).toBe('launch_data_invalid');
    now = NOW * 1000;
    expect(answer(header)).toBe(42);
    expect(signed.length).toBe(1);
  });

  test('padded launch data is accepted but not cached', () => {
    const padded = `tma ${made(NOW)}${'&'.repeat(4000)}`;
    signed.length = 0;
    expect(answer(padded)).toBe(42);
    expect(answer(padded)).toBe(42);
    expect(signed.length).toBe(2);
  });

  test('forged launch data is never cached', () => {
    const forged = `tma ${made(NOW).replace(/.$/, (digit) => (digit === '0' ? '1' : '0'))}`;
    expect(answer(forged)).toBe('launch_data_invalid');
    expect(answer(forged)).toBe('launch_data_invalid');
  });
});

test('two texts are equal only if their length and every character match', () => {
  expect(sameText('', '')).toBe(true);
  expect(sameText('abc', 'abc')).toBe(true);
  for (const other of ['', 'ab', 'abcd', 'abc\0', 'xbc', 'axc', 'abx', 'ABC']) {
    expect(sameText('abc', other), other).toBe(false);
    expect(sameText(other, 'abc'), other).toBe(false);
  }
});

test.each(['0', 'f', ' ', '\0', 'hash'])('a valid hash followed by %j is refused', (more) => {
  const fields = new URLSearchParams(made(NOW));
  const check = () =>
    checkLaunchData(fields.toString(), launchKeys(nodeHmac, TOKEN), nodeHmac, NOW * 1000, 60);
  expect(check()).toMatchObject({ ok: true });
  fields.set('hash', `${fields.get('hash')}${more}`);
  expect(check()).toEqual({ ok: false, error: 'launch_data_invalid' });
});

test('a first launch is judged by signature and owner, not by age', () => {
  const authenticator = createAuthenticator({
    keys: launchKeys(nodeHmac, TOKEN),
    hmac: nodeHmac,
    sha256: sha256Hex,
    clock: { now: () => NOW * 1000 },
    maxAgeS: 86_400,
  });
  expect(authenticator.firstLaunch(made(1_500_000_000), 42)?.authDate).toBe(1_500_000_000);
  expect(authenticator.firstLaunch(made(1_500_000_000), 43)).toBeNull();
  expect(authenticator.firstLaunch(made(NOW + 3600), 42)).toBeNull();
  expect(authenticator.firstLaunch(made(NOW, OLD_TOKEN), 42)).toBeNull();
  expect(authenticator.firstLaunch('', 42)).toBeNull();
});
