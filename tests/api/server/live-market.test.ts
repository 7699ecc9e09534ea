/**
 * Live figures in the real server of each deployment: only `MARKET_PROVIDER=live` and the addresses of the
 * stand-ins.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEPLOYMENTS, startServer } from '#tests/support/server.ts';
import { type Services, startServices } from '#tests/upstream/services.ts';
import { type Folder, makeFolder, PATIENCE } from './support.ts';

vi.setConfig(PATIENCE);

let folder: Folder;
let services: Services;
beforeEach(async () => {
  folder = makeFolder();
  services = await startServices();
});
afterEach(async () => {
  await services.stop();
  folder.remove();
});

test.each(DEPLOYMENTS)(
  '%s: live figures appear soon after the start, and many readers or a restart cause no more calls',
  async (deployment) => {
    const { market, fearGreed } = services;
    fearGreed.index['timestamp'] = `${Math.floor(Date.now() / 1000)}`;
    const server = await startServer({
      deployment,
      dist: folder.dist,
      env: {
        MARKET_PROVIDER: 'live',
        MARKET_API_URL: market.url,
        MARKET_API_KEY: 'CG-test-key',
        FEAR_GREED_URL: fearGreed.url,
      },
    });
    try {
      const read = (headers = {}) => fetch(`${server.origin}/api/market/overview`, { headers });
      const early = await read();
      // The first caller does not wait for the services.
      if (!early.ok) expect([early.status, early.headers.get('retry-after')]).toEqual([503, '5']);
      await vi.waitFor(async () => expect((await read()).status).toBe(200), {
        timeout: 30_000,
        interval: 100,
      });
      const answer = await read();
      const overview = (await answer.json()) as object;
      expect(overview).toMatchObject({
        sample: false,
        stale: false,
        marketCap: { value: '3351234567890.1235', change: '+1.42' },
        fearGreedIndex: { value: 72, classification: 'Greed' },
        topCoins: [{ symbol: 'BTC', price: '96123.45' }, { symbol: 'ETH' }, { symbol: 'XRP' }],
        topGainers: [{ symbol: 'PEPE', price: '0.00001234' }, {}, {}],
        sources: [{ name: 'CoinGecko' }, { name: 'Alternative.me' }],
      });
      const tag = answer.headers.get('etag') ?? '';
      await Promise.all(Array.from({ length: 200 }, async () => expect((await read()).status).toBe(200)));
      expect((await read({ 'if-none-match': tag })).status).toBe(304);
      expect(market.asked.length).toBe(6);
      expect(market.asked[0]?.headers).toMatchObject({
        'x-cg-demo-api-key': 'CG-test-key',
        'user-agent': expect.stringMatching(/^iRICH\/[\d.]+ \(\+http/),
      });
      const readCoins = async () => (await fetch(`${server.origin}/api/coins`)).json();
      const list = (await readCoins()) as { coins: readonly object[] };
      expect(list).toMatchObject({ sample: false, stale: false });
      expect(list.coins).toHaveLength(250);
      await server.kill();
      await server.restart();
      expect(await (await read()).json()).toEqual(overview);
      expect(await readCoins()).toEqual(list);
      expect([market.asked.length, fearGreed.asked.length]).toEqual([6, 1]);
      expect(server.log()).not.toContain('CG-test-key');
    } finally {
      await server.stop();
    }
  },
);

test.each(DEPLOYMENTS)(
  '%s: feed events appear if configured, and a restart causes no more calls',
  async (deployment) => {
    const { feed } = services;
    feed.move(Date.now() - Date.parse(String(feed.events[0]?.['date'])));
    const env = { CALENDAR_FEED_URL: feed.url };
    const server = await startServer({ deployment, dist: folder.dist, env });
    try {
      const read = () => fetch(`${server.origin}/api/calendar`);
      await vi.waitFor(async () => expect((await read()).status).toBe(200), {
        timeout: 30_000,
        interval: 100,
      });
      const calendar = (await (await read()).json()) as object;
      expect(calendar).toMatchObject({
        sample: false,
        stale: false,
        events: [{ name: 'consumer_confidence' }, {}, {}, {}, {}],
      });
      await server.kill();
      await server.restart();
      expect(await (await read()).json()).toEqual(calendar);
      expect(feed.asked.length).toBe(1);
      expect(feed.asked[0]?.headers['user-agent']).toMatch(/^iRICH\/[\d.]+ \(\+http/);
    } finally {
      await server.stop();
    }
  },
);

test('a machine stopped while a service is silent ends at once', async () => {
  const { market, fearGreed } = services;
  market.fail({ type: 'silence' });
  const env = {
    MARKET_PROVIDER: 'live',
    MARKET_API_URL: market.origin,
    FEAR_GREED_URL: fearGreed.url,
  };
  const server = await startServer({ deployment: 'machine', dist: folder.dist, env });
  await vi.waitFor(() => expect(market.asked.length).toBe(1));
  await server.stop();
  expect(server.log()).toMatch(/"stopping"/);
  expect(server.log()).not.toMatch(/fault/);
});
