/** Figures from JSON become decimal text, digit for digit. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeText, decimalText } from '#api/market/decimal-text.ts';

test.each([
  [0, '0'],
  [-0, '0'],
  [1e-8, '0.00000001'],
  [1.234e-5, '0.00001234'],
  [1.5e-7, '0.00000015'],
  [96123.45, '96123.45'],
  [0.1 + 0.2, '0.30000000000000004'],
  [1e21, '1000000000000000000000'],
  [1.25e22, '12500000000000000000000'],
  [-2.5e-9, '-0.0000000025'],
  [3351234567890.1235, '3351234567890.1235'],
])('%d is %s', (value, text) => {
  expect(decimalText(value)).toBe(text);
});

test('every figure converts back to itself and matches the contract', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const text = decimalText(value);
      expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      expect(Number(text)).toBe(value === 0 ? 0 : value);
    }),
  );
});

test.each([
  [1.18234, '+1.18'],
  [-0.64321, '-0.64'],
  [0, '+0.00'],
  [-0.001, '+0.00'],
  [0.004, '+0.00'],
  [-100, '-100.00'],
  [12345.678, '+12345.68'],
])('a change of %d is %s', (percent, text) => {
  expect(changeText(percent)).toBe(text);
});
