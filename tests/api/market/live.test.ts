/** Live market figures in both homes, from stand-ins of the services: what is asked when, and what is kept of it. */
import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readImportFile } from '#api/calendar/import-file.ts';
import { applyImport } from '#api/calendar/store.ts';
import { priceAt } from '#api/market/history.ts';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import type { PublicConfig } from '#api/public/data.ts';
import { MarketOverview } from '#core/contract/public.ts';
import { openPublicHome, PUBLIC_HOMES, type PublicHome } from '#tests/support/public-homes.ts';

// Thousands of calls over real connections.
vi.setConfig({ testTimeout: 60_000 });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 6, 1, 12);

let home: PublicHome;
afterEach(() => home.close());

describe.each(PUBLIC_HOMES)('%s', (name) => {
  const open = async (change: Partial<PublicConfig> = {}) => {
    home = await openPublicHome(name, change);
    return home;
  };
  const marketCalls = () => home.marketCalls();
  const overview = () => home.data().overview();

  test('the overview of the services, at once and then every five minutes', async () => {
    const { market, fearGreed, clock } = await open();
    expect(await overview()).toBeNull();
    await home.until(START);
    const first = await overview();
    expect(v.is(MarketOverview, first)).toBe(true);
    expect(first).toMatchObject({
      date: '2026-07-01T12:00:00.000Z',
      sample: false,
      stale: false,
      marketCap: { value: '3351234567890.1235', change: '+1.42' },
      fearGreedIndex: { value: 72, classification: 'Greed' },
      sources: [{ name: 'CoinGecko' }, { name: 'Alternative.me' }],
    });
    expect(marketCalls()).toBe(5);
    Object.assign(market.coins[0] ?? {}, { current_price: 97000 });
    fearGreed.index['value'] = '10';
    fearGreed.index['value_classification'] = 'Extreme Fear';
    await home.until(START + 5 * MINUTE - 1);
    expect(await overview()).toEqual(first);
    await home.until(START + 5 * MINUTE);
    expect(await overview()).toMatchObject({
      date: new Date(clock.at).toISOString(),
      fearGreedIndex: { value: 10, classification: 'Extreme Fear' },
      topCoins: [{ symbol: 'BTC', price: '97000' }, {}, {}],
    });
    await home.until(START + HOUR - 1);
    expect(marketCalls()).toBe(12 * 5);
    expect(fearGreed.asked.length).toBe(12);
  });

  test('what the market service is asked, and the key that it is shown', async () => {
    await open({ marketApiKey: 'CG-test-key' });
    await home.until(START);
    expect(home.market.asked.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
      '/api/v3/coins/markets?vs_currency=usd&order=market_cap_desc&per_page=250&page=1&sparkline=false&category=stablecoins',
      '/api/v3/global',
      ...[1, 2, 3, 4].map(
        (page) =>
          `/api/v3/coins/markets?vs_currency=usd&order=market_cap_desc&per_page=250&page=${page}&sparkline=false`,
      ),
    ]);
    expect(home.market.asked.every(({ headers }) => headers['x-cg-demo-api-key'] === 'CG-test-key')).toBe(
      true,
    );
    expect(home.fearGreed.asked[0]?.url.search).toBe('?limit=1');
    expect(home.fearGreed.asked[0]?.headers['x-cg-demo-api-key']).toBeUndefined();
  });

  test('10,000 readers cost the services nothing', async () => {
    await open();
    await home.until(START);
    const asked = home.market.asked.length + home.fearGreed.asked.length;
    for (let reader = 0; reader < 10_000; reader++) {
      home.clock.at = START + reader * 100;
      await overview();
    }
    expect(home.market.asked.length + home.fearGreed.asked.length).toBe(asked);
  });

  test('seven days are kept, with the prices of three coins', async () => {
    await open();
    const [bitcoin] = home.market.coins;
    for (const day of [0, 3, 8]) {
      Object.assign(bitcoin ?? {}, { current_price: 90_000 + day });
      home.clock.at = START + day * 24 * HOUR;
      home.restart();
      await home.until(home.clock.at);
    }
    const kept = home.sql.all<{ at: number; overview: string }>(
      'SELECT at, overview FROM market_history ORDER BY at',
    );
    expect(kept.map(({ at }) => (at - START) / (24 * HOUR))).toEqual([3, 8]);
    expect(kept.every(({ overview: text }) => v.is(MarketOverview, JSON.parse(text)))).toBe(true);
    const at = (day: number, minutes = 0) => START + day * 24 * HOUR + minutes * MINUTE;
    expect(priceAt(home.sql, 'BTC', at(3))).toEqual({ at: at(3), price: '90003' });
    expect(priceAt(home.sql, 'BTC', at(3, 10))).toEqual({ at: at(3), price: '90003' });
    expect(priceAt(home.sql, 'BTC', at(3, 11))).toBeNull();
    expect(priceAt(home.sql, 'BTC', at(3, -1))).toBeNull();
    expect(priceAt(home.sql, 'BTC', at(0))).toBeNull();
    expect(priceAt(home.sql, 'ETH', at(8))?.price).toBe('3301.07');
    expect(priceAt(home.sql, 'TON', at(8))?.price).toBe('3.4127');
  });

  test('the sample asks nobody, and is never taken for the market', async () => {
    await open({ marketProvider: 'sample' });
    await home.until(START + HOUR);
    expect(await overview()).toEqual(SAMPLE_OVERVIEW);
    expect(home.market.asked).toEqual([]);
    home.sql.run(
      "INSERT INTO snapshots (name, at, value) VALUES ('market', ?, ?)",
      home.clock.at,
      JSON.stringify(SAMPLE_OVERVIEW),
    );
    await home.close();
    const { sql } = await open();
    sql.run(
      "INSERT INTO snapshots (name, at, value) VALUES ('market', ?, ?)",
      START,
      JSON.stringify(SAMPLE_OVERVIEW),
    );
    expect(await overview()).toBeNull();
  });

  test('imported events take the place of the sample’s, and hear within the hour what the market did', async () => {
    await open();
    await home.until(START);
    expect(await home.data().calendar()).toMatchObject({ sample: false, events: [] });
    const read = readImportFile(
      JSON.stringify({
        version: 1,
        events: [{ id: 'cpi', name: 'cpi', zone: 'united_states', at: '2026-07-01T12:02:00Z' }],
      }),
    );
    if (!read.ok) throw new Error(read.faults.join());
    applyImport(home.sql, read.events, START);
    await home.until(START + 2 * MINUTE);
    Object.assign(home.market.coins[0] ?? {}, { current_price: 96123.45 * 1.01 });
    await home.until(START + HOUR);
    expect(await home.data().calendar()).toMatchObject({ events: [{ id: 'cpi', btcReaction: null }] });
    await home.until(START + HOUR + 5 * MINUTE);
    expect(await home.data().calendar()).toMatchObject({
      sample: false,
      events: [{ id: 'cpi', btcReaction: '+1.00', ethReaction: '+0.00', ethVolatility: 'low' }],
    });
  });

  test('a clock that was far ahead does not keep the services waiting', async () => {
    await open();
    home.clock.at = START + 365 * 24 * HOUR;
    home.restart();
    await home.until(home.clock.at);
    home.clock.at = START;
    home.restart();
    await home.until(START);
    expect(await overview()).toMatchObject({ date: '2026-07-01T12:00:00.000Z', stale: false });
    // What was kept of moments that are still to come would be taken for what the market did then.
    for (const table of ['market_history', 'prices']) {
      expect(home.sql.get(`SELECT max(at) AS at FROM ${table}`)).toEqual({ at: START });
    }
  });
});

test('an alarm that was lost is set again by the cron trigger, which asks nobody itself', async () => {
  home = await openPublicHome('cloudflare');
  await home.until(START);
  const asked = home.market.asked.length;
  home.restart();
  expect(home.market.asked.length).toBe(asked);
  await home.until(START + 5 * MINUTE);
  expect(home.market.asked.length).toBe(asked + 5);
});
