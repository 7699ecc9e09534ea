/** The calendar's feed: asked once an hour at most, whatever it answers. The last good list stays in use. */
import type { Asking } from '../runtime/upstream/fetch-json.ts';
import { createService, type ServiceDeps } from '../runtime/upstream/service.ts';
import { askFeed } from './feed.ts';
import { mergeFeed } from './store.ts';

const HOUR_MS = 60 * 60_000;
const PACE = { everyMs: HOUR_MS, retryMs: HOUR_MS, longestMs: 6 * HOUR_MS };
/** A list older than this has missed its refresh and is marked as old. */
export const FEED_LIFE_MS = 2 * HOUR_MS;

/** Works on the tables of `market/tables.ts`. */
export function calendarFeed(deps: ServiceDeps & Asking, url: string) {
  const service = createService(deps, 'calendar feed', PACE, () => askFeed(deps, url));
  return {
    /** The moment from which `refresh` has work, milliseconds. */
    dueAt: service.dueAt,
    /** Asks the feed if it is due. Throws only database errors. */
    async refresh(): Promise<void> {
      const events = await service.ask();
      if (events !== null) mergeFeed(deps.sql, events, deps.clock.now());
    },
  };
}
