/** Events of the economic calendar for tests. */
import type { CalendarEvent } from '#core/contract/calendar.ts';

/** Everything optional in an event. */
export const BARE = {
  period: null,
  unit: null,
  actual: null,
  forecast: null,
  previous: null,
  volatility: null,
  ethVolatility: null,
  btcReaction: null,
  ethReaction: null,
} as const satisfies Partial<CalendarEvent>;
