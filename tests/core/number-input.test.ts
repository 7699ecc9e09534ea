import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inGroups } from '#core/digits.ts';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '#core/languages.ts';
import { formatNumber } from '#core/number-format.ts';
import {
  applyInput,
  applyPaste,
  beginComposition,
  composedValue,
  composeInput,
  endComposition,
  type FieldEdit,
  type FieldFormat,
  type FieldInput,
  type FieldState,
  fieldText,
  MAX_INTEGER_DIGITS,
  plainDigits,
  priceValue,
  tidy,
  typedDigits,
} from '#core/number-input.ts';

const EN: FieldFormat = { language: 'en', decimals: 8 };
const language = fc.constantFrom<Language>(...LANGUAGE_CODES);
const format = fc.record({ language, decimals: fc.constantFrom(0, 1, 2, 8) });
/** Values that a field can hold while it is being filled. */
const kept = fc.oneof(
  fc.constant(''),
  fc.stringMatching(/^[0-9]{1,20}$/),
  fc.stringMatching(/^[0-9]{0,12}\.[0-9]{0,10}$/),
);
/** A field with any content and any selection. */
const anyField = fc.tuple(kept, format, fc.nat(40), fc.nat(40)).map(([value, how, a, b]) => {
  const text = fieldText(value, how);
  const [start = 0, end = 0] = [Math.min(a, text.length), Math.min(b, text.length)].sort((x, y) => x - y);
  return { field: { text, start, end }, format: how };
});

const caretAt = (text: string, caret: number): FieldState => ({ text, start: caret, end: caret });
const all = (text: string): FieldState => ({ text, start: 0, end: text.length });
const plain = (text: string, { language: l }: FieldFormat) =>
  text.replaceAll(LANGUAGES[l].numbers.group, '').replaceAll(LANGUAGES[l].numbers.decimal, '.');

describe("the display of a field's value", () => {
  it.each([
    ['94712.35', 8, '94,712.35', '94\u00a0712,35'],
    ['1234567.125', 2, '1,234,567.12', '1\u00a0234\u00a0567,12'],
    ['12.7', 0, '12', '12'],
    ['12.', 2, '12.', '12,'],
    ['12.', 0, '12.', '12,'],
    ['.5', 0, '', ''],
    ['.', 2, '.', ','],
    ['', 2, '', ''],
    ['999', 2, '999', '999'],
  ])('%j with %i decimals is %j and %j', (value, decimals, en, ru) => {
    expect(fieldText(value, { language: 'en', decimals })).toBe(en);
    expect(fieldText(value, { language: 'ru', decimals })).toBe(ru);
  });

  it('reads values that earlier versions stored as typed', () => {
    expect(
      ['64 120,5', '64\u00a0120.5', '1 000', ',5', '5,', 'abc', '-5'].map((text) => typedDigits(text)),
    ).toEqual(['64120.5', '64120.5', '1000', '.5', '5.', '', '']);
    expect(fieldText('64 120,5', EN)).toBe('64,120.5');
    // With a group sign it would read as a fraction.
    expect(fieldText('0012', EN)).toBe('0012');
  });

  it("uses one language's signs and keeps the number", () => {
    fc.assert(
      fc.property(kept, format, (value, how) => {
        expect(plain(fieldText(value, how), how)).toBe(typedDigits(value, how.decimals));
      }),
    );
  });

  it('is tidied on blur without changing the number', () => {
    expect(['007', '.5', '5.', '.', '0', '00', '1234', '1.50'].map(tidy)).toEqual([
      '7',
      '0.5',
      '5',
      '',
      '0',
      '0',
      '1234',
      '1.50',
    ]);
    fc.assert(
      fc.property(kept, (value) => {
        expect(tidy(tidy(value))).toBe(tidy(value));
        expect(Number(plainDigits(tidy(value)))).toBe(Number(plainDigits(value)));
      }),
    );
  });
});

it('cuts a price from elsewhere to its field, and gives none where nothing of it is left', () => {
  expect(['94712.35', '0.00000123456', '0.0000000012', '0', '1.50'].map(priceValue)).toEqual([
    '94712.35',
    '0.00000123',
    '',
    '',
    '1.50',
  ]);
});

