/** Reads through the platform's cache: few calls reach the object, and reads still work when the cache fails. */
import { expect, test } from 'vitest';
import { picturesThroughCache } from '#api/deployments/durable-objects/pictures.ts';
import { type SharedCache, throughCache } from '#api/deployments/durable-objects/public.ts';
import { neverFailing } from '#api/deployments/durable-objects/shared-cache.ts';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { START } from '#tests/support/deployment.ts';
import { jpeg } from '#tests/support/jpeg.ts';
import { memoryCache } from '#tests/support/memory-cache.ts';
import { openPublicDeployment } from '#tests/support/public-deployment.ts';

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
