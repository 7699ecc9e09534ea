/** When the bot may write, by the user's clock. */
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type Hours, isQuiet, nextAllowed, reminderAt } from '#api/notifications/preferences/quiet-hours.ts';
import { DAY_MS, dayOf } from '#core/points/days.ts';

const NIGHT = { from: 22, to: 8 };
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString().slice(0, 16));
const next = (at: string, hours: Hours) => iso(nextAllowed(Date.parse(`${at}Z`), hours));
const remind = (day: string, hours: Hours) => iso(reminderAt(dayOf(Date.parse(`${day}T00:00Z`)), hours));

test.each([
  ['2026-03-01T21:59', 'UTC', '2026-03-01T21:59'],
  ['2026-03-01T22:00', 'UTC', '2026-03-02T08:00'],
  ['2026-03-01T07:59', 'UTC', '2026-03-01T08:00'],
  ['2026-03-01T23:00', 'Asia/Kathmandu', '2026-03-02T02:15'],
  ['2026-03-01T12:00', 'Asia/Tokyo', '2026-03-01T12:00'],
  ['2026-03-01T13:00', 'Asia/Tokyo', '2026-03-01T23:00'],
  // Clocks are set forward at 01:00 UTC and back at 01:00 UTC.
  ['2026-03-28T22:30', 'Europe/Berlin', '2026-03-29T06:00'],
  ['2026-10-24T21:30', 'Europe/Berlin', '2026-10-25T07:00'],
])('at %s in %s the next moment is %s', (at, zone, expected) => {
  expect(next(at, { quiet: NIGHT, zone })).toBe(expected);
});

test('a repeated hour is quiet twice, and a skipped end falls on the next hour', () => {
  const twice = { quiet: { from: 2, to: 3 }, zone: 'Europe/Berlin' };
  expect(next('2026-10-25T00:10', twice)).toBe('2026-10-25T02:00');
  expect(next('2026-03-29T01:00', { quiet: { from: 1, to: 2 }, zone: 'Europe/Berlin' })).toBe(
    '2026-03-29T01:00',
  );
  expect(next('2026-03-29T00:30', { quiet: { from: 1, to: 2 }, zone: 'Europe/Berlin' })).toBe(
    '2026-03-29T01:00',
  );
});

test('if the only allowed hour is skipped, the next time is a day later', () => {
  const one = { quiet: { from: 3, to: 2 }, zone: 'Europe/Berlin' };
  expect(next('2026-03-28T02:00', one)).toBe('2026-03-30T00:00');
  expect(remind('2026-03-29', one)).toBeNull();
});

test('if all hours are quiet there is no next time', () => {
  expect(next('2026-03-01T23:00', { quiet: null, zone: null })).toBe('2026-03-01T23:00');
  expect(next('2026-03-01T23:00', { quiet: NIGHT, zone: null })).toBe('2026-03-02T08:00');
});

test.each([
  ['UTC', NIGHT, '2026-03-01T20:00'],
  // 20:00 UTC is 01:45 of the next day there. 21:00 of this day is an hour before quiet hours.
  ['Asia/Kathmandu', NIGHT, '2026-03-01T15:15'],
  ['Asia/Tokyo', NIGHT, '2026-03-01T12:00'],
  ['America/New_York', NIGHT, '2026-03-01T20:00'],
  ['Pacific/Kiritimati', NIGHT, '2026-03-01T20:00'],
  ['UTC', null, '2026-03-01T20:00'],
  ['UTC', { from: 0, to: 22 }, '2026-03-01T22:00'],
  ['UTC', { from: 0, to: 23 }, '2026-03-01T23:00'],
  ['UTC', { from: 1, to: 0 }, '2026-03-01T00:00'],
])('in %s, quiet %j, the reminder is due at %s', (zone, quiet, expected) => {
  expect(remind('2026-03-01', { quiet, zone })).toBe(expected);
});

test('never in a quiet hour, never on another day, and none only if the day has no hour left', () => {
  const zones = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe'];
  const hour = fc.integer({ min: 0, max: 23 });
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      hour,
      hour,
      fc.integer({ min: 20_000, max: 21_000 }),
      (zone, from, to, day) => {
        fc.pre(from !== to);
        const hours = { quiet: { from, to }, zone };
        const at = reminderAt(day, hours);
        expect(at).not.toBeNull();
        expect(dayOf(at ?? 0)).toBe(day);
        expect(isQuiet(at ?? 0, hours)).toBe(false);
        const allowed = nextAllowed(day * DAY_MS + 7 * 60_000, hours);
        expect(isQuiet(allowed, hours)).toBe(false);
        expect(allowed - day * DAY_MS).toBeLessThan(25 * 3_600_000);
      },
    ),
    { numRuns: 300 },
  );
});

test('date formats are cached for few zones only', () => {
  const ask = (zone: string) => isQuiet(0, { quiet: NIGHT, zone });
  ask('Europe/Riga');
  const format = vi.spyOn(Intl, 'DateTimeFormat');
  ask('Europe/Riga');
  expect(format).not.toHaveBeenCalled();
  for (const zone of Intl.supportedValuesOf('timeZone')) if (zone !== 'Europe/Riga') ask(zone);
  format.mockClear();
  ask('Europe/Riga');
  expect(format).toHaveBeenCalledOnce();
  format.mockRestore();
});
