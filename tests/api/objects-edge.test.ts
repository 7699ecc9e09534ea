/** Which calls the edge sends to the home of a user, and which it answers itself. */
import { expect, test } from 'vitest';
import { noLimits } from '#api/http/limits.ts';
import { createEdge } from '#api/objects/edge.ts';
import { PUBLIC_CALLS } from '#core/contract/answers.ts';
import { CALLS } from '#core/contract/calls.ts';
import { START } from '#tests/support/deployment.ts';
import { commonParts } from '#tests/support/homes.ts';
import { CONFIG, launchData } from './support.ts';

/** Asks as user 42, or as nobody; answers whose home was asked. */
async function homesAsked(path: string, isSigned: boolean): Promise<number[]> {
  const clock = { at: START, now: () => START };
  const asked: number[] = [];
  const edge = createEdge({
    ...commonParts({ config: CONFIG, clock, limiter: noLimits, onRequest: () => {} }),
    home: (userId) => ({
      async fetch() {
        asked.push(userId);
        return new Response('{}');
      },
    }),
  });
  const headers: HeadersInit = isSigned ? { authorization: `tma ${launchData(42)}` } : {};
  await edge(new Request(`https://irich.example${path}`, { headers }), '');
  return asked;
}

test.each(['/api/user/42', '/api/user/7', '/api/unknown', '/api/%75ser/42', '/api/referral/friends'])(
  '%s goes to the home of the user who has signed it, and to no home unsigned',
  async (path) => {
    expect(await homesAsked(path, true)).toEqual([42]);
    expect(await homesAsked(path, false)).toEqual([]);
  },
);

const PUBLIC = PUBLIC_CALLS.map((name) => CALLS[name].path);

test.each([...PUBLIC, '/api/share/abc', '/market', '/'])(
  '%s goes to no home, signed or not',
  async (path) => {
    expect(await homesAsked(path, true)).toEqual([]);
    expect(await homesAsked(path, false)).toEqual([]);
  },
);
