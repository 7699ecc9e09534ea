import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Edit,
  edit,
  groupDigits,
  isTypable,
  MAX_INTEGER_DIGITS,
  plainDigits,
  reformat,
  sanitizeTyping,
  tidy,
} from '#core/typing.ts';

const decimals = fc.constantFrom(0, 1, 2, 8);
const typed = fc.oneof(
  fc.stringMatching(/^[0-9]{0,20}$/),
  fc.stringMatching(/^[0-9]{0,12}[.,][0-9]{0,10}$/),
  fc.stringMatching(/^[0-9 \u00a0]{0,15}[.,]?[0-9 ]{0,6}$/),
);

const compact = (text: string) => text.replaceAll(' ', '');
const behind = (at: Edit) => compact(at.text.slice(0, at.caret));

describe('what a field accepts', () => {
  it.each([
    ['1234567,125', 2, '1 234 567,12'],
    ['1\u00a0234.56\n', 2, '1 234.56'],
    ['12.7', 0, '12'],
    ['12.', 2, '12.'],
    ['12.', 0, '12.'],
    ['1.5', 0, '1'],
    ['.5', 0, ''],
    [',', 2, ','],
    ['', 2, ''],
    ['0012', 2, '0 012'],
    ['999', 2, '999'],
  ])('%j with %i decimals becomes %j', (text, places, shown) => {
    expect(sanitizeTyping(text, places)).toBe(shown);
  });

  it.each([
    '-5',
    '+5',
    '1e5',
    '12abc',
    '1,234.5',
    '1.2.3',
    '0x10',
    '٣',
    '$5',
    '9'.repeat(MAX_INTEGER_DIGITS + 1),
  ])('refuses %s', (text) => {
    expect(sanitizeTyping(text, 8)).toBeNull();
    expect(reformat(text, 1, 8)).toBeNull();
  });

  it('keeps the number, but for decimals that are cut', () => {
    fc.assert(
      fc.property(typed, decimals, (text, places) => {
        const shown = sanitizeTyping(text, places);
        if (shown === null) return;
        expect(isTypable(shown)).toBe(true);
        const [whole = '', rest = ''] = text.replace(/[ \u00a0]/g, '').split(/[.,]/);
        const [integer = '', fraction = ''] = compact(shown).split(/[.,]/);
        expect(integer).toBe(whole);
        expect(fraction).toBe(rest.slice(0, places));
        expect(sanitizeTyping(shown, places)).toBe(shown);
      }),
    );
  });

  it('groups by three from the separator', () => {
    expect(groupDigits('1234,5678')).toBe('1 234,5678');
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,40}$/), (digits) => {
        expect(groupDigits(digits)).toMatch(/^\d{1,3}( \d{3})*$/);
        expect(compact(groupDigits(digits))).toBe(digits);
      }),
    );
  });

  it('is tidied without changing the number', () => {
    expect(['007', ',5', '5,', '.', '0', '00', '1234', '1,50'].map(tidy)).toEqual([
      '7',
      '0,5',
      '5',
      '',
      '0',
      '0',
      '1 234',
      '1,50',
    ]);
    fc.assert(
      fc.property(typed, (text) => {
        expect(tidy(tidy(text))).toBe(tidy(text));
        expect(Number(plainDigits(tidy(text)))).toBe(Number(plainDigits(text)));
      }),
    );
  });
});

