/** A service of the market answers what it should not: what is left out, and what is refused as a whole. */
import { afterEach, describe, expect, test } from 'vitest';
import { openPublicHome, PUBLIC_HOMES, type PublicHome } from '#tests/support/public-homes.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 6, 1, 12);

let home: PublicHome;
afterEach(() => home.close());

describe.each(PUBLIC_HOMES)('%s', (name) => {
  const open = async () => {
    home = await openPublicHome(name);
    return home;
  };
  const overview = () => home.data().overview();

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
});

/** Four pages of one. */
function again<T>(page: readonly T[]): readonly T[] {
  return [page, page, page, page].flat();
}