describe('typing', () => {
  it("shows a typed comma or point as the language's decimal sign", () => {
    for (const key of [',', '.']) {
      expect(press(caretAt('64,120', 6), key, EN)).toMatchObject({
        value: '64120.',
        text: '64,120.',
        start: 7,
      });
      expect(press(caretAt('64\u00a0120', 6), key, { ...EN, language: 'ru' })).toMatchObject({
        value: '64120.',
        text: '64\u00a0120,',
        start: 7,
      });
    }
  });

  it('follows digit by digit, anywhere in the number', () => {
    fc.assert(
      fc.property(anyField, fc.stringMatching(/^[0-9]$/), ({ field, format: how }, key) => {
        const after = press(field, key, how);
        if (isSame(after, field)) {
          const fraction = plain(field.text, how).split('.')[1] ?? '';
          expect(fraction.length >= how.decimals || plain(field.text, how).length >= MAX_INTEGER_DIGITS).toBe(
            true,
          );
          return;
        }
        const [head, tail] = [field.text.slice(0, field.start), field.text.slice(field.end)];
        expect(plain(after.text.slice(0, after.start), how)).toBe(plain(head, how) + key);
        // A replaced decimal sign joins the digits; extra decimals are cut.
        expect((plain(head, how) + key + plain(tail, how)).startsWith(after.value)).toBe(true);
        expect(after.text).toBe(fieldText(after.value, how));
      }),
    );
  });

  it('replaces the whole content of a field just focused', () => {
    for (const how of LANGUAGE_CODES.map((l): FieldFormat => ({ language: l, decimals: 2 }))) {
      expect(press(all(fieldText('100', how)), '5', how)).toMatchObject({ value: '5', text: '5', start: 1 });
      expect(press(all(fieldText('64120.5', how)), ',', how)).toMatchObject({ value: '.', start: 1 });
    }
  });

  it('refuses keys that cannot lead to a number, and keeps text and selection', () => {
    fc.assert(
      fc.property(
        anyField,
        fc.constantFrom('a', '-', 'e', '$', '٣', '+', '/'),
        ({ field, format: how }, key) => {
          expect(press(field, key, how)).toMatchObject({ ...field, isPasteRefused: false });
        },
      ),
    );
    expect(press(caretAt('1,234.5', 3), ',', EN)).toMatchObject(caretAt('1,234.5', 3));
    expect(press(caretAt('9'.repeat(MAX_INTEGER_DIGITS), 3), '1', EN).value).toHaveLength(MAX_INTEGER_DIGITS);
  });

  it('refuses an extra decimal', () => {
    const two = { ...EN, decimals: 2 };
    for (const caret of [4, 2])
      expect(press(caretAt('1.23', caret), '4', two)).toMatchObject(caretAt('1.23', caret));
    expect(press(caretAt('12.', 3), '5', { ...EN, decimals: 0 })).toMatchObject({
      value: '12.',
      text: '12.',
    });
    expect(tidy('12.')).toBe('12');
  });

  it('deletes exactly the digit beside the caret, in either direction', () => {
    fc.assert(
      fc.property(anyField, fc.boolean(), ({ field, format: how }, backwards) => {
        const at = caretAt(field.text, field.start);
        const after = remove(at, backwards, how);
        if (after === null) return;
        const [head, tail] = [field.text.slice(0, at.start), field.text.slice(at.start)].map((part) =>
          plain(part, how),
        );
        const left = backwards ? head?.slice(0, -1) : head;
        const right = backwards ? tail : tail?.slice(1);
        expect(`${left}${right}`.startsWith(after.value)).toBe(true);
        expect(plain(after.text.slice(0, after.start), how)).toBe(left?.slice(0, after.value.length));
      }),
    );
  });

  it('can empty a field with either key', () => {
    for (const backwards of [true, false]) {
      let field = caretAt('12,345,678.9', backwards ? 12 : 0);
      for (let presses = 0; presses < 10; presses += 1) field = remove(field, backwards, EN) ?? field;
      expect(field.text).toBe('');
    }
  });

  it('deletes a selection and undoes it', () => {
    const cut = { text: '64.5', caret: 2, inputType: 'deleteByCut', data: null };
    expect(applyInput({ text: '64,120.5', start: 2, end: 6 }, cut, EN)).toMatchObject({
      value: '64.5',
      start: 2,
    });
    const undo = { text: '64,120', caret: 6, inputType: 'historyUndo', data: null };
    expect(applyInput(caretAt('7', 1), undo, EN)).toMatchObject({ value: '64120', text: '64,120', start: 6 });
  });
});

