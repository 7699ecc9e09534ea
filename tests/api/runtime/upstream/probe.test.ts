/** `npm run probe` against stand-ins: it reports which services fit and which do not. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyHeaders } from '#api/market/coingecko.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { startFearGreedService } from '#tests/upstream/fear-greed-service.ts';
import { type Services, startServices } from '#tests/upstream/services.ts';
import { differences } from '#tests/upstream/shape.ts';
import { startTonCenter } from '#tests/upstream/ton-center.ts';

vi.setConfig({ testTimeout: 60_000 });

let services: Services;
beforeEach(async () => {
  services = await startServices();
  const { feed } = services;
  feed.move(Date.now() - Date.parse(String(feed.events[0]?.['date'])));
});
afterEach(() => services.stop());

const probe = (env: Readonly<Record<string, string>> = {}) =>
  runProcess([process.execPath, 'tests/upstream/probe.ts'], {
    cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
    limitMs: 30_000,
    env: {
      MARKET_API_URL: services.market.url,
      FEAR_GREED_URL: services.fearGreed.url,
      CALENDAR_FEED_URL: '',
      ...env,
    },
  });

test('services with an unchanged shape fit', async () => {
  const { code, output } = await probe();
  expect(output.match(/: fits/g)?.length, output).toBe(4);
  expect(output).toContain('calendar feed: not configured');
  expect(output).toContain('chain: not configured');
  expect(code).toBe(0);
  expect((await probe({ CALENDAR_FEED_URL: services.feed.url })).output).toContain('calendar feed: fits');
});

test("the chain is asked about the collection with the account's key", async () => {
  const chain = await startTonCenter();
  const env = {
    TON_API_URL: chain.url,
    TON_API_KEY: 'ton-test-key',
    SBT_COLLECTION: `0:${'ab'.repeat(32)}`,
    SBT_SIGNING_KEY: '07'.repeat(32),
  };
  expect((await probe(env)).output).toContain('chain: fits');
  expect(chain.asked.map(({ url }) => url.searchParams.get('address'))).toEqual([env.SBT_COLLECTION]);
  expect(chain.asked[0]?.headers['x-api-key']).toBe('ton-test-key');
  chain.fail({ type: 'body', text: '{"ok":true,"result":{"balance":{}}}' });
  expect((await probe(env)).output).toContain('chain: DOES NOT FIT');
  await chain.stop();
});

test('a key is sent to its own service only, in the header of its account type', async () => {
  const { market, fearGreed } = services;
  expect((await probe({ MARKET_API_KEY: 'CG-test-key' })).code).toBe(0);
  expect(market.asked.map(({ headers }) => headers['x-cg-demo-api-key'])).toEqual(
    Array(3).fill('CG-test-key'),
  );
  expect(JSON.stringify(fearGreed.asked[0]?.headers)).not.toContain('CG-test-key');
  const headers = (apiUrl: string, apiKey: string | null) => keyHeaders({ apiUrl, apiKey });
  expect(headers('https://pro-api.coingecko.com/api/v3', 'k')).toEqual({ 'x-cg-pro-api-key': 'k' });
  expect(headers('https://api.coingecko.com/api/v3', 'k')).toEqual({ 'x-cg-demo-api-key': 'k' });
  expect(headers('https://api.coingecko.com/api/v3', null)).toEqual({});
});

test.each([
  ['MARKET_API_URL', 'api.coingecko.com'],
  ['MARKET_API_URL', 'http://api.coingecko.com/api/v3'],
  ['MARKET_API_KEY', 'a key with spaces'],
  ['FEAR_GREED_URL', 'fng'],
])('%s=%s: one clear line and no call', async (name, value) => {
  const { code, output } = await probe({ [name]: value });
  expect(output).toMatch(new RegExp(`^${name}: must be [^\\n]+\\n$`));
  expect(output).not.toContain('a key with spaces');
  expect([code, services.market.asked.length]).toEqual([1, 0]);
});

test('a changed service and one without an answer are named', async () => {
  const { market, feed } = services;
  for (const coin of market.coins) coin['current_price'] = String(coin['current_price']);
  for (const event of feed.events) event['forecast'] = 1;
  const gone = await startFearGreedService();
  await gone.stop();
  const { code, output } = await probe({ CALENDAR_FEED_URL: feed.url, FEAR_GREED_URL: gone.url });
  expect(code).toBe(1);
  expect(output).toContain('market: fits');
  expect(output).toContain('coins: DOES NOT FIT');
  expect(output).toContain('[].current_price is a string, not a number');
  expect(output).toContain('[].forecast is a number, not a string');
  expect(output).toContain(
    `fear and greed: DOES NOT FIT (${new URL(gone.url).host})\n  no answer: is there a network?`,
  );
});

test('a changed shape is reported, and added fields are not', () => {
  const known = { a: 1, list: [{ b: 'x', c: null }], n: { d: true } };
  expect(differences(known, { a: 2, list: [{ b: 'y', c: 5, z: 1 }], n: { d: false }, more: 1 })).toEqual([]);
  expect(differences(known, { a: '2', list: [{ c: 1 }, { b: 7, c: 1 }], n: [] })).toEqual([
    'a is a string, not a number',
    'list[].b is missing',
    'list[].b is a number, not a string',
    'n is a list, not an object',
  ]);
  expect(differences(known, { a: 1, list: [], n: { d: true } })).toEqual(['list is empty']);
  expect(differences([], null)).toEqual([]);
});
