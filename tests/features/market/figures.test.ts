/** Market figures as text, as shares, and as an angle. */
import fc from 'fast-check';
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { SNAPSHOT_LIFE_MS } from '#core/market/snapshot-life.ts';
import {
  changeOf,
  dominanceOf,
  percent,
  pointerDegrees,
  usdAmount,
  usdPrice,
} from '#features/market/figures.ts';
import { isOld } from '#features/market/overview.ts';

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: {} });
});

async function inRussian(work: () => void): Promise<void> {
  await i18next.changeLanguage('ru');
  try {
    work();
  } finally {
    await i18next.changeLanguage('en');
  }
}

test('prices have two decimals from one dollar up, and two digits after the zeros below', async () => {
  expect(['94712.35', '1', '0.9134', '0.00001234', '0.05', '0'].map(usdPrice)).toEqual([
    '$94,712.35',
    '$1.00',
    '$0.91',
    '$0.000012',
    '$0.05',
    '$0',
  ]);
  await inRussian(() => {
    expect(['1234567.5', '0.00001234'].map(usdPrice)).toEqual(['$1\u00a0234\u00a0567,50', '$0,000012']);
    expect(usdAmount('3284517000000')).toBe('$3,28T');
  });
  expect(usdAmount('0')).toBe('$0');
});

test("a change's tone follows its sign, and zero has none", async () => {
  expect(changeOf('+1.42')).toEqual({ tone: 'gain', text: '1.42\u00a0%' });
  expect(changeOf('-0.4')).toEqual({ tone: 'loss', text: '0.4\u00a0%' });
  for (const nothing of ['+0', '-0.00']) expect(changeOf(nothing).tone).toBe('even');
  await inRussian(() => expect(changeOf('-7.95').text).toBe('7,95\u00a0%'));
});

describe('dominance', () => {
  test('shows the two largest and the rest up to a hundred', () => {
    expect(dominanceOf({ usdt: 4.62, eth: 11.84, btc: 57.31 })).toEqual([
      { symbol: 'BTC', share: 57.3 },
      { symbol: 'ETH', share: 11.8 },
      { symbol: null, share: 30.9 },
    ]);
  });

  test('handles an empty market, one coin, and a market of two', () => {
    expect(dominanceOf({})).toEqual([]);
    expect(dominanceOf({ btc: 0 })).toEqual([]);
    expect(dominanceOf({ btc: 60 })).toEqual([
      { symbol: 'BTC', share: 60 },
      { symbol: null, share: 40 },
    ]);
    expect(dominanceOf({ btc: 60, eth: 40 }).at(-1)).toEqual({ symbol: null, share: 0 });
  });

  test('the three shown add up to a hundred', () => {
    const share = fc.integer({ min: 1, max: 5000 }).map((hundredths) => hundredths / 100);
    fc.assert(
      fc.property(share, share, (a, b) => {
        const shown = dominanceOf({ a, b }).map((slice) =>
          Number(percent(slice.share).replace('\u00a0%', '')),
        );
        expect(shown.reduce((sum, one) => sum + one, 0)).toBeCloseTo(100, 9);
      }),
    );
  });
});

test('the pointer moves from the left over the top to the right', () => {
  expect([0, 25, 50, 75, 100].map(pointerDegrees)).toEqual([-90, -45, 0, 45, 90]);
  fc.assert(
    fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (value) => {
      expect(pointerDegrees(value)).toBe((value / 100) * 180 - 90);
    }),
  );
});

test('a snapshot is old after five minutes, or if the clock went back behind it', () => {
  const now = Date.UTC(2026, 10, 21);
  expect(isOld(now, now)).toBe(false);
  expect(isOld(now - SNAPSHOT_LIFE_MS + 1, now)).toBe(false);
  expect(isOld(now - SNAPSHOT_LIFE_MS, now)).toBe(true);
  // Fetched after the screen last read its clock.
  expect(isOld(now + 10_000, now)).toBe(false);
  expect(isOld(now + 3_600_000, now)).toBe(true);
});