describe('a paste', () => {
  it.each([
    ['64,120', '64120'],
    ['1,000', '1000'],
    ['64,120.5', '64120.5'],
  ])('of the number that %s shows, over the whole text, leaves that number', (shown, pasted) => {
    expect(insert(all(shown), pasted, 'insertFromPaste', EN)).toMatchObject({ value: pasted, text: shown });
  });

  it.each(['insertFromPaste', 'insertFromDrop', 'insertFromYank', 'insertReplacementText', 'insertText', ''])(
    'of %j replaces the field with the number, or leaves the field unchanged with a message',
    (inputType) => {
      fc.assert(
        fc.property(anyField, pastedText, ({ field, format: how }, { text, number }) => {
          // Autofill replaces the whole text.
          const before = inputType === '' ? all(field.text) : field;
          fc.pre(text.length > 1);
          const after = insert(before, text, inputType, how);
          const [integer = '', fraction = ''] = number?.split('.') ?? [];
          if (number === null || integer.length > MAX_INTEGER_DIGITS) {
            expect(after).toMatchObject({ ...before, isPasteRefused: true });
            expect(after.value).toBe(plain(before.text, how));
            return;
          }
          const decimals = fraction.slice(0, how.decimals);
          const value = decimals === '' ? integer : `${integer}.${decimals}`;
          expect(after.isPasteRefused).toBe(false);
          expect(after.value).toBe(value);
          expect(after.text).toBe(formatNumber(value, how.language));
          expect(after.start).toBe(after.text.length);
        }),
        { numRuns: 1000 },
      );
    },
  );

  it("uses the pasted text itself if the browser reports only the field's result", () => {
    const unknown = { text: '1 64120', caret: 7, inputType: 'insertReplacementText', data: '64120' };
    expect(applyInput(caretAt('1\u00a0000', 5), unknown, { ...EN, language: 'ru' }).value).toBe('64120');
  });

  it('includes any longer text inserted at once, such as a keyboard suggestion', () => {
    expect(insert(caretAt('64,120', 3), '94712.35', 'insertText', EN).value).toBe('94712.35');
    const elsewhere = { text: '65,000', caret: 6, inputType: 'insertText', data: null };
    expect(applyInput(caretAt('7', 1), elsewhere, EN).value).toBe('65000');
  });

  it('takes an empty text without a type as an emptied field', () => {
    const emptied = { text: '', caret: 0, inputType: '', data: null };
    expect(applyInput(caretAt('64,120', 6), emptied, EN)).toMatchObject({ value: '', text: '' });
  });

  it('stays fast for any length of text', () => {
    const long = ['1'.repeat(1_000_000), ' '.repeat(1_000_000), '1,'.repeat(500_000), '.'.repeat(1_000_000)];
    for (const text of long) {
      const started = performance.now();
      expect(applyPaste(all('64,120'), text, EN)).toMatchObject({ text: '64,120', isPasteRefused: true });
      expect(insert(all('64,120'), text, 'insertText', EN).value).toBe('64120');
      expect(performance.now() - started).toBeLessThan(500);
    }
  });
});

