/** A market service fails or limits calls: what this means for the others, and what is shown meanwhile. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  openPublicDeployment,
  PUBLIC_DEPLOYMENTS,
  type PublicDeployment,
} from '#tests/support/public-deployment.ts';

// Thousands of calls over real connections.
vi.setConfig({ testTimeout: 60_000 });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 6, 1, 12);
const PAST = new Date(START - HOUR).toUTCString();

let deployment: PublicDeployment;
afterEach(() => deployment.close());

describe.each(PUBLIC_DEPLOYMENTS)('%s', (name) => {
  const open = async () => {
    deployment = await openPublicDeployment(name);
    return deployment;
  };
  const marketCalls = () => deployment.marketCalls();
  const overview = () => deployment.data.overview();

  test("stablecoins are fetched once a day; on failure the previous day's list is used", async () => {
    await open();
    const idCalls = () => deployment.market.asked.length - marketCalls();
    await deployment.until(START);
    deployment.clock.at = START + 23 * HOUR;
    await deployment.until(START + 24 * HOUR - 1);
    expect(idCalls()).toBe(1);
    deployment.market.fail({ type: 'status', status: 500 }, 'category=');
    await deployment.until(START + 24 * HOUR + 5 * MINUTE);
    expect(idCalls()).toBeGreaterThan(1);
    const { topCoins, stale } = (await overview()) ?? {};
    expect(topCoins?.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'XRP']);
    expect(stale).toBe(false);
    deployment.market.stablecoins.push('ripple');
    deployment.market.fail(null);
    await deployment.until(START + 24 * HOUR + 15 * MINUTE);
    expect((await overview())?.topCoins.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'TON']);
  });

  test('a rate limit on stablecoins also pauses the market, which shares it', async () => {
    await open();
    await deployment.until(START);
    const asked = deployment.market.asked.length;
    deployment.clock.at = START + 24 * HOUR;
    deployment.market.fail({ type: 'status', status: 429, retryAfter: '1800' }, 'category=');
    await deployment.until(START + 24 * HOUR + 30 * MINUTE - 1);
    expect(deployment.market.asked.length).toBe(asked + 1);
    deployment.market.fail(null);
    await deployment.until(START + 24 * HOUR + 30 * MINUTE);
    expect(deployment.market.asked.length).toBe(asked + 7);
    expect(await overview()).toMatchObject({ stale: false });
    expect(deployment.faults).toEqual(['The stablecoins service gives no good answer: status 429']);
  });

  test('there is no overview before the first list of stablecoins', async () => {
    await open();
    deployment.market.fail({ type: 'status', status: 500 }, 'category=');
    await deployment.until(START + 10 * MINUTE);
    expect(await overview()).toBeNull();
    expect(marketCalls()).toBe(0);
    deployment.market.fail(null);
    await deployment.until(START + 20 * MINUTE);
    expect(await overview()).toMatchObject({ stale: false });
  });

  test('the market fails: the last good overview stays, turns stale after ten minutes, and the index is still fetched', async () => {
    await open();
    await deployment.until(START);
    deployment.market.fail({ type: 'status', status: 500 });
    await deployment.until(START + 10 * MINUTE);
    expect(await overview()).toMatchObject({ date: '2026-07-01T12:00:00.000Z', stale: false });
    await deployment.until(START + 30 * MINUTE);
    expect(await overview()).toMatchObject({ date: '2026-07-01T12:00:00.000Z', stale: true });
    expect(deployment.fearGreed.asked.length).toBe(7);
    expect(deployment.faults).toEqual(['The market service gives no good answer: status 500']);
    deployment.market.fail(null);
    await deployment.until(START + 36 * MINUTE);
    expect(await overview()).toMatchObject({ stale: false, fearGreedIndex: { value: 72 } });
  });

  test('the index fails: the market continues, with the last index for a day and then without one', async () => {
    await open();
    await deployment.until(START);
    deployment.fearGreed.fail({ type: 'body', text: '{"data":[{"value":72}]}' });
    deployment.clock.at = START + 23 * HOUR;
    await deployment.until(START + 24 * HOUR - 1);
    expect(await overview()).toMatchObject({ stale: false, fearGreedIndex: { value: 72 } });
    await deployment.until(START + 24 * HOUR + 6 * MINUTE);
    const late = await overview();
    expect(late).toMatchObject({ stale: false, fearGreedIndex: { value: null, classification: 'No Data' } });
    expect(late?.sources.map(({ name }) => name)).toEqual(['CoinGecko']);
    expect(deployment.faults).toEqual([
      'The fear and greed service gives no good answer: unreadable: data.0.value',
    ]);
  });

  test('an index older than two days is dropped', async () => {
    await open();
    deployment.fearGreed.index['timestamp'] = `${(START - 48 * HOUR) / 1000}`;
    await deployment.until(START);
    expect(await overview()).toMatchObject({ fearGreedIndex: { value: 72, classification: 'Greed' } });
    await deployment.until(START + 5 * MINUTE);
    const late = await overview();
    expect(late).toMatchObject({ stale: false, fearGreedIndex: { value: null, classification: 'No Data' } });
    expect(late?.sources.map(({ name }) => name)).toEqual(['CoinGecko']);
    expect(deployment.faults).toEqual([]);
  });

  test('the index was never available', async () => {
    await open();
    deployment.fearGreed.fail({ type: 'half' });
    await deployment.until(START);
    expect(await overview()).toMatchObject({ fearGreedIndex: { value: null, classification: 'No Data' } });
  });

  test.each([
    ['a number of seconds', () => '1800', 30],
    ['a date', () => new Date(START + 45 * MINUTE).toUTCString(), 45],
    ['an excessive delay', () => '999999', 60],
    ['an endless number', () => '9'.repeat(400), 60],
    ['a delay of 0', () => '0', 1],
  ])('rate limited with %s: only that service waits', async (_, retryAfter, minutes) => {
    await open();
    deployment.market.fail({ type: 'status', status: 429, retryAfter: retryAfter() });
    await deployment.until(START + minutes * MINUTE - 1);
    expect(deployment.market.asked.length).toBe(1);
    expect(deployment.fearGreed.asked.length).toBe(1 + Math.floor((minutes * MINUTE - 1) / (5 * MINUTE)));
    deployment.market.fail(null);
    // A new process remembers it, too.
    await deployment.restart();
    await deployment.until(START + minutes * MINUTE);
    expect(await overview()).toMatchObject({ stale: false });
  });

  test('rate limits without a time back off from five minutes, doubling up to an hour', async () => {
    await open();
    deployment.market.fail({ type: 'status', status: 429 });
    const at: number[] = [];
    for (let minute = 0; minute <= 3 * 60; minute++) {
      const before = deployment.market.asked.length;
      await deployment.until(START + minute * MINUTE);
      if (deployment.market.asked.length > before) at.push(minute);
    }
    expect(at).toEqual([0, 5, 15, 35, 75, 135]);
    expect(deployment.faults).toEqual(['The stablecoins service gives no good answer: status 429']);
  });

  test.each([
    ['a rate limit with a delay of 0', { type: 'status', status: 429, retryAfter: '0' }],
    ['a rate limit until a past date', { type: 'status', status: 429, retryAfter: PAST }],
    ['any other failure', { type: 'status', status: 500 }],
  ] as const)('%s: retries after one minute, then two, at most five, for a day', async (_, fault) => {
    await open();
    deployment.market.fail(fault);
    await deployment.until(START + HOUR);
    // At the start only the stablecoins are fetched, since nothing can be shown without them.
    expect(deployment.market.asked.length).toBe(14);
    await deployment.until(START + 24 * HOUR);
    deployment.market.fail(null);
    await deployment.until(START + 24 * HOUR + 5 * MINUTE);
    expect(await overview()).toMatchObject({ stale: false });
  });

  test('any other failure is retried after one minute, then two, at most five', async () => {
    await open();
    deployment.market.fail({ type: 'half' }, '/global');
    const at: number[] = [];
    for (let minute = 0; minute <= 20; minute++) {
      const before = marketCalls();
      await deployment.until(START + minute * MINUTE);
      if (marketCalls() > before) at.push(minute);
    }
    expect(at).toEqual([0, 1, 3, 7, 12, 17]);
  });

  test('a process that restarts during a call does not call again at once', async () => {
    await open();
    await deployment.restart();
    await deployment.until(START);
    const asked = deployment.market.asked.length;
    for (let restart = 0; restart < 20; restart++) {
      await deployment.restart();
      await deployment.until(deployment.clock.at + 1000);
    }
    expect(deployment.market.asked.length).toBe(asked);
    expect(await overview()).toMatchObject({ stale: false });
  });
});
