import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inGroups } from '#core/digits.ts';
import { LANGUAGE_CODES } from '#core/languages.ts';
import { MAX_PASTED_LENGTH, readPaste } from '#core/number-paste.ts';
import { PASTE_CASES } from '#tests/support/number-vectors.ts';

/** What every language reads, without repetition. */
const read = (text: string) => [...new Set(LANGUAGE_CODES.map((language) => readPaste(text, language)))];

describe('a pasted text', () => {
  it.each(PASTE_CASES)('$text in $language', ({ text, language, number }) => {
    expect(readPaste(text, language)).toBe(number);
  });

  it.each([
    ['64120', '64120'],
    [' 64120\n', '64120'],
    ['64\u202f120', '64120'],
    ['64\u2009120,5', '64120.5'],
    ['\u200e64120\u200b', '64120'],
    ['1’234.50', '1234.5'],
    ['.5', '0.5'],
    [',5', '0.5'],
    ['64120.', '64120'],
    ['1,234,567.', '1234567'],
    ['007', '7'],
    ['0', '0'],
    ['0.00', '0'],
    ['US$ 1,234.50', '1234.5'],
    ['1 234,50 ₽', '1234.5'],
    ['$94,712.35 USD', '94712.35'],
    ['Rs.500', '500'],
    ['64120\tUSDT', '64120'],
    ['10x', '10'],
    ['0.5BTC', '0.5'],
    ['₿0.5', '0.5'],
    ['1,000.000', '1000'],
  ])('%j is %s in every language', (text, number) => {
    expect(read(text)).toEqual([number]);
  });

  it.each([
    '64,1k',
    '64.1K',
    'k 64',
    '1.5M',
    '$1.5B',
    '2 тыс.',
    '2 тыс',
    '3к',
    '1,5 миллиона',
    '2 Thousand',
    '5 mBTC',
    '64.1kUSD',
    '1.5 млн руб.',
    '+5',
    '−5',
    '(5)',
    '~5',
    '1e5',
    '1E+5',
    '0x10',
    '5 %',
    '1/2',
    '½',
    '１２',
    '100 200 USD/T',
    '1  234',
    '100\t200',
    '100\n200',
    '1 23 456',
    '1234 567',
    '1,234,56',
    '1.234.56',
    '1.234,567,890',
    '1,234.567.890',
    '0.123 456',
    '0 000',
    '.,5',
    '.',
    ',',
    '   ',
    'Infinity',
    '12:30',
    '2026-11-23',
    '64 120 – 65 000',
  ])('%j is refused', (text) => {
    expect(read(text)).toEqual([null]);
  });

  it.each(
    [
      '万 億 천 хmln тыc кUSD हजार χιλ µBTC',
      'к тр тр. тыр тыщ тыщи тысячи тыс.руб труб круб мруб кк лям лямов лимонов ярдов косарь кусков штук тонн сотка',
      'тисяч тис. мільйонів мільярд млн млнов більйон трильйон',
      'grand thou lac lacs lakhs crore Cr Mio. Mrd Mrd. mrd Mia Tsd. Tausend Millionen Milliarden Hundert',
      'mil miles millones millón MILLÓN mille milliers millions milliards cents Md Mds',
      'mila milione milioni miliardi milhões milhão bilhões trilhões bin milyon MİLYON milyar trilyon yüz',
      'tys. tysięcy tisíc miljoen miljard duizend ribu juta jt tr g',
      'ｋ Ｍ ＭＵＳＤ 𝐤 ᵏ k\u0301 K\u0336 \u212a',
      'k$ K$ M€ mio€ kusd KUSD KUSDT kUsdc MUSD MUSDT mnUSD mlnUSD bUSDC BNUSD meur KEUR keuros kdollars',
      'krub mrub kbtc KBTC mBTC MBTC keth KETH bbtc kton KTON kkusd',
    ].flatMap((line) => line.split(' ')),
  )('the unit %j may multiply and is refused', (unit) => {
    for (const text of [`5 ${unit}`, `5${unit}`, `${unit} 5`]) expect(read(text), text).toEqual([null]);
  });

  it.each(
    [
      'USD usd US$ $ € ₽ ₴ ₸ ₿ ￥ ﷼ Rs. EUR euro RUB GBP CHF KZT KGS BRL KRW MXN MYR MDL CZK zł kr TL lei',
      'BTC btc ETH SOL TON ton USDT usdt USDC TUSD FDUSD MATIC MNT KAS BNB MKR KCS KSM BCH BAT MANA MINA stETH x',
      'руб. руб рублей рублів р. долл. долларов евро тенге тг грн тон биткоинов шт. єна',
    ].flatMap((line) => line.split(' ')),
  )('the unit %j is dropped', (unit) => {
    for (const text of [`5 ${unit}`, `5${unit}`, `${unit} 5`]) expect(read(text), text).toEqual(['5']);
  });

  it('reads a number at the end of a clause without the punctuation', () => {
    for (const text of ['1.234', '64,120', '2 537.893', '1,5', '1.234.567', "3'014.266"]) {
      for (const end of ['.', ',']) expect(read(text + end), text + end).toEqual(read(text));
    }
  });

  it('reads a single comma before three digits by language, as a group sign only in English', () => {
    for (const [text, en, others] of [
      ['1,000', '1000', '1'],
      ['999,999', '999999', '999.999'],
      ['000,120', '0.12', '0.12'],
      ["1'000,120", '1000.12', '1000.12'],
      ['1,0000', '1', '1'],
      [',120', '0.12', '0.12'],
    ] as const) {
      for (const language of LANGUAGE_CODES)
        expect(readPaste(text, language), text).toBe(language === 'en' ? en : others);
    }
  });

  it('is read as its number in every format', () => {
    fc.assert(
      fc.property(writtenNumber, fc.constantFrom(...LANGUAGE_CODES), ({ text, number }, language) => {
        expect(readPaste(text, language)).toBe(number);
      }),
      { numRuns: 2000 },
    );
  });

  it('becomes plain digits or nothing, for any text', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'0123456789', '.', ',', ' ', '\u00a0', "'", '$', 'k', 'U', 'р', '-', '\t'),
    });
    fc.assert(
      fc.property(fc.oneof(text, fc.string()), fc.constantFrom(...LANGUAGE_CODES), (pasted, language) => {
        const number = readPaste(pasted, language);
        if (number === null) return;
        expect(number).toMatch(/^(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/);
        // No digit is lost or added.
        const kept = pasted.replace(/\D/g, '').replace(/^0+/, '').replace(/0+$/, '');
        expect(number.replace('.', '').replace(/^0+/, '').replace(/0+$/, '')).toBe(kept);
      }),
      { numRuns: 3000 },
    );
  });

  it('is read in time linear in its length', () => {
    const hostile = [' ', '0', '.', ',', 'a', '$', 'ﷺ', 'k', 'м', "'", '1 ', '1,', 'a.', '\u0301', '\u200b'];
    for (const unit of hostile) {
      for (const end of ['', '1', 'x', '!']) {
        const text = unit.repeat(MAX_PASTED_LENGTH).slice(0, MAX_PASTED_LENGTH - end.length) + end;
        const started = performance.now();
        for (let round = 0; round < 20; round += 1) read(text);
        expect(performance.now() - started, JSON.stringify(unit + end)).toBeLessThan(200);
        expect(read(`${text}${text}`)).toEqual([null]);
      }
    }
  });
});

