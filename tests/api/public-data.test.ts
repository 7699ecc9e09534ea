/** Live market figures in both homes, from stand-ins of the services: what is asked when, and what stays when one of them fails. */
import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readImportFile } from '#api/calendar/import-file.ts';
import { applyImport } from '#api/calendar/store.ts';
import { priceAt } from '#api/market/history.ts';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { type SharedCache, throughCache } from '#api/objects/public.ts';
import type { PublicConfig } from '#api/public/data.ts';
import { MarketOverview } from '#core/contract/public.ts';
import { openPublicHome, PUBLIC_HOMES, type PublicHome } from '#tests/support/public-homes.ts';

// Thousands of calls over real connections.
vi.setConfig({ testTimeout: 60_000 });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 6, 1, 12);
const PAST = new Date(START - HOUR).toUTCString();

let home: PublicHome;
afterEach(() => home.close());

describe.each(PUBLIC_HOMES)('%s', (name) => {
  const open = async (change: Partial<PublicConfig> = {}) => {
    home = await openPublicHome(name, change);
    return home;
  };
  const marketCalls = () =>
    home.market.asked.filter(({ url }) => url.searchParams.get('category') === null).length;
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

  test('the stablecoins are asked for once a day; where that fails, those of the day before hold', async () => {
    await open();
    const idCalls = () => home.market.asked.length - marketCalls();
    await home.until(START);
    home.clock.at = START + 23 * HOUR;
    await home.until(START + 24 * HOUR - 1);
    expect(idCalls()).toBe(1);
    home.market.fail({ type: 'status', status: 500 }, 'category=');
    await home.until(START + 24 * HOUR + 5 * MINUTE);
    expect(idCalls()).toBeGreaterThan(1);
    const { topCoins, stale } = (await overview()) ?? {};
    expect(topCoins?.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'XRP']);
    expect(stale).toBe(false);
    home.market.stablecoins.push('ripple');
    home.market.fail(null);
    await home.until(START + 24 * HOUR + 15 * MINUTE);
    expect((await overview())?.topCoins.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'TON']);
  });

  test('too many questions on the stablecoins: the market, which counts them too, is left alone as long', async () => {
    await open();
    await home.until(START);
    const asked = home.market.asked.length;
    home.clock.at = START + 24 * HOUR;
    home.market.fail({ type: 'status', status: 429, retryAfter: '1800' }, 'category=');
    await home.until(START + 24 * HOUR + 30 * MINUTE - 1);
    expect(home.market.asked.length).toBe(asked + 1);
    home.market.fail(null);
    await home.until(START + 24 * HOUR + 30 * MINUTE);
    expect(home.market.asked.length).toBe(asked + 7);
    expect(await overview()).toMatchObject({ stale: false });
    expect(home.faults).toEqual(['The stablecoins service gives no good answer: status 429']);
  });

  test('without ever having heard which coins are stablecoins there is no overview', async () => {
    await open();
    home.market.fail({ type: 'status', status: 500 }, 'category=');
    await home.until(START + 10 * MINUTE);
    expect(await overview()).toBeNull();
    expect(marketCalls()).toBe(0);
    home.market.fail(null);
    await home.until(START + 20 * MINUTE);
    expect(await overview()).toMatchObject({ stale: false });
  });

  test('the market fails: the last good overview stays, stale after ten minutes, and the index is still asked for', async () => {
    await open();
    await home.until(START);
    home.market.fail({ type: 'status', status: 500 });
    await home.until(START + 10 * MINUTE);
    expect(await overview()).toMatchObject({ date: '2026-07-01T12:00:00.000Z', stale: false });
    await home.until(START + 30 * MINUTE);
    expect(await overview()).toMatchObject({ date: '2026-07-01T12:00:00.000Z', stale: true });
    expect(home.fearGreed.asked.length).toBe(7);
    expect(home.faults).toEqual(['The market service gives no good answer: status 500']);
    home.market.fail(null);
    await home.until(START + 36 * MINUTE);
    expect(await overview()).toMatchObject({ stale: false, fearGreedIndex: { value: 72 } });
  });

  test('the index fails: the market goes on, with the last index for a day and then with none', async () => {
    await open();
    await home.until(START);
    home.fearGreed.fail({ type: 'body', text: '{"data":[{"value":72}]}' });
    home.clock.at = START + 23 * HOUR;
    await home.until(START + 24 * HOUR - 1);
    expect(await overview()).toMatchObject({ stale: false, fearGreedIndex: { value: 72 } });
    await home.until(START + 24 * HOUR + 6 * MINUTE);
    const late = await overview();
    expect(late).toMatchObject({ stale: false, fearGreedIndex: { value: null, classification: 'No Data' } });
    expect(late?.sources.map(({ name }) => name)).toEqual(['CoinGecko']);
    expect(home.faults).toEqual([
      'The fear and greed service gives no good answer: unreadable: data.0.value',
    ]);
  });

  test('an index that is itself older than two days is none', async () => {
    await open();
    home.fearGreed.index['timestamp'] = `${(START - 48 * HOUR) / 1000}`;
    await home.until(START);
    expect(await overview()).toMatchObject({ fearGreedIndex: { value: 72, classification: 'Greed' } });
    await home.until(START + 5 * MINUTE);
    const late = await overview();
    expect(late).toMatchObject({ stale: false, fearGreedIndex: { value: null, classification: 'No Data' } });
    expect(late?.sources.map(({ name }) => name)).toEqual(['CoinGecko']);
    expect(home.faults).toEqual([]);
  });

  test('the index was never there', async () => {
    await open();
    home.fearGreed.fail({ type: 'half' });
    await home.until(START);
    expect(await overview()).toMatchObject({ fearGreedIndex: { value: null, classification: 'No Data' } });
  });

  test.each([
    ['seconds', () => '1800', 30],
    ['a date', () => new Date(START + 45 * MINUTE).toUTCString(), 45],
    ['too long a time', () => '999999', 60],
    ['a time without an end', () => '9'.repeat(400), 60],
    ['no time at all', () => '0', 1],
  ])('too many questions: %s is waited for, by that service alone', async (_, retryAfter, minutes) => {
    await open();
    home.market.fail({ type: 'status', status: 429, retryAfter: retryAfter() });
    await home.until(START + minutes * MINUTE - 1);
    expect(home.market.asked.length).toBe(1);
    expect(home.fearGreed.asked.length).toBe(1 + Math.floor((minutes * MINUTE - 1) / (5 * MINUTE)));
    home.market.fail(null);
    // A new process knows it, too.
    home.restart();
    await home.until(START + minutes * MINUTE);
    expect(await overview()).toMatchObject({ stale: false });
  });

  test('a refusal that says no time: five minutes, then twice as long, at most an hour', async () => {
    await open();
    home.market.fail({ type: 'status', status: 429 });
    const at: number[] = [];
    for (let minute = 0; minute <= 3 * 60; minute++) {
      const before = home.market.asked.length;
      await home.until(START + minute * MINUTE);
      if (home.market.asked.length > before) at.push(minute);
    }
    expect(at).toEqual([0, 5, 15, 35, 75, 135]);
    expect(home.faults).toEqual(['The stablecoins service gives no good answer: status 429']);
  });

  test.each([
    ['too many questions, and no time to wait', { type: 'status', status: 429, retryAfter: '0' }],
    ['too many questions until a moment that has passed', { type: 'status', status: 429, retryAfter: PAST }],
    ['a failure of any other kind', { type: 'status', status: 500 }],
  ] as const)('%s: one question after a minute, then two, at most five, for a day', async (_, fault) => {
    await open();
    home.market.fail(fault);
    await home.until(START + HOUR);
    // At the beginning it is the stablecoins that are asked for: nothing can be shown without them.
    expect(home.market.asked.length).toBe(14);
    await home.until(START + 24 * HOUR);
    home.market.fail(null);
    await home.until(START + 24 * HOUR + 5 * MINUTE);
    expect(await overview()).toMatchObject({ stale: false });
  });

  test('any other failure: again after a minute, then two, at most five', async () => {
    await open();
    home.market.fail({ type: 'half' }, '/global');
    const at: number[] = [];
    for (let minute = 0; minute <= 20; minute++) {
      const before = marketCalls();
      await home.until(START + minute * MINUTE);
      if (marketCalls() > before) at.push(minute);
    }
    expect(at).toEqual([0, 1, 3, 7, 12, 17]);
  });

  test('a process that ends over a question, and begins anew, does not ask at once', async () => {
    await open();
    home.restart();
    await home.until(START);
    const asked = home.market.asked.length;
    for (let restart = 0; restart < 20; restart++) {
      home.restart();
      await home.until(home.clock.at + 1000);
    }
    expect(home.market.asked.length).toBe(asked);
    expect(await overview()).toMatchObject({ stale: false });
  });

  test('poison is left out, and said once', async () => {
    await open();
    const [, , , ripple, , ton] = home.market.coins;
    Object.assign(ripple ?? {}, { name: '<script>', image: 'https://evil.example/x.png' });
    Object.assign(ton ?? {}, { current_price: -3 });
    await home.until(START + 20 * MINUTE);
    const seen = await overview();
    expect(seen?.tonData).toBeNull();
    expect(seen?.topCoins.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'PEPE']);
    expect(JSON.stringify(seen)).not.toMatch(/script|evil/);
    expect(home.faults).toEqual([
      'The market service sends what is left out: coin with an odd name',
      'The market service sends what is left out: coin with an odd current_price',
    ]);
    Object.assign(ton ?? {}, { current_price: 3.4 });
    await home.until(START + 25 * MINUTE);
    expect((await overview())?.tonData?.price).toBe('3.4');
    expect(home.faults.length).toBe(2);
  });

  test('an answer of another shape is refused, said once, and the last good one stays', async () => {
    await open();
    await home.until(START);
    const good = await overview();
    for (const coin of home.market.coins) coin['current_price'] = null;
    await home.until(START + 9 * MINUTE);
    expect(await overview()).toEqual(good);
    home.restart();
    await home.until(START + 40 * MINUTE);
    expect(await overview()).toEqual({ ...good, stale: true });
    expect(home.faults).toEqual([
      'The market service gives no good answer: unreadable: coin with an odd current_price',
    ]);
  });

  test('a list without the greatest coins is no list of coins', async () => {
    await open();
    home.market.coins.splice(0, 1);
    await home.until(START);
    expect(await overview()).toBeNull();
    expect(home.faults).toEqual(['The market service gives no good answer: unreadable: no bitcoin']);
  });

  test('a list that is far too short, or the same page again and again, is no list of coins', async () => {
    await open();
    await home.until(START);
    const good = await overview();
    const all = home.market.coins.splice(0);
    for (const coins of [all.slice(0, 2), all.slice(0, 250), again(all.slice(0, 250))]) {
      home.market.coins.splice(0, Infinity, ...coins);
      await home.until(home.clock.at + 5 * MINUTE);
      expect(await overview()).toMatchObject({ topCoins: good?.topCoins });
      expect((await overview())?.date).toBe(good?.date);
    }
    expect(home.faults).toEqual(['The market service gives no good answer: unreadable: too few coins']);
    home.market.coins.splice(0, Infinity, ...all);
    await home.until(home.clock.at + 5 * MINUTE);
    expect((await overview())?.date).not.toBe(good?.date);
  });

  test('a category that is not heeded calls no coin a stablecoin', async () => {
    await open();
    home.market.stablecoins.push('bitcoin', 'ripple');
    await home.until(START + MINUTE);
    expect(await overview()).toBeNull();
    expect(home.faults).toEqual([
      'The stablecoins service gives no good answer: unreadable: bitcoin among the stablecoins',
    ]);
    home.market.stablecoins.splice(2);
    await home.until(START + 10 * MINUTE);
    expect((await overview())?.topCoins.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'XRP']);
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

test('10,000 readers at one place of the edge ask the object once a minute', async () => {
  home = await openPublicHome('cloudflare');
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
  const { market, calendar } = throughCache(sharedCache(clock), 'https://irich.example', () => counted);
  const services = home.market.asked.length + home.fearGreed.asked.length;
  for (let reader = 0; reader < 10_000; reader++) expect(await market.overview()).not.toBeNull();
  expect(asked).toBe(1);
  expect(await calendar.calendar()).toMatchObject({ sample: false, events: [] });
  clock.at += MINUTE;
  await market.overview();
  expect(asked).toBe(2);
  expect(home.market.asked.length + home.fearGreed.asked.length).toBe(services);
});

/** Four pages of one. */
function again<T>(page: readonly T[]): readonly T[] {
  return [page, page, page, page].flat();
}

/** As the platform's: keeps what may be kept, for as long as the answer says. */
function sharedCache(clock: { now(): number }): SharedCache {
  const kept = new Map<string, { text: string; until: number }>();
  return {
    async match(url) {
      const found = kept.get(url);
      return found === undefined || found.until <= clock.now() ? undefined : new Response(found.text);
    },
    async put(url, response) {
      const maxAgeS = Number(
        /^public, max-age=(\d+)(,|$)/.exec(response.headers.get('cache-control') ?? '')?.[1],
      );
      kept.set(url, { text: await response.text(), until: clock.now() + maxAgeS * 1000 });
    },
  };
}
