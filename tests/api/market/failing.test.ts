/** A service of the market fails, or wants to be left alone: what it costs the others, and what is shown meanwhile. */
import { afterEach, describe, expect, test, vi } from 'vitest';
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
  const open = async () => {
    home = await openPublicHome(name);
    return home;
  };
  const marketCalls = () => home.marketCalls();
  const overview = () => home.data().overview();

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
});
