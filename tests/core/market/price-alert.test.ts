/** One alert and the prices that it sees. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newAlert, type PriceAlert, seePrice } from '#core/market/price-alert.ts';

/** The prices that trigger the alert. */
function told(threshold: string, prices: readonly string[]): string[] {
  let alert = newAlert(threshold);
  return prices.filter((price) => {
    const seen = seePrice(alert, price);
    alert = seen.alert;
    return seen.crossed;
  });
}

describe('the first price sets the direction', () => {
  test.each([
    ['4.99999999', { direction: 'up', armed: true }],
    ['5.00000001', { direction: 'down', armed: true }],
    ['5', { direction: 'up', armed: false }],
    ['5.0', { direction: 'up', armed: false }],
  ])('5 at %s', (price, state) => {
    expect(seePrice(newAlert('5'), price)).toEqual({ alert: { threshold: '5', ...state }, crossed: false });
  });
});

test.each([
  ['at the threshold itself', ['4', '5'], ['5']],
  ['beyond it, however far', ['4', '5000'], ['5000']],
  ['not just before it', ['4', '4.999999999999999'], []],
  ['once while it stays', ['4', '5', '5.1', '5.2', '5'], ['5']],
  ['not again after less than 1 % back', ['4', '5', '4.9500000000000001', '5', '6'], ['5']],
  ['again after exactly 1 % back', ['4', '5', '4.95', '4.99', '5.01'], ['5', '5.01']],
  ['only from below', ['4', '6', '5', '4', '5'], ['6', '5']],
  ['from its starting price, after 1 % back', ['5', '5.5', '5', '4.95', '5'], ['5']],
])('up: %s', (_, prices, crossings) => {
  expect(told('5', prices)).toEqual(crossings);
});

test.each([
  ['at the threshold itself', ['6', '5'], ['5']],
  ['beyond it, however far', ['6', '0.00000001'], ['0.00000001']],
  ['not just before it', ['6', '5.000000000000001'], []],
  ['not again after less than 1 % back', ['6', '5', '5.0499999999999999', '5', '4'], ['5']],
  ['again after exactly 1 % back', ['6', '5', '5.05', '5.01', '4.99'], ['5', '4.99']],
  ['only from above', ['6', '4', '5', '6', '5'], ['4', '5']],
])('down: %s', (_, prices, crossings) => {
  expect(told('5', prices)).toEqual(crossings);
});

test('decimals are exact where binary numbers are not', () => {
  // 0.3 * 0.99 is 0.297 only in decimals; 4.35 * 1.01 is 4.3935.
  expect(told('0.3', ['0.2', '0.3', '0.297', '0.3'])).toEqual(['0.3', '0.3']);
  expect(told('4.35', ['5', '4.35', '4.3935', '4.35'])).toEqual(['4.35', '4.35']);
  expect(told('999999999999.99999999', ['1', '999999999999.99999998', '999999999999.99999999'])).toEqual([
    '999999999999.99999999',
  ]);
});

const price = fc.integer({ min: 1, max: 20_000 }).map((cents) => `${cents / 100}`);

test('for any prices, the price has gone back by 1 % between two crossings', () => {
  fc.assert(
    fc.property(price, fc.array(price, { maxLength: 200 }), (threshold, prices) => {
      let alert: PriceAlert = newAlert(threshold);
      let hasBeenBack = true;
      for (const next of prices) {
        const isNew = alert.direction === null;
        const seen = seePrice(alert, next);
        alert = seen.alert;
        const hundredths = Math.round(Number(next) * 10_000);
        const limit = Math.round(Number(threshold) * 100) * (alert.direction === 'up' ? 99 : 101);
        if (seen.crossed) {
          expect([hasBeenBack, isNew]).toEqual([true, false]);
          hasBeenBack = false;
        } else if (isNew) hasBeenBack = Number(next) !== Number(threshold);
        else hasBeenBack ||= alert.direction === 'up' ? hundredths <= limit : hundredths >= limit;
        expect(alert.armed).toBe(hasBeenBack);
      }
    }),
  );
});
