/** What the server's answer about the launch means. */
import { expect, test } from 'vitest';
import { askServer } from '#app/boot/ask-server.ts';
import { type Launch, parseLaunch } from '#platform/telegram/launch.ts';
import { launchFragment, signLaunchData } from '#tests/support/launch.ts';

function launchOf(id: number): Launch {
  const launchData = signLaunchData({ user: { id, first_name: 'Ada' }, botToken: '1:test' });
  const launch = parseLaunch(launchFragment({ launchData }));
  if (launch === null) throw new Error('no launch');
  return launch;
}

test.each([
  ['known', 200, { id: 1 }],
  ['unregistered', 404, { error: { code: 'unknown_user' } }],
  ['known', 410, { error: { code: 'data_deleted' } }],
  ['refused', 401, { error: { code: 'launch_data_invalid' } }],
  ['refused', 401, { error: { code: 'launch_data_expired' } }],
  ['refused', 403, { error: { code: 'not_your_account' } }],
  ['unknown', 200, { id: 2 }],
  ['unknown', 404, { error: { code: 'not_found' } }],
  ['unknown', 429, { error: { code: 'rate_limited' } }],
  ['unknown', 503, {}],
])('%s after %s %j', async (word, status, body) => {
  const asked: unknown[] = [];
  const answer = async (url: unknown, init?: RequestInit) => {
    asked.push(url, new Headers(init?.headers).get('authorization'));
    return Response.json(body, { status });
  };
  const launch = launchOf(1);
  expect(await askServer(launch, answer as typeof fetch)).toBe(word);
  expect(asked).toEqual(['/api/user/1', `tma ${launch.data}`]);
});

test('unknown after an answer that is no JSON, or is one of a captive portal', async () => {
  const answer = async () => new Response('<!doctype html>', { status: 200 });
  expect(await askServer(launchOf(1), answer as typeof fetch)).toBe('unknown');
});

test('unknown without a network', async () => {
  const fail = () => Promise.reject(new TypeError('no network'));
  expect(await askServer(launchOf(1), fail)).toBe('unknown');
});
