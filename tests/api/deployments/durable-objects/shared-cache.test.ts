/** Reads through the platform's cache: few calls reach the object, and reads still work when the cache fails. */
import { expect, test } from 'vitest';
import { createPublicApp } from '#api/app.ts';
import { picturesThroughCache } from '#api/deployments/durable-objects/pictures.ts';
import { logThroughCache } from '#api/deployments/durable-objects/proof.ts';
import { type SharedCache, throughCache } from '#api/deployments/durable-objects/public.ts';
import { neverFailing } from '#api/deployments/durable-objects/shared-cache.ts';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { CONFIG } from '#tests/api/support.ts';
import { START } from '#tests/support/deployment.ts';
import { jpeg } from '#tests/support/jpeg.ts';
import { memoryCache } from '#tests/support/memory-cache.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { openPublicDeployment } from '#tests/support/public-deployment.ts';
import { commonParts } from '#tests/support/test-deployment.ts';

const ORIGIN = 'https://irich.example';
const clock = { now: () => START };
const fail = async (): Promise<never> => {
  throw new Error('the cache is down');
};
/** The body ends in the middle. */
const cut = async () =>
  new Response(
    new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"date":'));
        controller.error(new Error('cut'));
      },
    }),
  );

test.each<[string, Partial<SharedCache>, number]>([
  ['match', { match: fail }, 2],
  ['put', { put: fail }, 2],
  ['match and put', { match: fail, put: fail }, 4],
  ['an answer that is cut', { match: cut }, 2],
])('%s: the object answers and the failure is logged', async (_, broken, faults) => {
  const said: string[] = [];
  const cache = neverFailing({ ...memoryCache(clock), ...broken }, (message) => said.push(message));
  const newest = {
    overview: async () => SAMPLE_OVERVIEW,
    coins: async () => null,
    calendar: async () => null,
  };
  const { market } = throughCache(cache, ORIGIN, () => newest);
  expect(await market.overview()).toEqual(SAMPLE_OVERVIEW);
  const shared = { picture: jpeg(), expiresAt: START + 60_000 };
  const find = picturesThroughCache(cache, ORIGIN, clock, () => ({ picture: async () => shared }));
  expect(await find(1, 'hash')).toEqual(shared);
  expect(said).toHaveLength(faults);
});

test('10,000 readers at one edge location call the object once a minute', async () => {
  const deployment = await openPublicDeployment('cloudflare', {}, START);
  await deployment.until(START);
  const { clock } = deployment;
  let asked = 0;
  const counted = {
    calendar: () => deployment.data.calendar(),
    coins: () => deployment.data.coins(),
    overview: () => {
      asked += 1;
      return deployment.data.overview();
    },
  };
  const { market, calendar } = throughCache(
    neverFailing(memoryCache(clock), expect.unreachable),
    ORIGIN,
    () => counted,
  );
  const services = deployment.market.asked.length + deployment.fearGreed.asked.length;
  for (let reader = 0; reader < 10_000; reader++) expect(await market.overview()).not.toBeNull();
  expect(asked).toBe(1);
  expect(await calendar.calendar()).toMatchObject({ sample: false, events: [] });
  expect((await market.coins())?.coins).toHaveLength(250);
  clock.at += 60_000;
  await market.overview();
  expect(asked).toBe(2);
  expect(deployment.market.asked.length + deployment.fearGreed.asked.length).toBe(services);
  await deployment.close();
});

test('an address of the log leads to no other answer in the cache, and a wrong one not to its object', async () => {
  const cache = memoryCache(clock);
  const headers = { 'cache-control': 'max-age=60' };
  await cache.put(`${ORIGIN}/api/market/overview`, new Response('{}', { headers }));
  await cache.put(`${ORIGIN}/secret`, new Response('{}', { headers }));
  const asked: string[] = [];
  const nothing = async () => null;
  const log = {
    proof: nothing,
    seal: nothing,
    async file(path: string) {
      asked.push(path);
      return null;
    },
  };
  const parts = commonParts({
    config: CONFIG,
    clock: { at: START, ...clock },
    limiter: noLimits,
    onRequest: () => {},
  });
  const app = createPublicApp({ ...parts, proofLog: logThroughCache(cache, CONFIG.publicUrl, log) });
  for (const path of [
    '..%2F../api%2Fmarket%2Foverview',
    '..%2F../secret',
    '0/..%2F..%2F..%2Fsecret',
    '0/000.p/..%2F..%2F..%2F..%2Fsecret',
    '0/000%3Fx',
    '64/000',
    '00/000',
    '0/0000',
    '0/x001/234',
    '0/-01',
    '0/٠٠٠',
    '0/000.p/0',
    '0/000.p/256',
    '0/000.p/01',
    `entries/${'0'.repeat(5_000)}`,
  ])
    expect((await app.request(`/proof/tile/${path}`)).status, path).toBe(404);
  expect(asked).toEqual([]);
  expect((await app.request('/proof/tile/0/000.p/1')).status).toBe(404);
  expect(asked).toEqual(['tile/0/000.p/1']);
});
