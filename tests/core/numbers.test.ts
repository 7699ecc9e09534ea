import { readFileSync } from 'node:fs';
import { Address } from '@ton/core';
import { Decimal as SharedDecimal } from 'decimal.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marketAmountShort, usdPriceDigits } from '#core/market/format.ts';
import {
  Decimal,
  divided,
  exactDigits,
  formatRatio,
  PRECISION,
  readLeverage,
  readNumber,
  readOrZero,
  shownDigits,
  stakingDigits,
  ZERO,
} from '#core/numbers.ts';
import { friendlyAddress, shortAddress } from '#core/wallet-address.ts';

const vectors = JSON.parse(readFileSync(new URL('../vectors/numbers.json', import.meta.url), 'utf8')) as {
  parse: { text: string; value: string | null }[];
  usdPriceDigits: { price: string; digits: string }[];
  shortAddress: { address: string; text: string }[];
};

const decimal = fc
  .tuple(fc.boolean(), fc.stringMatching(/^[0-9]{1,45}$/), fc.integer({ min: -60, max: 40 }))
  .map(([minus, digits, exponent]) => new Decimal(`${minus ? '-' : ''}${digits}e${exponent}`));
const places = fc.nat(8);

describe('reading a number', () => {
  it.each(vectors.parse)('$text', ({ text, value }) => {
    expect(readNumber(text)?.toFixed() ?? null).toBe(value);
  });

  it('removes spaces of any kind', () => {
    for (const space of [' ', '\t', '\n', '\u00a0', '\u2009', '\u202f', '\u3000', '\ufeff', '\u200b']) {
      expect(readNumber(`${space}1${space}234,5${space}`)?.toFixed()).toBe('1234.5');
    }
  });

  it('reads unparseable text as 0, and as a leverage of 1', () => {
    expect(readOrZero('abc').isZero()).toBe(true);
    for (const text of ['', 'abc', '0', '0.9', '1']) expect(readLeverage(text).toFixed()).toBe('1');
    expect(readLeverage('1,1').toFixed()).toBe('1.1');
  });

  it('reads back every plain decimal', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        const text = value.abs().toFixed();
        expect(readNumber(text)?.toFixed()).toBe(text);
        expect(readNumber(text.replace('.', ','))?.toFixed()).toBe(text);
      }),
    );
  });

  it('never throws, and stays fast on absurd lengths', () => {
    fc.assert(fc.property(fc.string(), (text) => readNumber(text) === null || readOrZero(text).gte(0)));
    const huge = readOrZero('9'.repeat(1_000_000));
    expect(huge.times(huge).precision()).toBeLessThanOrEqual(PRECISION);
  });
});

describe('arithmetic', () => {
  it('keeps at least 40 significant digits and leaves the shared settings alone', () => {
    expect(new Decimal(1).div(3).precision()).toBe(PRECISION);
    expect(PRECISION).toBeGreaterThanOrEqual(40);
    expect(new SharedDecimal(1).div(3).precision()).toBe(20);
  });

  it('returns 0 for a division by 0', () => {
    expect(divided(new Decimal(5), ZERO).isZero()).toBe(true);
  });
});

