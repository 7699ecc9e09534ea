/** Calls that nothing came back from, and those that ask for what is new only. */
import { expect, test } from 'vitest';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { createApiClient, type Fetch } from '#data/sync/api-client.ts';
import type { Clock } from '#platform/clock.ts';

/** A clock whose patience runs out when told to. */
function clockAtHand() {
  let ring: (() => void) | null = null;
  const clock: Clock = {
    now: () => 0,
    after(_ms, call) {
      ring = call;
      return () => {
        ring = null;
      };
    },
  };
  return { clock, ring: () => ring?.() };
}

function logged(fetch: Fetch) {
  const { clock, ring } = clockAtHand();
  const log: string[] = [];
  const client = createApiClient({
    fetch,
    baseUrl: '',
    launchData: 'a',
    clock,
    patienceMs: 20_000,
    log: (message) => log.push(message),
  });
  return { log, ring, answer: client.call('market', {}) };
}

const NO_ANSWER = { ok: false, failure: { type: 'no_answer' } };

test.each([
  ['Network Error', new TypeError('Failed to fetch')],
  ['Request aborted', new DOMException('The user aborted a request.', 'AbortError')],
  ['Network Error', 'anything else'],
])('%s', async (text, cause) => {
  const { log, answer } = logged(() => Promise.reject(cause));
  expect(await answer).toEqual(NO_ANSWER);
  expect(log).toEqual([`GET /api/market/overview: ${text}`]);
});

test('a server that takes too long', async () => {
  const { log, ring, answer } = logged(
    (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  ring();
  expect(await answer).toEqual(NO_ANSWER);
  expect(log).toEqual(['GET /api/market/overview: timeout of 20000 ms exceeded']);
});

test('a tag is asked with, and the answer’s own is told; 304 is no failure of the server’s', async () => {
  const asked: (string | undefined)[] = [];
  const client = createApiClient({
    fetch: async (_url, { headers }) => {
      asked.push(headers['if-none-match']);
      return headers['if-none-match'] === 'W/"1"'
        ? new Response(null, { status: 304, headers: { etag: '"1"' } })
        : Response.json(SAMPLE_OVERVIEW, { headers: { etag: 'W/"1"' } });
    },
    baseUrl: '',
    launchData: 'a',
    clock: clockAtHand().clock,
  });
  expect(await client.call('market', {})).toEqual({ ok: true, value: SAMPLE_OVERVIEW, tag: 'W/"1"' });
  expect(await client.call('market', { tag: 'W/"1"' })).toEqual({
    ok: false,
    failure: { type: 'unchanged' },
  });
  expect(asked).toEqual([undefined, 'W/"1"']);
});
