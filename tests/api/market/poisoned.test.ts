/** A market service sends bad answers: which parts are dropped, and when the whole is refused. */
import { afterEach, describe, expect, test } from 'vitest';
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
  const open = async () => {
    deployment = await openPublicDeployment(name);
    return deployment;
  };
  const overview = () => deployment.data.overview();

  test('malformed parts are dropped and logged once', async () => {
    await open();
    const [, , , ripple, , ton] = deployment.market.coins;
    Object.assign(ripple ?? {}, { name: '<script>', image: 'https://evil.example/x.png' });
    Object.assign(ton ?? {}, { current_price: -3 });
    await deployment.until(START + 20 * MINUTE);
    const seen = await overview();
    expect(seen?.tonData).toBeNull();
    expect(seen?.topCoins.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'PEPE']);
    expect(JSON.stringify(seen)).not.toMatch(/script|evil/);
    expect(deployment.faults).toEqual([
      'The market service sent data that was dropped: coin with an odd name',
      'The market service sent data that was dropped: coin with an odd current_price',
    ]);
    Object.assign(ton ?? {}, { current_price: 3.4 });
    await deployment.until(START + 25 * MINUTE);
    expect((await overview())?.tonData?.price).toBe('3.4');
    expect(deployment.faults.length).toBe(2);
  });

  test('an answer of another shape is refused and logged once, and the last good one stays', async () => {
    await open();
    await deployment.until(START);
    const good = await overview();
    for (const coin of deployment.market.coins) coin['current_price'] = null;
    await deployment.until(START + 9 * MINUTE);
    expect(await overview()).toEqual(good);
    await deployment.restart();
    await deployment.until(START + 40 * MINUTE);
    expect(await overview()).toEqual({ ...good, stale: true });
    expect(deployment.faults).toEqual([
      'The market service gives no good answer: unreadable: coin with an odd current_price',
    ]);
  });

  test('a list without the largest coins is refused', async () => {
    await open();
    deployment.market.coins.splice(0, 1);
    await deployment.until(START);
    expect(await overview()).toBeNull();
    expect(deployment.faults).toEqual(['The market service gives no good answer: unreadable: no bitcoin']);
  });

  test('a list that is far too short or repeats a page is refused', async () => {
    await open();
    await deployment.until(START);
    const good = await overview();
    const all = deployment.market.coins.splice(0);
    for (const coins of [all.slice(0, 2), all.slice(0, 250), again(all.slice(0, 250))]) {
      deployment.market.coins.splice(0, Infinity, ...coins);
      await deployment.until(deployment.clock.at + 5 * MINUTE);
      expect(await overview()).toMatchObject({ topCoins: good?.topCoins });
      expect((await overview())?.date).toBe(good?.date);
    }
    expect(deployment.faults).toEqual(['The market service gives no good answer: unreadable: too few coins']);
    deployment.market.coins.splice(0, Infinity, ...all);
    await deployment.until(deployment.clock.at + 5 * MINUTE);
    expect((await overview())?.date).not.toBe(good?.date);
  });

  test('an ignored category makes no coin a stablecoin', async () => {
    await open();
    deployment.market.stablecoins.push('bitcoin', 'ripple');
    await deployment.until(START + MINUTE);
    expect(await overview()).toBeNull();
    expect(deployment.faults).toEqual([
      'The stablecoins service gives no good answer: unreadable: bitcoin among the stablecoins',
    ]);
    deployment.market.stablecoins.splice(2);
    await deployment.until(START + 10 * MINUTE);
    expect((await overview())?.topCoins.map(({ symbol }) => symbol)).toEqual(['BTC', 'ETH', 'XRP']);
  });
});

/** One page four times. */
function again<T>(page: readonly T[]): readonly T[] {
  return [page, page, page, page].flat();
}
