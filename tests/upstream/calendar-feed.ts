/** A stand-in for the weekly list of economic events. */
import events from './shapes/calendar-feed.json' with { type: 'json' };
import { type StandIn, startStandIn } from './stand-in.ts';

export type RawEvent = Record<string, unknown>;

export interface CalendarFeed extends StandIn {
  /** The value of `CALENDAR_FEED_URL`. */
  readonly url: string;
  /** In the week of 28 June 2026. Tests may change them. */
  readonly events: RawEvent[];
  /** Moves the same events by this many milliseconds. */
  move(ms: number): void;
}

export async function startCalendarFeed(): Promise<CalendarFeed> {
  const week: RawEvent[] = structuredClone(events);
  const service = await startStandIn(({ url }) => (url.pathname === '/this-week.json' ? week : undefined));
  return {
    ...service,
    url: `${service.origin}/this-week.json`,
    events: week,
    move(ms) {
      for (const event of week) {
        const moved = new Date(Date.parse(String(event['date'])) + ms).toISOString();
        event['date'] = `${moved.slice(0, 19)}+00:00`;
      }
    },
  };
}
