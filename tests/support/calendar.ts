/** Events of the economic calendar as tests need them. */
import type { CalendarEvent } from '#core/contract/calendar.ts';

/** All that an event may be without. */
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
