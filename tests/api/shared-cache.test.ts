/** What is read through the platform's cache: seldom asked of the object, and answered all the same where the cache fails. */
import { expect, test } from 'vitest';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { picturesThroughCache } from '#api/objects/pictures.ts';
import { type SharedCache, throughCache } from '#api/objects/public.ts';
import { neverFailing } from '#api/objects/shared-cache.ts';
import { START } from '#tests/support/deployment.ts';
import { jpeg } from '#tests/support/jpeg.ts';
import { memoryCache } from '#tests/support/memory-cache.ts';
import { openPublicHome } from '#tests/support/public-homes.ts';

const ORIGIN = 'https://irich.example';
const clock = { now: () => START };
const fail = async (): Promise<never> => {
  throw new Error('the cache is down');
};
/** Its bytes end in the middle. */
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
])('%s: the object answers, and the log says so', async (_, broken, faults) => {
  const said: string[] = [];
  const cache = neverFailing({ ...memoryCache(clock), ...broken }, (message) => said.push(message));
  const newest = { overview: async () => SAMPLE_OVERVIEW, calendar: async () => null };
  const { market } = throughCache(cache, ORIGIN, () => newest);
  expect(await market.overview()).toEqual(SAMPLE_OVERVIEW);
  const shared = { picture: jpeg(), expiresAt: START + 60_000 };
  const find = picturesThroughCache(cache, ORIGIN, clock, () => ({ picture: async () => shared }));
  expect(await find(1, 'hash')).toEqual(shared);
  expect(said).toHaveLength(faults);
});

test('10,000 readers at one place of the edge ask the object once a minute', async () => {
  const home = await openPublicHome('cloudflare', {}, START);
  await home.until(START);
  const { clock } = home;
  let asked = 0;
  const counted = {
    calendar: () => home.data().calendar(),
    overview: () => {
      asked += 1;
      return home.data().overview();
    },
  };
  const { market, calendar } = throughCache(
    neverFailing(memoryCache(clock), expect.unreachable),
    ORIGIN,
    () => counted,
  );
  const services = home.market.asked.length + home.fearGreed.asked.length;
  for (let reader = 0; reader < 10_000; reader++) expect(await market.overview()).not.toBeNull();
  expect(asked).toBe(1);
  expect(await calendar.calendar()).toMatchObject({ sample: false, events: [] });
  clock.at += 60_000;
  await market.overview();
  expect(asked).toBe(2);
  expect(home.market.asked.length + home.fearGreed.asked.length).toBe(services);
  await home.close();
});
