/** One call to an external service over a real connection, and each way in which it may fail. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { failureText, fetchJson, readRetryAfter } from '#api/runtime/upstream/fetch-json.ts';
import { type StandIn, startStandIn } from '#tests/upstream/stand-in.ts';

const NOW = Date.UTC(2026, 6, 1, 12);
const ASKING = {
  fetch: (url: string, init: RequestInit) => fetch(url, init),
  clock: { now: () => NOW },
  userAgent: 'iRICH/test',
};

let service: StandIn;
beforeEach(async () => {
  service = await startStandIn(({ url }) =>
    url.pathname === '/good' ? { value: 1e-8, name: 'ünï' } : undefined,
  );
});
afterEach(() => service.stop());

const ask = (path = '/good', question = {}) => fetchJson(ASKING, `${service.origin}${path}`, question);

test("a good answer is returned, and the service sees the caller's headers", async () => {
  expect(await ask('/good?limit=1', { headers: { 'x-key': 'abc' } })).toEqual({
    ok: true,
    value: { value: 1e-8, name: 'ünï' },
  });
  const [asked] = service.asked;
  expect(asked?.headers).toMatchObject({
    accept: 'application/json',
    'user-agent': 'iRICH/test',
    'x-key': 'abc',
  });
  expect(asked?.url.search).toBe('?limit=1');
});

test('an error status is returned with its retry time', async () => {
  expect(await ask('/elsewhere')).toEqual({
    ok: false,
    failure: { type: 'status', status: 404, retryAfterMs: null },
  });
  service.fail({ type: 'status', status: 429, retryAfter: '90' });
  expect(await ask()).toEqual({ ok: false, failure: { type: 'status', status: 429, retryAfterMs: 90_000 } });
  service.fail({ type: 'status', status: 503 });
  expect(await ask()).toEqual({ ok: false, failure: { type: 'status', status: 503, retryAfterMs: null } });
});

test('a redirect is not followed', async () => {
  service.fail({ type: 'redirect', to: `${service.origin}/good` }, '/from');
  expect(await ask('/from')).toMatchObject({ ok: false, failure: { type: 'status', status: 302 } });
  expect(service.asked.length).toBe(1);
});

test('a truncated answer fails', async () => {
  service.fail({ type: 'half' });
  expect(await ask()).toEqual({ ok: false, failure: { type: 'network' } });
});

test.each(['silence', 'drip'] as const)('%s ends with the timeout', async (type) => {
  service.fail({ type });
  expect(await ask('/good', { timeoutMs: 200 })).toEqual({ ok: false, failure: { type: 'timeout' } });
});

test('an endless answer is aborted when it is too large', async () => {
  service.fail({ type: 'endless' });
  expect(await ask('/good', { mostBytes: 1_000_000 })).toEqual({ ok: false, failure: { type: 'too_large' } });
});

test('an answer that decompresses without end is aborted when it is too large', async () => {
  service.fail({ type: 'bomb' });
  expect(await ask('/good', { mostBytes: 1_000_000 })).toEqual({ ok: false, failure: { type: 'too_large' } });
});

test('an answer that is not JSON fails', async () => {
  for (const text of ['<html>maintenance</html>', '', '{"a":1']) {
    service.fail({ type: 'body', text });
    expect(await ask(), text).toEqual({ ok: false, failure: { type: 'unreadable', field: 'not JSON' } });
  }
});

test('a refused connection fails', async () => {
  const { origin } = service;
  await service.stop();
  expect(await fetchJson(ASKING, `${origin}/good`)).toEqual({ ok: false, failure: { type: 'network' } });
  service = await startStandIn(() => null);
});

test('the retry time is read as seconds or as a date', () => {
  expect(readRetryAfter('120', NOW)).toBe(120_000);
  expect(readRetryAfter(' 0 ', NOW)).toBe(0);
  expect(readRetryAfter('9'.repeat(400), NOW)).toBe(Number.POSITIVE_INFINITY);
  expect(readRetryAfter('Wed, 01 Jul 2026 12:10:00 GMT', NOW)).toBe(600_000);
  expect(readRetryAfter('Wed, 01 Jul 2026 11:00:00 GMT', NOW)).toBe(0);
  for (const text of [null, '', 'soon', '-5', '1.5', '2026-07-01', 'Wed, 99 Jul 2026 12:00:00 GMT']) {
    expect(readRetryAfter(text, NOW), `${text}`).toBeNull();
  }
});

test('the log gets a word or two', () => {
  expect(failureText({ type: 'status', status: 429, retryAfterMs: 1 })).toBe('status 429');
  expect(failureText({ type: 'too_large' })).toBe('too large');
  expect(failureText({ type: 'unreadable', field: 'data.0.value' })).toBe('unreadable: data.0.value');
  expect(failureText({ type: 'timeout' })).toBe('timeout');
});
