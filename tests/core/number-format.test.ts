import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LANGUAGE_CODES, LANGUAGES } from '#core/languages.ts';
import { formatNumber, formatNumbers } from '#core/number-format.ts';
import { readPaste } from '#core/number-paste.ts';
import { Decimal, shownDigits } from '#core/numbers.ts';
import { FORMAT_CASES } from '#tests/support/number-vectors.ts';

describe('a number in a language', () => {
  it.each(FORMAT_CASES)(
    '$value with $decimals decimals in $language',
    ({ value, decimals, language, text }) => {
      expect(formatNumber(shownDigits(new Decimal(value), decimals), language)).toBe(text);
    },
  );

  it('keeps a mark in front', () => {
    expect(formatNumber('+1234.5', 'en')).toBe('+1,234.5');
    expect(formatNumber('−1234.5', 'ru')).toBe('−1\u00a0234,5');
    expect(formatNumber('< 0.00000001', 'ru')).toBe('< 0,00000001');
    expect(formatNumber('≈ 94712.35', 'en')).toBe('≈ 94,712.35');
    expect(formatNumber('-1234.5', 'es')).toBe('-1\u00a0234,5');
  });

  it.each(['', '—', '3.24:1', '12345.60:1', 'abc', '1.2.3', '1 234', '5.'])('leaves %j unchanged', (text) => {
    for (const language of LANGUAGE_CODES) expect(formatNumber(text, language)).toBe(text);
  });

  it('formats every text of a record', () => {
    const figures = { profit: '-1234.5', ratio: '2.00:1' };
    expect(formatNumbers(figures, 'ru')).toEqual({ profit: '-1\u00a0234,5', ratio: '2.00:1' });
  });

  it('keeps the value of the digits', () => {
    const digits = fc.stringMatching(/^-?(?:0|[1-9][0-9]{0,40})(?:\.[0-9]{1,20})?$/);
    fc.assert(
      fc.property(digits, fc.constantFrom(...LANGUAGE_CODES), (plain, language) => {
        const text = formatNumber(plain, language);
        const { group, decimal } = LANGUAGES[language].numbers;
        expect(text.replaceAll(group, '').replace(decimal, '.')).toBe(plain);
        expect(text.split(decimal)[0]?.replace('-', '').split(group).slice(1)).toSatisfy((groups: string[]) =>
          groups.every((part) => part.length === 3),
        );
      }),
    );
  });

  it('can be pasted back: a shown number is read as itself in a field of its language', () => {
    const digits = fc.stringMatching(/^(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{0,7}[1-9])?$/);
    fc.assert(
      fc.property(digits, fc.constantFrom(...LANGUAGE_CODES), (plain, language) => {
        expect(readPaste(formatNumber(plain, language), language)).toBe(plain);
      }),
    );
  });
});
