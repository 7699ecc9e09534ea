/** Limits, public calls, request lines, and defects. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { parseProxies } from '#api/runtime/http/address.ts';
import { CALLS } from '#core/contract/calls.ts';
import { CONTRACT_VERSION } from '#core/contract/version.ts';
import { launchData, makeApi, recordId, START } from '../support.ts';

const record = () => ({
  id: recordId(),
  calculationType: 'Staking',
  occurredAt: new Date(START).toISOString(),
});

test('a user has 120 calls and 60 batches a minute, separate from other users', async () => {
  const api = await makeApi();
  const user = await api.registered(42);
  const other = await api.registered(43);
  for (let call = 2; call < 120; call++) {
    expect((await user.send('GET', '/api/user/42')).status).toBe(200);
  }
  for (let batch = 0; batch < 60; batch++) {
    const body = { userId: 42, records: [] };
    expect((await user.send('POST', '/api/sync', { body })).status).toBe(200);
  }
  const before = await api.dump();
  const call = await user.send('POST', '/api/checkin/claim', { body: { userId: 42 } });
  const batch = await user.send('POST', '/api/sync', { body: { userId: 42, records: [record()] } });
  for (const reply of [call, batch]) {
    expect(reply.status).toBe(429);
    expect(reply.json.error.code).toBe('rate_limited');
    expect(reply.headers.get('retry-after')).toBe('60');
  }
  expect(await api.dump()).toBe(before);
  expect((await other.send('GET', '/api/user/43')).status).toBe(200);
  api.clock.at += 59_001;
  expect((await user.send('GET', '/api/user/42')).headers.get('retry-after')).toBe('1');
  api.clock.at += 999;
  expect((await user.send('GET', '/api/user/42')).status).toBe(200);
});

test("each answer carries the server's time", async () => {
  const api = await makeApi();
  const user = await api.registered(42);
  api.clock.at += 12_345_678;
  const date = new Date(api.clock.at).toUTCString();
  const status = await user.send('POST', '/api/checkin/status', { body: { userId: 42 } });
  expect(status.status).toBe(200);
  expect(status.headers.get('date')).toBe(date);
  expect((await api.send('GET', '/api/user/42')).headers.get('date')).toBe(date);
});

test('an address has 600 unsigned calls a minute, and signed ones do not count', async () => {
  const api = await makeApi({ trustedProxies: parseProxies('::/0') ?? [] });
  const from = (address: string) => ({ headers: { [api.differences.addressHeader]: address } });
  const forged = `${launchData(42).slice(0, -1)}x`;
  for (let call = 0; call < 200; call++) {
    expect((await api.send('GET', '/api/market/overview', from('198.51.100.1'))).status).toBe(200);
    expect((await api.send('GET', '/api/user/42', from('198.51.100.1'))).status).toBe(401);
    const reply = await api.send('GET', '/api/user/42', { ...from('198.51.100.1'), auth: forged });
    expect(reply.status).toBe(401);
  }
  for (const auth of [undefined, forged]) {
    const init = { ...from('198.51.100.1'), ...(auth === undefined ? {} : { auth }) };
    const reply = await api.send('GET', '/api/user/42', init);
    expect(reply.status).toBe(429);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect((await api.send('GET', '/api/market/overview', from('198.51.100.1'))).status).toBe(429);
  expect((await api.send('GET', '/api/market/overview', from('198.51.100.2'))).status).toBe(200);
  const user = api.user(42);
  expect((await user.register(from('198.51.100.1'))).status).toBe(200);
});

test('a forwarding header from an untrusted peer gives no new address', async () => {
  const api = await makeApi();
  for (let call = 0; call < 600; call++) {
    await api.send('GET', '/api/market/overview', {
      headers: { 'x-forwarded-for': `198.51.100.${call % 250}` },
    });
  }
  expect((await api.send('GET', '/api/market/overview')).status).toBe(429);
});

test("one subscriber's IPv6 addresses count as one, however they are written", async () => {
  const api = await makeApi({ trustedProxies: parseProxies('203.0.113.7') ?? [] });
  const health = async (address: string) =>
    (await api.send('GET', '/api/market/overview', { headers: { [api.differences.addressHeader]: address } }))
      .status;
  for (let call = 0; call < 600; call++) expect(await health(`2001:db8:0:7::${call.toString(16)}`)).toBe(200);
  expect(await health('2001:0DB8::7:1:2:3:4')).toBe(429);
  expect(await health('2001:db8:0:8::1')).toBe(200);
});

test('a body cut off by the network is no server error', async () => {
  const api = await makeApi();
  const cut = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new Error('aborted')),
    });
  const authorization = `tma ${launchData(42)}`;
  for (const length of [{}, { 'content-length': '100' }]) {
    const headers = { authorization, 'content-type': 'application/json', ...length };
    const init = { method: 'POST', headers, body: cut(), duplex: 'half' } as RequestInit;
    const request = new Request('https://irich.example/api/user/register', init);
    expect((await api.fetch(request)).status).toBe(400);
    expect(api.lines.at(-1)).toMatchObject({ status: 400, code: 'malformed' });
    expect(api.lines.at(-1)).not.toHaveProperty('fault');
  }
});

test('market, coins and health are public and match the contract', async () => {
  const api = await makeApi();
  const market = await api.send('GET', '/api/market/overview');
  expect(v.parse(CALLS.market.answer, market.json)).toEqual(market.json);
  expect(market.json.sample).toBe(true);
  expect(market.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=60');
  const coins = await api.send('GET', '/api/coins');
  expect(v.parse(CALLS.coins.answer, coins.json)).toEqual(coins.json);
  expect(coins.json.sample).toBe(true);
  expect(coins.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=60');
  const health = await api.send('GET', '/api/health');
  expect(v.parse(CALLS.health.answer, health.json)).toEqual(health.json);
  expect(health.headers.get('cache-control')).toBe('no-store');
  for (const version of ['0', `${CONTRACT_VERSION + 1}`]) {
    const reply = await api.send('GET', '/api/market/overview', {
      headers: { 'x-contract-version': version },
    });
    expect(reply.status).toBe(version === '0' ? 426 : 503);
  }
});

test('health and readiness report the last probe, and are exempt from limits', async () => {
  const problems: { code: 'market_old' | 'database_gone'; message: string }[] = [];
  const api = await makeApi({ ready: () => ({ problems, checkedAt: START }) });
  const ready = async () => {
    const { status, json } = await api.send('GET', '/api/health/ready');
    expect(v.parse(CALLS.ready.answer, json)).toEqual(json);
    return { status, is: json.status, database: (await api.send('GET', '/api/health')).json.database };
  };
  expect(await ready()).toEqual({ status: 200, is: 'ready', database: 'ok' });
  problems.push({ code: 'market_old', message: 'old' });
  expect(await ready()).toEqual({ status: 200, is: 'degraded', database: 'ok' });
  problems.push({ code: 'database_gone', message: 'gone' });
  expect(await ready()).toEqual({ status: 503, is: 'failing', database: 'failing' });
  for (let call = 0; call < 650; call++)
    expect((await api.send('GET', call % 2 === 0 ? '/api/health' : '/api/health/ready')).status).not.toBe(
      429,
    );
  expect((await api.send('GET', '/api/market/overview')).status).toBe(200);
});

test('each request logs one line with an id and without launch data, bodies or tokens', async () => {
  const api = await makeApi();
  const user = await api.registered(42, { username: 'ada_secret' });
  const body = { userId: 42, ...record(), inputs: { riskAmount: '987654' } };
  const reply = await user.send('POST', '/api/referral/calculations', { body });
  const { token } = (await user.send('POST', '/api/exports', { body: { userId: 42, kind: 'ledger' } })).json;
  await api.send('GET', `/api/exports/${token}`);
  await api.send('GET', '/api/user/42?secret=1');
  expect(api.lines.length).toBe(6);
  expect(new Set(api.lines.map((line) => line.id)).size).toBe(6);
  expect(api.lines[2]).toEqual({
    time: new Date(START).toISOString(),
    id: reply.headers.get('x-request-id'),
    method: 'POST',
    path: '/api/referral/calculations',
    status: 200,
    ms: 0,
    user: 42,
  });
  expect(api.lines[4]).toMatchObject({ path: '/api/exports/{token}', status: 200 });
  expect(api.lines[5]).toMatchObject({ path: '/api/user/{id}', status: 401, code: 'launch_data_missing' });
  const text = JSON.stringify(api.lines);
  for (const secret of ['hash=', 'ada_secret', '987654', token, 'secret=1', 'auth_date']) {
    expect(text).not.toContain(secret);
  }
});

test('a defect answers 500 without details, and the log line has them', async () => {
  const api = await makeApi();
  const user = await api.registered(42);
  await api.look(42, (sql) => sql.run('DROP TABLE calculations'));
  const reply = await user.send('POST', '/api/referral/calculations', { body: { userId: 42, ...record() } });
  expect(reply.status).toBe(500);
  expect(reply.json).toEqual({
    error: { code: 'internal', message: 'Something went wrong on the server.' },
  });
  expect(api.lines.at(-1)).toMatchObject({ status: 500, code: 'internal' });
  expect(api.lines.at(-1)?.fault).toContain('no such table: calculations');
  expect((await api.account(42))?.head.seq).toBe(2);
});

test('a path with needless escapes is the same path', async () => {
  const api = await makeApi();
  const user = await api.registered(42);
  expect((await user.send('GET', '/%61pi/user/%34%32')).json).toMatchObject({ id: 42 });
  const { token } = (await user.send('POST', '/api/exports', { body: { userId: 42, kind: 'ledger' } })).json;
  const escaped = token.replaceAll('.', '%2E');
  expect((await api.send('GET', `/api/exports/${escaped}`)).status).toBe(200);
  expect((await api.send('GET', `/api/exports/${escaped}%`)).status).toBe(404);
});

test('public answers carry an ETag, and a client that has it gets no body', async () => {
  const api = await makeApi();
  for (const path of ['/api/market/overview', '/api/calendar']) {
    const first = await api.send('GET', path);
    expect(first.headers.get('cache-control'), path).toBe('public, max-age=60, stale-while-revalidate=60');
    const tag = first.headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await api.send('GET', path, { headers: { 'if-none-match': known } });
      expect(again.status, known).toBe(304);
      expect(again.text).toBe('');
      expect(again.headers.get('etag')).toBe(tag);
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
    }
    expect(api.lines.at(-1)).toMatchObject({ path, status: 304 });
    const other = await api.send('GET', path, { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
    expect(other.text).toBe(first.text);
  }
  const health = await api.send('GET', '/api/health', { headers: { 'if-none-match': '*' } });
  expect(health.status).toBe(200);
  expect(health.headers.get('etag')).toBeNull();
});
