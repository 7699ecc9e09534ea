import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import type { DeviceRecord } from '#device/model.ts';
import { dayTitles, localDay, shownDay } from '#features/history/days.ts';

beforeAll(() => i18next.init({ lng: 'en', resources: {} }));

/** By this machine's clock. */
function recordAt(...parts: [year: number, month: number, day: number, hour: number, minute: number]) {
  return { occurredAt: new Date(...parts).getTime() } as DeviceRecord;
}

it('names a day once, at its newest record', () => {
  const today = localDay(new Date(2026, 10, 26, 0, 30).getTime());
  const records = [
    recordAt(2026, 10, 26, 23, 59),
    recordAt(2026, 10, 26, 0, 0),
    recordAt(2026, 10, 25, 23, 59),
    recordAt(2026, 10, 21, 12, 0),
    recordAt(2026, 10, 21, 0, 0),
    recordAt(2025, 11, 31, 12, 0),
  ];
  expect(dayTitles(records, today)).toEqual([
    'Today',
    null,
    'Yesterday',
    'Saturday 21 November',
    null,
    'Wednesday, 31 December 2025',
  ]);
});

it('writes a day of the calendar', () => {
  expect(shownDay(localDay(new Date(2026, 10, 23, 23, 0).getTime()))).toBe('23 Nov 2026');
});
