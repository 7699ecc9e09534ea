/** Edits of several devices: the newest of each field stays, in any order of arrival. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Edit,
  type Edits,
  editFields,
  isNewerEdit,
  isSameEdit,
  judgedTime,
  valuesOf,
  withOffset,
} from '#core/edits.ts';

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

const NOW = Date.UTC(2026, 2, 10, 12);
const MINUTE = 60_000;
const YEAR = 365 * 24 * 60 * MINUTE;
const stampOf = (at: number, device = 'a', offset = 0) => ({ at, offset, device });
const made = (value: string, at: number, device = 'a', over = 0) => ({
  ...{ value, at, device },
  claim: { offset: 0, over },
});

describe('a change', () => {
  test('edits the fields whose value changes', () => {
    const edits = editFields({}, { note: 'held', result: '' }, stampOf(5));
    expect(edits).toEqual({ note: made('held', 5) });
    expect(editFields(edits, { note: 'held', exitPrice: '9' }, stampOf(7, 'b'))).toEqual({
      ...edits,
      exitPrice: made('9', 7, 'b'),
    });
  });

  test('that changes nothing returns the same edits', () => {
    const edits = editFields({}, { note: 'held' }, stampOf(5));
    expect(editFields(edits, { note: 'held', result: '' }, stampOf(9))).toBe(edits);
  });

  test('is newer than the edit it replaces, even if the clock went back', () => {
    const first = editFields({}, { note: 'one' }, stampOf(NOW, 'b'));
    const second = editFields(first, { note: 'two' }, stampOf(NOW - YEAR));
    expect(second['note']).toEqual(made('two', NOW + 1));
    const judged = { note: { value: 'one', at: NOW, device: 'b' } };
    const third = editFields(judged, { note: 'two' }, stampOf(NOW - 2 * MINUTE));
    expect(third['note']).toEqual(made('two', NOW + 1, 'a', NOW));
    expect(editFields(third, { note: 'three' }, stampOf(NOW))['note']).toEqual(
      made('three', NOW + 2, 'a', NOW),
    );
  });

  test('keeps the time of a clock that is far behind a judged edit, for the server to correct', () => {
    const judged = { note: { value: 'one', at: NOW, device: 'b' } };
    const edits = editFields(judged, { note: 'two' }, stampOf(NOW - YEAR));
    expect(edits['note']).toEqual(made('two', NOW - YEAR, 'a', NOW));
  });

  test('follows an unsent one whose clock was wrong by what is now known', () => {
    const first = editFields({}, { note: 'one' }, stampOf(NOW + YEAR));
    const second = editFields(first, { note: 'two' }, stampOf(NOW + 5, 'a', -YEAR));
    expect(second['note']).toEqual({ ...made('two', NOW + 5), claim: { offset: -YEAR, over: 0 } });
  });
});

describe('the time that the server gives an edit', () => {
  test.each<[string, number, number | null, number | null, number]>([
    ['of a right clock stays', NOW - 5, 0, NOW, NOW - 5],
    ['of a clock two minutes off stays', NOW - 5, 0, NOW - 2 * MINUTE, NOW - 5],
    ['of a clock a year ahead is corrected', NOW + YEAR - 5, 0, NOW + YEAR, NOW - 5],
    ['of a clock a year behind is corrected', NOW - YEAR - 5, 0, NOW - YEAR, NOW - 5],
    ['of a judged edit stays, however wrong the clock is', NOW - 5, null, NOW - YEAR, NOW - 5],
    ['of a judged edit is never in the future', NOW + 5, null, NOW, NOW],
    ['in the future of a clock that was put right counts as now', NOW + YEAR, 0, NOW, NOW],
    ['before the replaced edit, of a clock that was put right, counts as now', NOW - YEAR, NOW - 9, NOW, NOW],
    ['without a time of sending is only kept from the future', NOW + YEAR, 0, null, NOW],
    ['is after the replaced edit, even if the clock of the server went back', NOW, NOW + 50, NOW, NOW + 51],
  ])('%s', (_, at, over, sentAt, counted) => {
    expect(judgedTime({ at, over }, sentAt, NOW)).toBe(counted);
  });

  /** A clock that goes wrong after the last answer shows `off` too much from then on. */
  test('is true to two minutes however wrong the clock is, with or without a judged edit before', () => {
    const time = fc.record({
      off: fc.integer({ min: -2 * YEAR, max: 2 * YEAR }),
      before: fc.option(fc.integer({ min: 3 * MINUTE, max: YEAR })),
      ages: fc.array(fc.integer({ min: 0, max: 2 * MINUTE }), { minLength: 1, maxLength: 4 }),
      knowsOffset: fc.boolean(),
    });
    fc.assert(
      fc.property(time, ({ off, before, ages, knowsOffset }) => {
        const times = ages.toSorted((a, b) => b - a).map((age) => NOW - age);
        const judged = before === null ? {} : { note: { value: 'before', at: NOW - before, device: 'b' } };
        const edits = times.reduce<Edits>(
          (now, at, index) => editFields(now, { note: `${index}` }, stampOf(at + off)),
          judged,
        );
        const edit = edits['note'] as Edit;
        const sent = knowsOffset ? withOffset(edit, -off) : edit;
        const sentAt = knowsOffset ? NOW : NOW + off;
        const counted = judgedTime({ at: sent.at, over: sent.claim?.over ?? null }, sentAt, NOW);
        const isExact = before === null && Math.abs(off) > 2 * MINUTE && new Set(ages).size === ages.length;
        const error = Math.abs(counted - (times.at(-1) ?? 0));
        expect(error).toBeLessThanOrEqual(isExact ? 0 : 2 * MINUTE);
        if (before !== null) expect(counted).toBeGreaterThan(NOW - before);
      }),
    );
  });
});

test('a field without an edit has an empty value', () => {
  const edits = editFields({}, { note: 'held' }, stampOf(5));
  expect(valuesOf(edits, ['note', 'result'])).toEqual({ note: 'held', result: '' });
  expect(valuesOf(undefined, ['note'])).toEqual({ note: '' });
});
