/** Calls without an answer, and conditional calls. */
import { describe, expect, test } from 'vitest';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { createApiClient, type Fetch, headerSafe, isReopening } from '#device/sync/api-client.ts';
import type { Clock } from '#platform/clock.ts';

/** A clock whose timeouts the test triggers. */
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

test('a server that is too slow times out', async () => {
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

test("a call sends its ETag and returns the answer's; 304 is no failure of the server", async () => {
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

describe('a call', () => {
  type Init = Parameters<Fetch>[1];

  /** The client makes one call; returns the request and the client's result. */
  async function ask(
    call: (client: ReturnType<typeof createApiClient>) => Promise<unknown>,
    answer: () => Response = () => new Response('{}', { status: 500 }),
  ): Promise<{ url: string; init: Init; made: unknown; cancelled: boolean; patience: number }> {
    const asked: { url: string; init: Init }[] = [];
    let cancelled = false;
    let patience = 0;
    const client = createApiClient({
      fetch: async (url, init) => {
        asked.push({ url, init });
        return answer();
      },
      baseUrl: 'https://irich.test',
      launchData: 'query=1',
      clock: {
        now: () => 1_000_000,
        after(ms) {
          patience = ms;
          return () => {
            cancelled = true;
          };
        },
      },
    });
    const made = await call(client);
    const [first] = asked;
    if (first === undefined || asked.length > 1) throw new Error(`asked ${asked.length} times`);
    return { ...first, made, cancelled, patience };
  }

  test('that is signed carries launch data, contract, deletions, and a JSON body', async () => {
    const { url, init, cancelled, patience } = await ask((client) =>
      client.call('sessions', { body: { userId: 42 }, generation: 3, deletionProof: 'proof' }),
    );
    expect(url).toBe('https://irich.test/api/user/sessions');
    const { signal: _, ...rest } = init;
    expect(rest).toEqual({
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-contract-version': expect.stringMatching(/^\d+$/),
        'x-deletion-proof': 'proof',
        'x-generation': '3',
        authorization: 'tma query=1',
      },
      body: '{"userId":42}',
      cache: 'no-store',
      credentials: 'omit',
    });
    expect({ cancelled, patience }).toEqual({ cancelled: true, patience: 20_000 });
  });

  test('that is public carries neither a signature nor a body', async () => {
    const { init } = await ask((client) => client.call('market', {}));
    const { signal: _, ...rest } = init;
    expect(rest).toEqual({
      method: 'GET',
      headers: { accept: 'application/json', 'x-contract-version': expect.any(String) },
      cache: 'no-store',
      credentials: 'omit',
    });
  });

  test('sends no deletions before the server has reported them', async () => {
    const { init } = await ask((client) => client.call('profile', { path: { id: 42 }, generation: null }));
    expect(init.headers).not.toHaveProperty('x-generation');
    const none = await ask((client) => client.call('profile', { path: { id: 42 }, generation: 0 }));
    expect(none.init.headers).toMatchObject({ 'x-generation': '0' });
  });

  test('encodes path and query parameters', async () => {
    const path = { id: 42, recordId: 'a/b?c' };
    const { url } = await ask((client) => client.call('deleteRecord', { path }));
    expect(url).toBe('https://irich.test/api/records/42/a%2Fb%3Fc');
    const query = { after: 3, limit: 'x&y' };
    const listed = await ask((client) => client.call('ledger', { path: { id: 42 }, query }));
    expect(listed.url).toBe('https://irich.test/api/ledger/42?after=3&limit=x%26y');
    const nameless = await ask((client) => client.call('ledger', {}));
    expect(nameless.url).toBe('https://irich.test/api/ledger/');
  });

  const refused = async (status: number, body: string, headers: Record<string, string> = {}) =>
    (
      await ask(
        (client) => client.call('market', {}),
        () => new Response(body, { status, headers }),
      )
    ).made;
  const ours = JSON.stringify({ error: { code: 'rate_limited', message: 'Wait' } });
  const failure = (status: number, code: string | null, retryAfterMs: number | null) => ({
    ok: false,
    failure: { type: 'refused', status, code, retryAfterMs },
  });

  test.each([199, 300, 400, 429, 500, 599])('is refused by an answer of %i', async (status) => {
    // A Response with status 199 cannot be constructed; only the result of `fetch` matters.
    const answer = new Response(ours);
    Object.defineProperty(answer, 'status', { value: status });
    const { made } = await ask(
      (client) => client.call('market', {}),
      () => answer,
    );
    expect(made).toEqual(failure(status, 'rate_limited', null));
  });

  test.each([200, 299])('with an unreadable answer of %i is no refusal', async (status) => {
    expect(await refused(status, '{"not":"the market"}')).toEqual({
      ok: false,
      failure: { type: 'unreadable', status },
    });
  });

  test.each(['<html>', '{}', '{"error":"text"}'])('is refused without a code by %s', async (body) => {
    expect(await refused(502, body)).toEqual(failure(502, null, null));
  });

  test.each([
    ['90', 90_000],
    [' 90 ', 90_000],
    ['0', 0],
    [new Date(1_060_000).toUTCString(), 60_000],
    [new Date(0).toUTCString(), 0],
    ['soon', null],
    ['90 seconds', null],
    ['-5s', null],
  ])('is delayed by Retry-After: %s', async (header, ms) => {
    expect(await refused(429, ours, { 'retry-after': header })).toEqual(failure(429, 'rate_limited', ms));
  });
});

test("only the API's own 401 asks for a reopening, not a proxy's", () => {
  const refused = (status: number, code: string | null) =>
    isReopening({ type: 'refused', status, code, retryAfterMs: null });
  expect(refused(401, 'launch_data_expired')).toBe(true);
  expect(refused(401, null)).toBe(false);
  expect(refused(403, 'not_your_account')).toBe(false);
  expect(isReopening({ type: 'no_answer' })).toBe(false);
});

test('launch data unfit for a header are encoded, all others stay unchanged', () => {
  for (const text of ['', 'user=%7B%7D&hash=1', ' ~']) expect(headerSafe(text)).toBe(text);
  expect(headerSafe('user=Ада&x=1')).toBe('user=%D0%90%D0%B4%D0%B0&x=1');
  expect(headerSafe('a=1\u007f')).toBe('a=1%7F');
  expect(headerSafe('a=1\n')).toBe('a=1%0A');
  expect(headerSafe('\u00e4=1')).toBe('%C3%A4=1');
});
