/** The operator API: closed without its secret, and no larger than needed. */
import { beforeEach, expect, test } from 'vitest';
import type { PublicAppDeps } from '#api/app.ts';
import { createEdge } from '#api/deployments/durable-objects/edge.ts';
import type { RequestLine } from '#api/runtime/http/endpoint.ts';
import { createLimiter } from '#api/runtime/http/limits.ts';
import { CONFIG, launchData, START } from '#tests/api/support.ts';
import { commonParts, type TestClock } from '#tests/support/test-deployment.ts';
import { crowdOf, MOVE_SECRET, objectsToMove } from '#tests/support/transfer.ts';

let clock: TestClock;
let objects: ReturnType<typeof objectsToMove>;
const BEARER = `Bearer ${MOVE_SECRET}`;

const PIECE_OF_2 = { userId: 2, ask: { type: 'piece', after: 0 } };

beforeEach(async () => {
  clock = { at: START, now: () => clock.at };
  objects = objectsToMove(clock);
  await crowdOf(2, clock).act(objects);
});

interface Init {
  readonly method?: string;
  readonly authorization?: string;
  readonly body?: unknown;
}

async function ask(path: string, { method = 'GET', authorization = BEARER, body }: Init = {}) {
  const response = await objects.fetch(
    new Request(`https://irich.example/api/operator/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, json: await response.json(), headers: response.headers };
}

test('answers callers with the secret, also while objects are read-only', async () => {
  const facts = { creditSecret: 'the secret of these tests', parts: 64 };
  expect(await ask('home')).toMatchObject({ status: 200, json: { ...facts, readOnly: false } });
  objects.setReadOnly(true);
  expect(await ask('home')).toMatchObject({ status: 200, json: { ...facts, readOnly: true } });
  expect(await ask('users?part=1&after=0&limit=10')).toMatchObject({ json: { users: [1] } });
  const asks = [1, 2, 3].map((userId) => ({ userId, ask: { type: 'standing', seq: 1 } }));
  const { json, headers } = await ask('asks', { method: 'POST', body: { asks } });
  expect(json).toMatchObject([{ seq: 3 }, { seq: 3 }, null]);
  expect(headers.get('cache-control')).toBe('no-store');
});

test('does not exist for callers without the secret', async () => {
  const strange = await objects.fetch(new Request('https://irich.example/api/nothing'));
  const expected = await strange.json();
  for (const authorization of [
    '',
    'Bearer ',
    MOVE_SECRET,
    `${BEARER}0`,
    BEARER.slice(0, -1),
    `tma ${launchData(1, { at: START })}`,
    `Bearer ${CONFIG.botToken}`,
  ]) {
    expect(await ask('home', { authorization })).toMatchObject({ status: 404, json: expected });
    expect(await ask('asks', { authorization, method: 'POST', body: { asks: [] } })).toMatchObject({
      status: 404,
    });
  }
});

test('does not exist without a configured secret', async () => {
  const parts: PublicAppDeps = commonParts({
    config: CONFIG,
    clock,
    onRequest: () => undefined,
  });
  for (const operator of [undefined, null]) {
    const edge = createEdge({
      ...parts,
      user: (userId) => objects.host(userId).object,
      ...(operator === undefined ? {} : { operator }),
    });
    const request = new Request('https://irich.example/api/operator/home', {
      headers: { authorization: BEARER },
    });
    expect((await edge(request, '203.0.113.7')).status).toBe(404);
  }
});

test('hides from a wrong secret; the right one has a limit and is not logged', async () => {
  const lines: RequestLine[] = [];
  const edge = createEdge({
    ...commonParts({ config: CONFIG, clock, onRequest: (line) => lines.push(line) }),
    limiter: createLimiter(clock),
    user: (userId) => objects.host(userId).object,
    operator: {
      moveSecret: MOVE_SECRET,
      creditSecret: 'another secret',
      readOnly: true,
      user: (userId) => objects.host(userId).object,
      directory: objects.directory,
    },
  });
  const call = (address: string, authorization: string) =>
    edge(new Request('https://irich.example/api/operator/home', { headers: { authorization } }), address);
  for (let guess = 0; guess < 6_001; guess += 1) {
    expect((await call('203.0.113.7', 'Bearer guess')).status).toBe(404);
  }
  for (let asked = 0; asked < 6_000; asked += 1) await call('203.0.113.7', BEARER);
  const refused = await call('203.0.113.7', BEARER);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect((await call('203.0.113.8', BEARER)).status).toBe(200);
  const written = JSON.stringify(lines);
  for (const secret of [MOVE_SECRET, 'another secret', 'guess']) expect(written).not.toContain(secret);
});

test.each([
  ['users?part=64&after=0&limit=1', {}, 400],
  ['users?part=x&after=0&limit=1', {}, 400],
  ['users?part=1&after=0&limit=1001', {}, 400],
  ['nothing', {}, 404],
  ['home', { method: 'POST', body: {} }, 404],
  ['asks', { method: 'POST', body: {} }, 400],
  ['asks', { method: 'POST', body: { asks: [{ userId: 0, ask: { type: 'audit' } }] } }, 400],
  ['asks', { method: 'POST', body: { asks: [{ userId: 1, ask: { type: 'forget' } }] } }, 400],
  ['asks', { method: 'POST', body: { asks: Array(41).fill({ userId: 1, ask: { type: 'audit' } }) } }, 400],
  ['asks', { method: 'POST', body: { asks: [], more: 'x'.repeat(1_048_576) } }, 413],
])('%s is refused with its code', async (path, init, status) => {
  expect((await ask(path, init)).status).toBe(status);
});

test('a writable ledger is neither exported nor imported, whatever the edge believes', async () => {
  objects.setReadOnly(true);
  const { json } = await ask('asks', { method: 'POST', body: { asks: [PIECE_OF_2] } });
  objects.setReadOnly(false);
  const before = JSON.stringify(objects.rows());
  for (const of of [PIECE_OF_2, { userId: 2, ask: { type: 'accept', piece: json[0] } }]) {
    const refused = await ask('asks', {
      method: 'POST',
      body: { asks: [{ userId: 1, ask: { type: 'audit' } }, of] },
    });
    expect([refused.status, refused.json.error.code]).toEqual([503, 'unavailable']);
  }
  expect(JSON.stringify(objects.rows())).toBe(before);
});

test("a piece of one user is not stored in another user's ledger", async () => {
  objects.setReadOnly(true);
  const { json } = await ask('asks', { method: 'POST', body: { asks: [PIECE_OF_2] } });
  const before = JSON.stringify(objects.rows());
  const accept = { userId: 7, ask: { type: 'accept', piece: json[0] } };
  const refused = await ask('asks', { method: 'POST', body: { asks: [accept] } });
  expect(refused.json).toEqual([{ ok: false, error: { type: 'user', seq: 0 } }]);
  expect(JSON.stringify(objects.rows())).toBe(before);
});

test('the largest possible piece is accepted', async () => {
  objects.setReadOnly(true);
  const inputs = JSON.stringify({ a: '\\'.repeat(1018) });
  expect(new TextEncoder().encode(inputs).length).toBeGreaterThan(2040);
  const [row] = (await ask('asks', { method: 'POST', body: { asks: [PIECE_OF_2] } })).json;
  const calculation = { ...row.calculations[0], seq: 9_999_999, revision: Number.MAX_SAFE_INTEGER, inputs };
  const event = { ...row.events[2], seq: 9_999_999, userId: Number.MAX_SAFE_INTEGER };
  const credit = { ...row.credits[1], source_seq: 9_999_999, delivered_at: clock.at, retry_at: clock.at };
  const piece = {
    ...row,
    events: Array(200).fill(event),
    credits: Array(200).fill(credit),
    calculations: Array(200).fill(calculation),
  };
  const body = { asks: [{ userId: 2, ask: { type: 'accept', piece } }] };
  expect(JSON.stringify(body).length).toBeGreaterThan(900_000);
  const { status, json } = await ask('asks', { method: 'POST', body });
  expect(status).toBe(200);
  expect(json[0].ok).toBe(false);
});
