/** Sorts events for the calendar: by day on the user's own clock, within a day by zone, within a zone by time. */
import type { CalendarEvent, Zone } from '#core/contract/calendar.ts';

export interface PlacedEvent {
  readonly event: CalendarEvent;
  /** The moment, or the start of the day if `isWholeDay`; milliseconds. */
  readonly at: number;
  readonly isWholeDay: boolean;
}

export interface CalendarDay {
  /** The start of the day on the user's own clock, milliseconds. */
  readonly begins: number;
  /** The zone of the day's first event first. */
  readonly zones: readonly { readonly zone: Zone; readonly events: readonly PlacedEvent[] }[];
}

export interface CalendarDays {
  /** Before today, oldest first. */
  readonly earlier: readonly CalendarDay[];
  /** Today, even without events, and the following days. */
  readonly coming: readonly [CalendarDay, ...CalendarDay[]];
  /** The next event with a known time. */
  readonly next: PlacedEvent | null;
}

export function calendarDays(events: readonly CalendarEvent[], now: number): CalendarDays {
  const placed = events.map(placeOf).sort(inOrder);
  const today = dayOf(now);
  const byDay = new Map<number, PlacedEvent[]>();
  for (const one of placed) {
    const day = dayOf(one.at);
    byDay.set(day, [...(byDay.get(day) ?? []), one]);
  }
  const days = [...byDay].map(([begins, ofDay]) => ({ begins, zones: byZone(ofDay) }));
  const first = days.find(({ begins }) => begins === today) ?? { begins: today, zones: [] };
  return {
    earlier: days.filter(({ begins }) => begins < today),
    coming: [first, ...days.filter(({ begins }) => begins > today)],
    next: placed.find(({ at, isWholeDay }) => !isWholeDay && at > now) ?? null,
  };
}

/** The next event with a known time that is expected to move prices strongly; null if none is known. */
export function nextStrongEvent(events: readonly CalendarEvent[], now: number): PlacedEvent | null {
  const strong = events.filter(({ volatility }) => volatility === 'high').map(placeOf);
  return strong.sort(inOrder).find(({ at, isWholeDay }) => !isWholeDay && at > now) ?? null;
}

/** Whole days on the user's own clock: 1 is tomorrow. */
export function daysUntil(at: number, now: number): number {
  // Days with a clock change are an hour shorter or longer.
  return Math.round((dayOf(at) - dayOf(now)) / (24 * 60 * 60 * 1000));
}

/** The start of a moment's day on the user's own clock. */
export function dayOf(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

function placeOf(event: CalendarEvent): PlacedEvent {
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(event.at);
  if (day === null) return { event, at: Date.parse(event.at), isWholeDay: false };
  const [, year, month, date] = day.map(Number);
  // A date is the same everywhere: do not shift it from UTC.
  return { event, at: new Date(year ?? 0, (month ?? 1) - 1, date).getTime(), isWholeDay: true };
}

function inOrder(a: PlacedEvent, b: PlacedEvent): number {
  return a.at - b.at || Number(b.isWholeDay) - Number(a.isWholeDay) || (a.event.id < b.event.id ? -1 : 1);
}

function byZone(events: readonly PlacedEvent[]): CalendarDay['zones'] {
  const zones = new Map<Zone, PlacedEvent[]>();
  for (const one of events) zones.set(one.event.zone, [...(zones.get(one.event.zone) ?? []), one]);
  return [...zones].map(([zone, ofZone]) => ({ zone, events: ofZone }));
}
