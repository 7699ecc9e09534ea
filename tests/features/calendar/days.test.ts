/** The order of the calendar on any local clock; the test builds times in local time. */
import { expect, test } from 'vitest';
import type { CalendarEvent, Zone } from '#core/contract/calendar.ts';
import { calendarDays, dayOf, daysUntil, nextStrongEvent } from '#features/calendar/days.ts';
import { BARE } from '#tests/support/calendar.ts';

const NOW = new Date(2026, 10, 21, 14, 5).getTime();
const moment = (day: number, hour: number, minute = 0) =>
  new Date(2026, 10, 21 + day, hour, minute).toISOString();
const day = (date: number) => `2026-11-${date}`;

function event(id: string, at: string, zone: Zone = 'united_states'): CalendarEvent {
  return { ...BARE, id, at, zone, name: 'cpi' };
}

const shown = (days: readonly ReturnType<typeof calendarDays>['coming'][number][]) =>
  days.map(({ begins, zones }) => [
    new Date(begins).getDate(),
    zones.map(({ zone, events }) => [zone, events.map((placed) => placed.event.id)]),
  ]);

test('sorts by day, then zone, then time, with the zone of the first event first', () => {
  const { earlier, coming } = calendarDays(
    [
      event('late', moment(0, 23, 59)),
      event('tokyo', moment(0, 3), 'japan'),
      event('early', moment(0, 0)),
      event('noon', moment(0, 12)),
      event('next', moment(1, 0)),
      event('before', moment(-1, 23, 59), 'china'),
    ],
    NOW,
  );
  expect(shown(earlier)).toEqual([[20, [['china', ['before']]]]]);
  expect(shown(coming)).toEqual([
    [
      21,
      [
        ['united_states', ['early', 'noon', 'late']],
        ['japan', ['tokyo']],
      ],
    ],
    [22, [['united_states', ['next']]]],
  ]);
});

test('includes today without events, and lists it first', () => {
  const { earlier, coming } = calendarDays([event('a', moment(2, 10)), event('b', moment(-3, 10))], NOW);
  expect(shown(coming)).toEqual([
    [21, []],
    [23, [['united_states', ['a']]]],
  ]);
  expect(shown(earlier)).toEqual([[18, [['united_states', ['b']]]]]);
  expect(shown(calendarDays([], NOW).coming)).toEqual([[21, []]]);
});

test('an event without a time is on its own day everywhere, before timed ones', () => {
  const { coming } = calendarDays([event('midnight', moment(0, 0)), event('whole', day(21))], NOW);
  expect(shown(coming)).toEqual([[21, [['united_states', ['whole', 'midnight']]]]]);
  expect(coming[0].zones[0]?.events.map(({ isWholeDay }) => isWholeDay)).toEqual([true, false]);
  expect(shown(calendarDays([event('first', '2026-12-01')], NOW).coming).at(-1)?.[0]).toBe(1);
});

test('the next event is the first time after now, never a full day', () => {
  const events = [event('now', moment(0, 14, 5)), event('whole', day(22)), event('soon', moment(0, 14, 6))];
  expect(calendarDays(events, NOW).next?.event.id).toBe('soon');
  expect(calendarDays([event('whole', day(22))], NOW).next).toBeNull();
});

test('a day starts at local midnight', () => {
  expect(dayOf(NOW)).toBe(new Date(2026, 10, 21).getTime());
  expect(dayOf(new Date(2026, 10, 21).getTime())).toBe(new Date(2026, 10, 21).getTime());
});

test('the next strong event is the first to come with a time and a high volatility', () => {
  const strong = (id: string, at: string) => ({ ...event(id, at), volatility: 'high' as const });
  const events = [
    strong('later', moment(2, 9)),
    strong('passed', moment(0, 14)),
    strong('whole day', day(22)),
    strong('next', moment(1, 8)),
    { ...event('weaker', moment(0, 15)), volatility: 'medium' as const },
    event('unknown', moment(0, 16)),
  ];
  expect(nextStrongEvent(events, NOW)?.event.id).toBe('next');
  expect(nextStrongEvent(events.slice(1, 3), NOW)).toBeNull();
});

test('days until a moment are those of the local clock', () => {
  const at = (days: number, hour: number) => new Date(2026, 10, 21 + days, hour).getTime();
  expect(daysUntil(at(0, 23), NOW)).toBe(0);
  expect(daysUntil(at(1, 0), NOW)).toBe(1);
  expect(daysUntil(at(3, 23), NOW)).toBe(3);
  expect(daysUntil(at(-1, 23), NOW)).toBe(-1);
});