/** A number and a text of it in any format of the world, except those that two formats read differently. */
const writtenNumber: fc.Arbitrary<{ text: string; number: string }> = fc
  .record({
    integer: fc.stringMatching(/^(?:0|[1-9][0-9]{0,29})$/),
    fraction: fc.stringMatching(/^[0-9]{0,12}$/),
    signs: fc.constantFrom(
      { group: '', decimal: '.' },
      { group: '', decimal: ',' },
      { group: ',', decimal: '.' },
      { group: '.', decimal: ',' },
      { group: ' ', decimal: ',' },
      { group: '\u00a0', decimal: '.' },
      { group: '\u202f', decimal: ',' },
      { group: "'", decimal: '.' },
      { group: '’', decimal: ',' },
    ),
    around: fc.constantFrom('#', ' #\n', '$#', '€ #', '# USDT', '#₽', '# руб.', 'BTC #', 'US$#', '# $'),
  })
  .filter(({ integer, fraction, signs: { group, decimal } }) => {
    // One sign before three digits may be a group's or a decimal's, which has its own cases.
    if (fraction === '') return !(/[.,]/.test(group) && integer.length > 3 && integer.length < 7);
    return decimal !== ',' || (group !== '' && integer.length > 3) || fraction.length !== 3;
  })
  .map(({ integer, fraction, signs: { group, decimal }, around }) => {
    const written = inGroups(integer, group) + (fraction === '' ? '' : decimal + fraction);
    const decimals = fraction.replace(/0+$/, '');
    return {
      text: around.replace('#', () => written),
      number: decimals === '' ? integer : `${integer}.${decimals}`,
    };
  });
