/** When a user is reminded of an economic event. Pure: moments are UTC milliseconds. */
import type { CalendarEvent } from './contract/calendar.ts';

/** How long before an event the bot writes. */
export const REMIND_BEFORE_MS = 15 * 60_000;
/** After an event has begun, a reminder is still of use for this long. */
const LATE_MS = 5 * 60_000;

/** The bounds of the time until the calendar is asked again whether an event has moved. */
const SHORTEST_LOOK_MS = 5 * 60_000;
const LONGEST_LOOK_MS = 6 * 60 * 60_000;

/** A file and a feed, or two imports, may list the same event at moments that differ by this much. */
const MOST_MOVED_MS = 3 * 24 * 60 * 60_000;

/** The moment of an event; null if only its day is known. */
export function momentOf({ at }: Pick<CalendarEvent, 'at'>): number | null {
  return at.includes('T') ? Date.parse(at) : null;
}

/** Whether a reminder of an event at this moment can still be set. */
export function canRemindOf(at: number, now: number): boolean {
  return at - REMIND_BEFORE_MS > now;
}

export function isTooLate(at: number, now: number): boolean {
  return now > at + LATE_MS;
}

/**
 * When to look at the calendar next: at the reminder itself, or halfway there, at least every six hours. So an event that
 * was brought forward is noticed in time.
 */
export function nextLook(at: number, now: number): number {
  const left = at - REMIND_BEFORE_MS - now;
  if (left <= SHORTEST_LOOK_MS) return now + Math.max(0, left);
  return now + Math.min(LONGEST_LOOK_MS, Math.max(SHORTEST_LOOK_MS, Math.floor(left / 2)));
}

/** An event as it was known when its reminder was set, or last looked at. */
export interface KnownEvent extends Pick<CalendarEvent, 'id' | 'name' | 'zone'> {
  readonly at: number;
}

/**
 * The event in a newer calendar: the one with its id, otherwise the nearest one of its kind and zone, because a feed lists a
 * moved event under a new id. Null if it is gone.
 */
export function findEvent(known: KnownEvent, events: readonly CalendarEvent[]): CalendarEvent | null {
  const same = events.find(({ id }) => id === known.id);
  if (same !== undefined) return same;
  const others = events.flatMap((event) => {
    const at = momentOf(event);
    if (at === null || event.name !== known.name || event.zone !== known.zone) return [];
    const away = Math.abs(at - known.at);
    return away <= MOST_MOVED_MS ? [{ event, away }] : [];
  });
  return others.sort((a, b) => a.away - b.away)[0]?.event ?? null;
}