describe('writing a number', () => {
  it('rounds half-up to 30 significant digits before it truncates', () => {
    expect(shownDigits(new Decimal(1).div(3).times(3), 8)).toBe('1');
    expect(shownDigits(new Decimal('0.999'), 2)).toBe('0.99');
    expect(shownDigits(new Decimal('-0.999'), 2)).toBe('-0.99');
    expect(shownDigits(new Decimal('1.9999999999999999999999999999949'), 2)).toBe('1.99');
    expect(shownDigits(new Decimal('1.999999999999999999999999999995'), 2)).toBe('2');
  });

  it('writes staking amounts with fewer decimals the larger the value', () => {
    const written = (text: string) => stakingDigits(new Decimal(text));
    expect(written('0')).toBe('0');
    expect(written('0.000000009999')).toBe('< 0.00000001');
    expect(written('0.00000001')).toBe('0.00000001');
    expect(written('9.999999999')).toBe('9.99999999');
    expect(written('10.999999999')).toBe('10.9999999');
    expect(written('99999999.99')).toBe('99999999.9');
    expect(written('100000000.99')).toBe('100000000');
    expect(written('1e25')).toBe('10000000000000000000000000');
  });

  it('writes a ratio with two decimals, and 0:1 if it is not positive', () => {
    expect(formatRatio(new Decimal('1.999'))).toBe('1.99:1');
    expect(formatRatio(new Decimal('12345.6'))).toBe('12345.60:1');
    expect(formatRatio(new Decimal('0.004'))).toBe('0.00:1');
    expect(formatRatio(ZERO)).toBe('0:1');
    expect(formatRatio(new Decimal(-2))).toBe('0:1');
  });

  it('returns plain digits, truncated toward zero, symmetric by sign and idempotent', () => {
    fc.assert(
      fc.property(decimal, places, (value, decimals) => {
        const text = shownDigits(value, decimals);
        expect(text).toMatch(/^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
        expect(text).not.toBe('-0');
        const shown = new Decimal(text);
        expect(shown.decimalPlaces()).toBeLessThanOrEqual(decimals);
        expect(shown.abs().lte(value.abs().toSignificantDigits(30))).toBe(true);
        expect(shownDigits(shown, decimals)).toBe(text);
        expect(shownDigits(value.neg(), decimals)).toBe(
          text === '0' ? '0' : text.startsWith('-') ? text.slice(1) : `-${text}`,
        );
      }),
    );
  });

  it('is monotonic', () => {
    fc.assert(
      fc.property(decimal, decimal, places, (a, b, decimals) => {
        const [low, high] = a.lt(b) ? [a, b] : [b, a];
        expect(new Decimal(shownDigits(low, decimals)).lte(shownDigits(high, decimals))).toBe(true);
      }),
    );
  });

  it('shows a quantity exactly if truncation hides more than 0.5 % of it', () => {
    const exact = (text: string) => exactDigits(new Decimal(text), 4);
    expect(exact('0.00123456789')).toBe('0.00123456');
    expect(exact('0.00009')).toBe('0.00009');
    expect(exact('0.0199')).toBeNull();
    expect(exact('0.01999')).toBeNull();
    expect(exact('0.00999')).toBe('0.00999');
    expect(exact('1.23456789')).toBeNull();
    // Exactly 0.5 % is not more.
    expect(exact('0.020100502512562814')).toBeNull();
    expect(exact('0')).toBeNull();
    expect(exact('0.000000001')).toBeNull();
    expect(exactDigits(new Decimal('1.00502512'), 0)).toBeNull();
    expect(exactDigits(new Decimal('1.00502513'), 0)).toBe('1.00502513');
  });
});

describe('market figures', () => {
  it.each(vectors.usdPriceDigits)('$price USD', ({ price, digits }) => {
    expect(usdPriceDigits(price)).toBe(digits);
    expect(usdPriceDigits(Number(price))).toBe(digits);
  });

  it('accepts prices as JSON writes them', () => {
    expect(usdPriceDigits(1.234e-7)).toBe('0.00000012');
    expect(usdPriceDigits(0)).toBe('0');
    expect(usdPriceDigits(1.5e21)).toBe('1500000000000000000000.00');
    expect(usdPriceDigits('-1.239')).toBe('-1.23');
    expect(usdPriceDigits('nothing')).toBe('0');
    expect(usdPriceDigits(Number.NaN)).toBe('0');
  });

  it.each([
    ['0', '0', '0'],
    ['999.999', '999.99', '999,99'],
    ['1000', '1K', '1K'],
    ['1234.5', '1.23K', '1,23K'],
    ['12050', '12.05K', '12,05K'],
    ['2499999.999', '2.49M', '2,49M'],
    ['999999999', '999.99M', '999,99M'],
    ['123456789012', '123.45B', '123,45B'],
    ['2345678901234', '2.34T', '2,34T'],
    ['1234567890123456', '1,234.56T', '1\u00a0234,56T'],
    ['2.345e12', '2.34T', '2,34T'],
    ['-1500', '-1.5K', '-1,5K'],
    ['0.004', '0', '0'],
  ])('%s as a market cap', (amount, en, ru) => {
    expect(marketAmountShort(amount, 'en')).toBe(en);
    expect(marketAmountShort(amount, 'ru')).toBe(ru);
  });

  it('agrees with the decimal library', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (price) => {
        const exact = new Decimal(price);
        const digits = usdPriceDigits(price);
        expect(digits).not.toMatch(/e/i);
        const wanted =
          price >= 1
            ? exact.toDecimalPlaces(2, Decimal.ROUND_DOWN)
            : exact.toDecimalPlaces(1 - exact.e, Decimal.ROUND_DOWN);
        expect(new Decimal(digits).eq(wanted)).toBe(true);
      }),
    );
  });
});

describe('wallet address', () => {
  it.each(vectors.shortAddress)('$address', ({ address, text }) => {
    expect(shortAddress(address)).toBe(text);
  });

  it('keeps short texts', () => {
    expect(shortAddress('EQDt1p4q2')).toBe('EQDt1p4q2');
    expect(shortAddress('')).toBe('');
  });

  it('is written as wallets show it: with its checksum, on the main network', () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.constantFrom(0, -1), hash, (workchain, bytes) => {
        const address = new Address(workchain, Buffer.from(bytes));
        expect(friendlyAddress(address.toRawString())).toBe(address.toString({ bounceable: false }));
      }),
    );
  });

  it('stays unchanged if it is no raw address', () => {
    for (const text of ['', 'UQ', '0:abc', `2:${'0'.repeat(64)}`]) expect(friendlyAddress(text)).toBe(text);
  });
});
