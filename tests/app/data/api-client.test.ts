/** Calls that nothing came back from: what they are in the log. */
import { expect, test } from 'vitest';
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
