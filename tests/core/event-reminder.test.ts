/** When a reminder of an event is due, and which event of a newer calendar it is about. */
import { describe, expect, test } from 'vitest';
import type { CalendarEvent } from '#core/contract/calendar.ts';
import { canRemindOf, findEvent, isTooLate, momentOf, nextLook } from '#core/event-reminder.ts';
import { BARE } from '#tests/support/calendar.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const AT = Date.parse('2026-10-25T00:30:00Z');

const event = (id: string, at: string, more: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...BARE,
  id,
  at,
  name: 'cpi_yoy',
  zone: 'united_states',
  ...more,
});

test('a reminder can be set until 15 minutes before, and is of use until 5 minutes after', () => {
  expect(canRemindOf(AT, AT - 15 * MINUTE - 1)).toBe(true);
  expect(canRemindOf(AT, AT - 15 * MINUTE)).toBe(false);
  expect(isTooLate(AT, AT + 5 * MINUTE)).toBe(false);
  expect(isTooLate(AT, AT + 5 * MINUTE + 1)).toBe(true);
});

test('only an event with an hour has a moment', () => {
  expect(momentOf({ at: '2026-10-25T00:30:00Z' })).toBe(AT);
  expect(momentOf({ at: '2026-10-25' })).toBeNull();
});

describe('looks at the calendar', () => {
  test.each([15 * MINUTE + 1, 20 * MINUTE, HOUR, 13 * HOUR, 3 * DAY, 90 * DAY])(
    'end exactly 15 minutes before, beginning %i ms before',
    (before) => {
      let now = AT - before;
      const gaps: number[] = [];
      while (canRemindOf(AT, now)) {
        const next = nextLook(AT, now);
        gaps.push(next - now);
        now = next;
      }
      expect(now).toBe(AT - 15 * MINUTE);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(6 * HOUR);
      expect(Math.min(...gaps)).toBeGreaterThan(0);
      expect(gaps.length).toBeLessThan(4 * 90 + 10);
    },
  );

  test('are at once where the event is nearer', () => {
    expect(nextLook(AT, AT - MINUTE)).toBe(AT - MINUTE);
  });
});

describe('the event in a newer calendar', () => {
  const known = { id: 'feed/USD/CPI y\u2215y/1', name: 'cpi_yoy', zone: 'united_states', at: AT } as const;

  test('is the one with its id, wherever it has moved', () => {
    const far = event(known.id, '2026-12-01T00:30:00Z');
    const near = event('other', '2026-10-25T00:30:00Z');
    expect(findEvent(known, [near, far])).toBe(far);
  });

  test('is otherwise the nearest one of its kind and zone, within three days', () => {
    const near = event('a', '2026-10-25T01:30:00Z');
    const later = event('b', '2026-10-26T00:30:00Z');
    expect(findEvent(known, [later, near])).toBe(near);
    expect(findEvent(known, [event('c', '2026-10-28T00:30:00Z')])?.id).toBe('c');
    expect(findEvent(known, [event('c', '2026-10-28T00:30:01Z')])).toBeNull();
  });

  test('is no other kind, zone or day without an hour', () => {
    const others = [
      event('a', '2026-10-25T00:30:00Z', { name: 'core_cpi' }),
      event('b', '2026-10-25T00:30:00Z', { zone: 'japan' }),
      event('c', '2026-10-25'),
    ];
    expect(findEvent(known, others)).toBeNull();
  });
});