describe('a composing keyboard', () => {
  /** The events of one composition, each of which replaces the field's text. */
  const compose = (before: FieldState, texts: readonly FieldInput[], how: FieldFormat) => {
    const done = texts.reduce(composeInput, beginComposition(before, how));
    return endComposition(done, texts.at(-1)?.caret ?? before.end, how);
  };
  const step = (text: string, data: string, inputType = 'insertCompositionText'): FieldInput => ({
    text,
    caret: text.length,
    inputType,
    data,
  });

  it('types key by key, whatever word each event replaces', () => {
    const typed = [step('64,1205', '1205'), step('64,12057', '12057'), step('64,12057,', '12057,')];
    expect(compose(caretAt('64,120', 6), typed, EN)).toMatchObject({ value: '6412057.', text: '6,412,057.' });
    expect(compose(all('64,120'), [step('5', '5')], EN)).toMatchObject({ value: '5', text: '5' });
    expect(compose(caretAt('64,120', 6), [step('64,12', '12')], EN)).toMatchObject({ value: '6412' });
  });

  it('shows what is typed so far', () => {
    const composition = composeInput(beginComposition(caretAt('64,120', 6), EN), step('64,1205', '1205'));
    expect(composedValue(composition, EN)).toBe('641205');
    expect(composedValue(composeInput(composition, step('99', '99')), EN)).toBeNull();
  });

  it('pastes with a suggestion', () => {
    const suggested = [step('64\u00a05', '5'), step('64\u00a064120.5', '64120.5')];
    expect(compose(caretAt('64\u00a0', 3), suggested, { ...EN, language: 'ru' })).toMatchObject({
      value: '64120.5',
      text: '64\u00a0120,5',
    });
    expect(compose(caretAt('64,120', 6), [step('64,hello', 'hello')], EN)).toMatchObject({
      text: '64,120',
      isPasteRefused: true,
    });
  });

  it('removes its text before the final insertion', () => {
    const typed = [
      step('64,1205', '1205'),
      step('64,', '', 'deleteCompositionText'),
      step('64,1205', '1205', 'insertFromComposition'),
    ];
    expect(compose(caretAt('64,120', 6), typed, EN)).toMatchObject({ value: '641205' });
  });
});

/** A number in a format that both languages read alike, or a text without a number (`number` is null). */
const pastedText: fc.Arbitrary<{ readonly text: string; readonly number: string | null }> = fc.oneof(
  fc
    .record({
      integer: fc.stringMatching(/^(?:0|[1-9][0-9]{0,33})$/),
      fraction: fc.stringMatching(/^(?:[0-9]{0,11}[1-9])?$/),
      group: fc.constantFrom('', ' ', '\u00a0', "'"),
      decimal: fc.constantFrom('.', ','),
      around: fc.constantFrom('#', ' #', '$#', '# USDT', '# руб.'),
    })
    .filter(({ fraction, decimal }) => decimal === '.' || fraction.length !== 3)
    .map(({ integer, fraction, group, decimal, around }) => ({
      text: around.replace('#', () => inGroups(integer, group) + (fraction === '' ? '' : decimal + fraction)),
      number: fraction === '' ? integer : `${integer}.${fraction}`,
    })),
  fc.constantFrom('abc', '-5', '1e5', '64.1k', '12abc34', '1,23,456', '12,345.678.9', '  ').map((text) => ({
    text,
    number: null,
  })),
);

/** The field after one pressed key. */
function press(field: FieldState, key: string, how: FieldFormat): FieldEdit {
  return insert(field, key, 'insertText', how);
}

function insert(field: FieldState, data: string, inputType: string, how: FieldFormat): FieldEdit {
  const text = field.text.slice(0, field.start) + data + field.text.slice(field.end);
  const caret = field.start + data.length;
  return applyInput(field, { text, caret, inputType, data: inputType === '' ? null : data }, how);
}

/** The field after Backspace or Delete; null if there is nothing to delete. */
function remove({ text, start }: FieldState, backwards: boolean, how: FieldFormat): FieldEdit | null {
  const gone = backwards ? start - 1 : start;
  if (gone < 0 || gone >= text.length) return null;
  const input = {
    text: text.slice(0, gone) + text.slice(gone + 1),
    caret: gone,
    inputType: backwards ? 'deleteContentBackward' : 'deleteContentForward',
    data: null,
  };
  return applyInput(caretAt(text, start), input, how);
}

function isSame(after: FieldState, field: FieldState): boolean {
  return after.text === field.text && after.start === field.start && after.end === field.end;
}
