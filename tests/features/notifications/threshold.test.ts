/** A typed threshold is converted for the contract or refused. */
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { Alerts, NO_ALERTS } from '#core/contract/settings.ts';
import { readThreshold } from '#features/notifications/threshold.ts';

const isTaken = (threshold: string) => v.is(Alerts, { ...NO_ALERTS, TON: threshold });

test.each([
  ['5', '5'],
  ['5.50', '5.5'],
  ['5,5', '5.5'],
  ['100 000', '100000'],
  ['007', '7'],
  ['.5', '0.5'],
  ['5.', '5'],
  ['0.00000001', '0.00000001'],
  ['999999999999.99999999', '999999999999.99999999'],
])('%s is %s', (text, threshold) => {
  expect(readThreshold(text)).toEqual({ ok: true, threshold });
  expect(isTaken(threshold)).toBe(true);
});

test.each(['', '0', '0.00', '.', '-5', '1e3', 'five', '٥', '0x10'])('%s is not a price', (text) => {
  expect(readThreshold(text)).toEqual({ ok: false, fault: 'missing' });
  expect(isTaken(text)).toBe(false);
});

test.each(['1000000000000', '0.000000001', '5.123456789'])('%s has too many digits', (text) => {
  expect(readThreshold(text)).toEqual({ ok: false, fault: 'long' });
  expect(isTaken(text)).toBe(false);
});

test('a number has one form, so equal thresholds are equal texts', () => {
  for (const text of ['5.0', '05', '+5', ' 5', '5 ', '5.', '.5', '1,5', '1 000', '5\n', 'NaN', 'Infinity']) {
    expect(isTaken(text), text).toBe(false);
  }
});

test('the contract accepts every threshold that is read', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9 .,]{0,24}$/), (text) => {
      const read = readThreshold(text);
      if (read.ok) expect(isTaken(read.threshold), text).toBe(true);
    }),
  );
});
