/**
 * Live market figures in both deployments, from stand-ins of the services: what is fetched when, and what is
 * kept.
 */
import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readImportFile } from '#api/calendar/import-file.ts';
import { applyImport } from '#api/calendar/store.ts';
import type { PublicConfig } from '#api/market/data.ts';
import { priceAt } from '#api/market/history.ts';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { MarketOverview } from '#core/contract/public.ts';
import { CONFIG } from '#tests/api/support.ts';
import { openObjects } from '#tests/support/objects-deployment.ts';
import {
  openPublicDeployment,
  PUBLIC_DEPLOYMENTS,
  type PublicDeployment,
} from '#tests/support/public-deployment.ts';
import { startServices } from '#tests/upstream/services.ts';

// Thousands of calls over real connections.
vi.setConfig({ testTimeout: 60_000 });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 6, 1, 12);

let deployment: PublicDeployment;
afterEach(() => deployment.close());

describe.each(PUBLIC_DEPLOYMENTS)('%s', (name) => {
  const open = async (change: Partial<PublicConfig> = {}) => {
    deployment = await openPublicDeployment(name, change);
    return deployment;
  };
  const marketCalls = () => deployment.marketCalls();
  const overview = () => deployment.data.overview();

  test('the overview is fetched at once and then every five minutes', async () => {
    const { market, fearGreed, clock } = await open();
    expect(await overview()).toBeNull();
    await deployment.until(START);
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
    await deployment.until(START + 5 * MINUTE - 1);
    expect(await overview()).toEqual(first);
    await deployment.until(START + 5 * MINUTE);
    expect(await overview()).toMatchObject({
      date: new Date(clock.at).toISOString(),
      fearGreedIndex: { value: 10, classification: 'Extreme Fear' },
      topCoins: [{ symbol: 'BTC', price: '97000' }, {}, {}],
    });
    await deployment.until(START + HOUR - 1);
    expect(marketCalls()).toBe(12 * 5);
    expect(fearGreed.asked.length).toBe(12);
  });

  test('the market service gets the right calls and the key', async () => {
    await open({ marketApiKey: 'CG-test-key' });
    await deployment.until(START);
    expect(deployment.market.asked.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
      '/api/v3/coins/markets?vs_currency=usd&order=market_cap_desc&per_page=250&page=1&sparkline=false&category=stablecoins',
      '/api/v3/global',
      ...[1, 2, 3, 4].map(
        (page) =>
          `/api/v3/coins/markets?vs_currency=usd&order=market_cap_desc&per_page=250&page=${page}&sparkline=false`,
      ),
    ]);
    expect(
      deployment.market.asked.every(({ headers }) => headers['x-cg-demo-api-key'] === 'CG-test-key'),
    ).toBe(true);
    expect(deployment.fearGreed.asked[0]?.url.search).toBe('?limit=1');
    expect(deployment.fearGreed.asked[0]?.headers['x-cg-demo-api-key']).toBeUndefined();
  });

  test('10,000 readers cause no extra calls to the services', async () => {
    await open();
    await deployment.until(START);
    const asked = deployment.market.asked.length + deployment.fearGreed.asked.length;
    for (let reader = 0; reader < 10_000; reader++) {
      deployment.clock.at = START + reader * 100;
      await overview();
    }
    expect(deployment.market.asked.length + deployment.fearGreed.asked.length).toBe(asked);
  });

  test('seven days of history are kept, with prices of three coins', async () => {
    await open();
    const [bitcoin] = deployment.market.coins;
    for (const day of [0, 3, 8]) {
      Object.assign(bitcoin ?? {}, { current_price: 90_000 + day });
      deployment.clock.at = START + day * 24 * HOUR;
      await deployment.restart();
      await deployment.until(deployment.clock.at);
    }
    const kept = deployment.sql.all<{ at: number; overview: string }>(
      'SELECT at, overview FROM market_history ORDER BY at',
    );
    expect(kept.map(({ at }) => (at - START) / (24 * HOUR))).toEqual([3, 8]);
    expect(kept.every(({ overview: text }) => v.is(MarketOverview, JSON.parse(text)))).toBe(true);
    const at = (day: number, minutes = 0) => START + day * 24 * HOUR + minutes * MINUTE;
    expect(priceAt(deployment.sql, 'BTC', at(3))).toEqual({ at: at(3), price: '90003' });
    expect(priceAt(deployment.sql, 'BTC', at(3, 10))).toEqual({ at: at(3), price: '90003' });
    expect(priceAt(deployment.sql, 'BTC', at(3, 11))).toBeNull();
    expect(priceAt(deployment.sql, 'BTC', at(3, -1))).toBeNull();
    expect(priceAt(deployment.sql, 'BTC', at(0))).toBeNull();
    expect(priceAt(deployment.sql, 'ETH', at(8))?.price).toBe('3301.07');
    expect(priceAt(deployment.sql, 'TON', at(8))?.price).toBe('3.4127');
  });

  test('the sample calls no service and is never taken for live figures', async () => {
    await open({ marketProvider: 'sample' });
    await deployment.until(START + HOUR);
    expect(await overview()).toEqual(SAMPLE_OVERVIEW);
    expect(deployment.market.asked).toEqual([]);
    deployment.sql.run(
      "INSERT INTO snapshots (name, at, value) VALUES ('market', ?, ?)",
      deployment.clock.at,
      JSON.stringify(SAMPLE_OVERVIEW),
    );
    await deployment.close();
    const { sql } = await open();
    sql.run(
      "INSERT INTO snapshots (name, at, value) VALUES ('market', ?, ?)",
      START,
      JSON.stringify(SAMPLE_OVERVIEW),
    );
    expect(await overview()).toBeNull();
  });

  test("imported events replace the sample's and get their market reaction within the hour", async () => {
    await open();
    await deployment.until(START);
    expect(await deployment.data.calendar()).toMatchObject({ sample: false, events: [] });
    const read = readImportFile(
      JSON.stringify({
        version: 1,
        events: [{ id: 'cpi', name: 'cpi', zone: 'united_states', at: '2026-07-01T12:02:00Z' }],
      }),
    );
    if (!read.ok) throw new Error(read.faults.join());
    applyImport(deployment.sql, read.events, START);
    await deployment.until(START + 2 * MINUTE);
    Object.assign(deployment.market.coins[0] ?? {}, { current_price: 96123.45 * 1.01 });
    await deployment.until(START + HOUR);
    expect(await deployment.data.calendar()).toMatchObject({ events: [{ id: 'cpi', btcReaction: null }] });
    await deployment.until(START + HOUR + 5 * MINUTE);
    expect(await deployment.data.calendar()).toMatchObject({
      sample: false,
      events: [{ id: 'cpi', btcReaction: '+1.00', ethReaction: '+0.00', ethVolatility: 'low' }],
    });
  });

  test('a clock that was far ahead does not delay the next call', async () => {
    await open();
    deployment.clock.at = START + 365 * 24 * HOUR;
    await deployment.restart();
    await deployment.until(deployment.clock.at);
    deployment.clock.at = START;
    await deployment.restart();
    await deployment.until(START);
    expect(await overview()).toMatchObject({ date: '2026-07-01T12:00:00.000Z', stale: false });
    // Figures kept for future times would be taken for the market's reaction later.
    for (const table of ['market_history', 'prices']) {
      expect(deployment.sql.get(`SELECT max(at) AS at FROM ${table}`)).toEqual({ at: START });
    }
  });
});

test('a lost alarm is set again by the cron trigger, which calls no service itself', async () => {
  const { market, fearGreed, stop } = await startServices();
  const clock = { at: START, now: () => clock.at };
  const { prices, ring } = openObjects({
    config: CONFIG,
    clock,
    services: { marketApiUrl: market.url, fearGreedUrl: fearGreed.url },
    onRequest: () => {},
  });
  await ring();
  const asked = market.asked.length;
  prices.evict();
  prices.alarmAt = null;
  await prices.object().refresh();
  expect(market.asked.length).toBe(asked);
  clock.at += 5 * MINUTE;
  await ring();
  expect(market.asked.length).toBe(asked + 5);
  await stop();
});
