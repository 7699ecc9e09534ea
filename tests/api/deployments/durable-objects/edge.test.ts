/** Which calls the edge forwards to a user object, and which it answers itself. */
import { expect, test } from 'vitest';
import { createEdge } from '#api/deployments/durable-objects/edge.ts';
import { PUBLIC_CALLS } from '#core/contract/answers.ts';
import { CALLS } from '#core/contract/calls.ts';
import { CONFIG, launchData } from '#tests/api/support.ts';
import { START } from '#tests/support/deployment.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { commonParts } from '#tests/support/test-deployment.ts';

/** Calls as user 42 or unsigned; answers which user objects were called. */
async function objectsCalled(path: string, isSigned: boolean, init: RequestInit = {}): Promise<number[]> {
  const clock = { at: START, now: () => START };
  const asked: number[] = [];
  const edge = createEdge({
    ...commonParts({ config: CONFIG, clock, limiter: noLimits, onRequest: () => {} }),
    user: (userId) => ({
      async answer() {
        asked.push(userId);
        return new Response('{}');
      },
    }),
  });
  const headers = new Headers(init.headers);
  if (isSigned) headers.set('authorization', `tma ${launchData(42)}`);
  await edge(new Request(`https://irich.example${path}`, { ...init, headers }), '');
  return asked;
}

test.each(['/api/user/42', '/api/user/7', '/api/%75ser/42', '/api/user/settings/42'])(
  '%s goes to the user object of its signer, and to no user object unsigned',
  async (path) => {
    expect(await objectsCalled(path, true)).toEqual([42]);
    expect(await objectsCalled(path, false)).toEqual([]);
  },
);

const PUBLIC = PUBLIC_CALLS.map((name) => CALLS[name].path);

test.each([
  ...PUBLIC,
  '/api/share/abc',
  '/api/exports/abc',
  '/api/unknown',
  '/api/user/42/more',
  '/market',
  '/',
])('%s goes to no user object, signed or not', async (path) => {
  expect(await objectsCalled(path, true)).toEqual([]);
  expect(await objectsCalled(path, false)).toEqual([]);
});

test.each<[string, RequestInit]>([
  ['another method', { method: 'PUT' }],
  ['a contract of the future', { headers: { 'x-contract-version': '999' } }],
  ['a header that is too long', { headers: { 'if-none-match': 'x'.repeat(10_000) } }],
])('%s goes to no user object', async (_, init) => {
  expect(await objectsCalled('/api/user/42', true, init)).toEqual([]);
});
