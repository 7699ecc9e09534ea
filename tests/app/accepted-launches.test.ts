/** In a plain browser: which launch data open the app without a question. */
import { expect, test } from 'vitest';
import { askServer, isAccepted, keepAccepted } from '#app/boot/accepted-launches.ts';
import { type Launch, parseLaunch } from '#platform/telegram/launch.ts';
import { launchFragment } from '#tests/support/launch.ts';

function storage() {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  };
}

function launchOf(id: number, hash: string): Launch {
  const user = JSON.stringify({ id, first_name: 'Ada' });
  const launch = parseLaunch(launchFragment({ launchData: new URLSearchParams({ user, hash }).toString() }));
  if (launch === null) throw new Error('no launch');
  return launch;
}

test('only accepted launch data, for their own user, stored in unusable form', async () => {
  const place = storage();
  const launch = launchOf(1, 'signed');
  expect(await isAccepted(place, launch)).toBe(false);
  await keepAccepted(place, launch);
  expect(await isAccepted(place, launch)).toBe(true);
  expect(await isAccepted(place, launchOf(1, 'forged'))).toBe(false);
  expect(await isAccepted(place, launchOf(2, 'signed'))).toBe(false);
  expect(await isAccepted(null, launch)).toBe(false);
  expect([...place.kept.keys()]).toEqual(['irich:1:accepted']);
  expect([...place.kept.values()].join()).not.toContain('signed');
});

test('the newest five are stored, and unreadable ones count as none', async () => {
  const place = storage();
  for (let count = 0; count < 8; count += 1) await keepAccepted(place, launchOf(1, `launch ${count}`));
  expect(await isAccepted(place, launchOf(1, 'launch 2'))).toBe(false);
  expect(await isAccepted(place, launchOf(1, 'launch 3'))).toBe(true);
  for (const text of ['{', '{}', '7']) {
    place.kept.set('irich:1:accepted', text);
    expect(await isAccepted(place, launchOf(1, 'launch 7')), text).toBe(false);
  }
});

test.each([
  ['accepted', 200, { id: 1 }],
  ['accepted', 404, { error: { code: 'unknown_user' } }],
  ['accepted', 410, { error: { code: 'data_deleted' } }],
  ['refused', 401, { error: { code: 'launch_data_invalid' } }],
  ['refused', 401, { error: { code: 'launch_data_expired' } }],
  ['refused', 403, { error: { code: 'not_your_account' } }],
  ['unknown', 200, { id: 2 }],
  ['unknown', 404, { error: { code: 'not_found' } }],
  ['unknown', 429, { error: { code: 'rate_limited' } }],
  ['unknown', 503, {}],
])('%s after %s %j', async (verdict, status, body) => {
  const asked: unknown[] = [];
  const answer = async (url: unknown, init?: RequestInit) => {
    asked.push(url, new Headers(init?.headers).get('authorization'));
    return Response.json(body, { status });
  };
  const launch = launchOf(1, 'signed');
  expect(await askServer(launch, answer as typeof fetch)).toBe(verdict);
  expect(asked).toEqual(['/api/user/1', `tma ${launch.data}`]);
});

test('unknown without a network', async () => {
  const fail = () => Promise.reject(new TypeError('no network'));
  expect(await askServer(launchOf(1, 'signed'), fail)).toBe('unknown');
});
