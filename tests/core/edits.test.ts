/** Edits of several devices: the newest of each field stays, in any order of arrival. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Edit, editFields, isNewerEdit, isSameEdit, valuesOf } from '#core/edits.ts';

const stamp = fc.record({
  value: fc.constantFrom('', '1', '2'),
  at: fc.integer({ min: 0, max: 5 }),
  device: fc.constantFrom('a', 'b', 'c'),
});

test('of two edits exactly one is newer, unless they are the same', () => {
  fc.assert(
    fc.property(stamp, stamp, (one, other) => {
      expect(isNewerEdit(one, other)).toBe(!isSameEdit(one, other) && !isNewerEdit(other, one));
    }),
  );
});

test('the time decides, and in the same millisecond the device', () => {
  const edit: Edit = { value: '', at: 5, device: 'b' };
  expect(isNewerEdit({ ...edit, at: 6, device: 'a' }, edit)).toBe(true);
  expect(isNewerEdit({ ...edit, at: 4, device: 'c' }, edit)).toBe(false);
  expect(isNewerEdit({ ...edit, device: 'c' }, edit)).toBe(true);
  expect(isNewerEdit({ ...edit, device: 'a' }, edit)).toBe(false);
  expect(isNewerEdit(edit, edit)).toBe(false);
});

describe('a change', () => {
  test('edits the fields whose value changes', () => {
    const edits = editFields({}, { note: 'held', result: '' }, 5, 'a');
    expect(edits).toEqual({ note: { value: 'held', at: 5, device: 'a' } });
    expect(editFields(edits, { note: 'held', exitPrice: '9' }, 7, 'b')).toEqual({
      ...edits,
      exitPrice: { value: '9', at: 7, device: 'b' },
    });
  });

  test('that changes nothing returns the same edits', () => {
    const edits = editFields({}, { note: 'held' }, 5, 'a');
    expect(editFields(edits, { note: 'held', result: '' }, 9, 'a')).toBe(edits);
  });

  test('is newer than the edit it replaces, even if the clock went back', () => {
    const first = editFields({}, { note: 'one' }, 100, 'b');
    const second = editFields(first, { note: 'two' }, 3, 'a');
    expect(second['note']).toEqual({ value: 'two', at: 101, device: 'a' });
  });
});

test('a field without an edit has an empty value', () => {
  const edits = editFields({}, { note: 'held' }, 5, 'a');
  expect(valuesOf(edits, ['note', 'result'])).toEqual({ note: 'held', result: '' });
  expect(valuesOf(undefined, ['note'])).toEqual({ note: '' });
});