describe('the caret', () => {
  it('stays behind the same digit, whatever is grouped or cut', () => {
    fc.assert(
      fc.property(typed, fc.nat(30), decimals, (text, at, places) => {
        const caret = Math.min(at, text.length);
        const shown = reformat(text, caret, places);
        if (shown === null) return;
        expect(shown.caret).toBeLessThanOrEqual(shown.text.length);
        const before = text.slice(0, caret).replace(/[ \u00a0]/g, '');
        const kept = compact(shown.text).slice(0, before.length);
        expect(behind(shown)).toBe(kept);
        expect(reformat(shown.text, shown.caret, places)).toEqual(shown);
      }),
    );
  });

  it('follows typing, digit by digit, anywhere in the number', () => {
    fc.assert(
      fc.property(typed, fc.nat(30), fc.stringMatching(/^[0-9]$/), decimals, (text, at, key, places) => {
        const before = reformat(text, Math.min(at, text.length), places);
        if (before === null) return;
        const after = edit(before, insert(before, key), places);
        const refused = after.text === before.text && after.caret === before.caret;
        if (refused) expect(fraction(before.text).length).toBe(places);
        else {
          expect(behind(after)).toBe(behind(before) + key);
          expect(rest(after)).toBe(rest(before));
        }
      }),
    );
  });

  it('deletes exactly the digit beside it, in either direction', () => {
    fc.assert(
      fc.property(typed, fc.nat(30), fc.boolean(), decimals, (text, at, backwards, places) => {
        const shown = reformat(text, Math.min(at, text.length), places);
        if (shown === null) return;
        const before = { text: shown.text, caret: Math.min(at, shown.text.length) };
        const next = remove(before, backwards);
        if (next === null) return;
        const after = edit(before, next, places);
        expect(behind(after)).toBe(backwards ? behind(before).slice(0, -1) : behind(before));
        const remaining = backwards ? rest(before) : rest(before).slice(1);
        expect(rest(after)).toBe(remaining);
      }),
    );
  });

  it('lets a field be emptied by either key', () => {
    for (const backwards of [true, false]) {
      let at: Edit = { text: '12 345 678,9', caret: backwards ? 12 : 0 };
      for (let presses = 0; presses < 9; presses += 1) {
        const next = remove(at, backwards);
        if (next === null) throw new Error('nothing left to delete');
        at = edit(at, next, 8);
      }
      expect(at).toEqual({ text: compact(at.text), caret: backwards ? 1 : 0 });
      expect(at.text).toHaveLength(1);
    }
  });

  it('refuses what cannot become a number and keeps text and caret', () => {
    const before = { text: '1 234', caret: 3 };
    for (const key of ['a', '-', 'e', '1.2.3']) expect(edit(before, insert(before, key), 2)).toEqual(before);
    const withPoint = { text: '1 234.5', caret: 3 };
    expect(edit(withPoint, insert(withPoint, ','), 2)).toEqual(withPoint);
  });

  it('refuses a further decimal while typing, and cuts a pasted number', () => {
    const full = { text: '1.23', caret: 4 };
    expect(edit(full, insert(full, '4'), 2)).toEqual(full);
    const inside = { text: '1.23', caret: 2 };
    expect(edit(inside, insert(inside, '4'), 2)).toEqual(inside);
    const empty = { text: '', caret: 0 };
    expect(edit(empty, { text: '1.23456', caret: 7 }, 2)).toEqual({ text: '1.23', caret: 4 });
    const selected = { text: '123 456', caret: 7 };
    expect(edit(selected, { text: '0.12345', caret: 7 }, 2)).toEqual({ text: '0.12', caret: 4 });
  });
});

describe('a field for whole numbers', () => {
  const type = (at: Edit, keys: string) =>
    [...keys].reduce((before, key) => edit(before, insert(before, key), 0), at);

  it('never joins digits over a separator, typed or pasted', () => {
    const empty = { text: '', caret: 0 };
    for (const separator of ['.', ',']) {
      const typedIn = type(empty, `1${separator}5`);
      expect(typedIn).toEqual({ text: `1${separator}`, caret: 2 });
      expect(tidy(typedIn.text)).toBe('1');
      expect(edit(empty, { text: `1${separator}5`, caret: 3 }, 0)).toEqual({ text: '1', caret: 1 });
    }
    expect(tidy(type(empty, '.5').text)).toBe('');
  });

  it('reads as the integer of what was typed', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9]{1,9}$/),
        fc.stringMatching(/^[0-9]{1,6}$/),
        (integer, decimals) => {
          const shown = type({ text: '', caret: 0 }, `${integer},${decimals}`);
          expect(Number(plainDigits(shown.text))).toBe(Number(integer));
        },
      ),
    );
  });
});

function insert(at: Edit, key: string): Edit {
  return { text: at.text.slice(0, at.caret) + key + at.text.slice(at.caret), caret: at.caret + key.length };
}

function remove(at: Edit, backwards: boolean): Edit | null {
  const gone = backwards ? at.caret - 1 : at.caret;
  if (gone < 0 || gone >= at.text.length) return null;
  return { text: at.text.slice(0, gone) + at.text.slice(gone + 1), caret: gone };
}

function rest(at: Edit): string {
  return compact(at.text.slice(at.caret));
}

function fraction(text: string): string {
  return text.split(/[.,]/)[1] ?? '';
}
