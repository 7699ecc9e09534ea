/** The list of coins in both deployments, from stand-ins of the services: what is in it, how it ages, and hostile lists. */
import * as v from 'valibot';
import { afterEach, describe, expect, test } from 'vitest';
import type { PublicConfig } from '#api/market/data.ts';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { SAMPLE_COINS } from '#api/market/sample-coins.ts';
import { CoinList, MAX_COINS } from '#core/contract/coins.ts';
import {
  openPublicDeployment,
  PUBLIC_DEPLOYMENTS,
  type PublicDeployment,
} from '#tests/support/public-deployment.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 6, 1, 12);

let deployment: PublicDeployment;
afterEach(() => deployment.close());

describe.each(PUBLIC_DEPLOYMENTS)('%s', (name) => {
  const open = async (change: Partial<PublicConfig> = {}) => {
    deployment = await openPublicDeployment(name, change);
    return deployment.market.coins;
  };
  const list = () => deployment.data.coins();
  /** The service's coin at a place of its list. */
  const coinAt = (place: number) => deployment.market.coins[place] ?? {};

  test('the largest coins are listed with the calls of the overview, and read anew every five minutes', async () => {
    await open();
    expect(await list()).toBeNull();
    await deployment.until(START);
    const first = await list();
    expect(v.parse(CoinList, first)).toEqual(first);
    expect(first).toMatchObject({ sample: false, stale: false });
    expect(first?.coins).toHaveLength(MAX_COINS);
    expect(first?.coins.slice(0, 3)).toMatchObject([
      { id: 'bitcoin', symbol: 'BTC', name: 'Bitcoin', price: '96123.45', time: '2026-07-01T12:00:00.000Z' },
      { id: 'ethereum' },
      // Stablecoins are traded, too.
      { id: 'tether', symbol: 'USDT' },
    ]);
    expect(deployment.marketCalls()).toBe(5);
    Object.assign(coinAt(0), { current_price: 97_000 });
    await deployment.until(START + 5 * MINUTE - 1);
    expect(await list()).toEqual(first);
    await deployment.until(START + 5 * MINUTE);
    expect((await list())?.coins[0]).toMatchObject({ price: '97000', time: '2026-07-01T12:05:00.000Z' });
    expect(deployment.marketCalls()).toBe(10);
  });

  test('the last good list stays when the service fails, with its time, across a restart', async () => {
    await open();
    await deployment.until(START);
    const good = await list();
    deployment.market.fail({ type: 'status', status: 500 });
    await deployment.until(START + 9 * MINUTE);
    expect(await list()).toEqual(good);
    await deployment.restart();
    await deployment.until(START + 40 * MINUTE);
    expect(await list()).toEqual({ ...good, stale: true });
  });

  test('the sample is bundled, marked, and agrees with the sample overview', async () => {
    await open({ marketProvider: 'sample' });
    expect(await list()).toEqual(SAMPLE_COINS);
    expect(deployment.market.asked).toEqual([]);
  });

  test('coins that share a symbol are all listed, and a repeated id once', async () => {
    await open();
    for (const place of [10, 11]) Object.assign(coinAt(place), { symbol: 'gmt', name: `GMT ${place}` });
    for (const place of [20, 21, 22]) Object.assign(coinAt(place), { id: 'repeated' });
    await deployment.until(START);
    const coins = (await list())?.coins ?? [];
    expect(coins.filter(({ symbol }) => symbol === 'GMT').map(({ name: called }) => called)).toEqual([
      'GMT 10',
      'GMT 11',
    ]);
    expect(coins.filter(({ id }) => id === 'repeated')).toHaveLength(1);
    expect(coins).toHaveLength(MAX_COINS);
  });

  test('coins with absurd prices, long or hostile texts are left out', async () => {
    await open();
    const odd = [
      { current_price: 1e300 },
      { current_price: -1 },
      { current_price: 0 },
      { current_price: 1e-19 },
      { name: 'n'.repeat(81) },
      { name: '<img src=x>' },
      { symbol: 's'.repeat(21) },
      { symbol: '' },
      { id: 'UPPER' },
      { id: '__proto__' },
      { id: 'i'.repeat(81) },
    ];
    odd.forEach((change, index) => void Object.assign(coinAt(30 + index), { name: 'Odd', ...change }));
    Object.assign(coinAt(50), { name: ' Plain\u202e \u200b Name ', current_price: 1e-18 });
    await deployment.until(START);
    const answer = await list();
    expect(v.is(CoinList, answer)).toBe(true);
    expect(answer?.coins.filter(({ name: called }) => called === 'Odd')).toEqual([]);
    expect(answer?.coins.find(({ name: called }) => called === 'Plain Name')?.price).toBe(
      '0.000000000000000001',
    );
    expect(answer?.coins).toHaveLength(MAX_COINS);
  });

  test('of a page of 10,000 entries no more count than were asked for', async () => {
    await open();
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      ...{
        id: `more-${index}`,
        symbol: 'm',
        name: 'M',
        image: '',
        current_price: 1,
        market_cap: index < 250 ? 0 : 1e15,
      },
      ...{ total_volume: 1, market_cap_rank: null, price_change_percentage_24h: 0 },
    }));
    deployment.market.fail({ type: 'body', text: JSON.stringify(many) }, 'page=2&sparkline');
    await deployment.until(START);
    expect(deployment.faults).toEqual([]);
    const kept = deployment.sql.get<{ value: string }>("SELECT value FROM snapshots WHERE name = 'coins'");
    expect(JSON.parse(kept?.value ?? '{}').coins).toHaveLength(MAX_COINS);
    expect((await list())?.coins.some(({ id }) => id.startsWith('more-'))).toBe(false);
  });
});

test('the sample has well-known coins, once each, two of them with one symbol', () => {
  const { coins } = SAMPLE_COINS;
  expect(v.parse(CoinList, SAMPLE_COINS)).toEqual(SAMPLE_COINS);
  expect(coins.filter(({ symbol }) => symbol === 'GMT').map(({ name }) => name)).toEqual([
    'STEPN',
    'GoMining Token',
  ]);
  const { topCoins, topGainers, topLosers } = SAMPLE_OVERVIEW;
  for (const { symbol, name, price } of [...topCoins, ...topGainers, ...topLosers]) {
    expect(coins).toContainEqual(expect.objectContaining({ symbol, name, price }));
  }
});
