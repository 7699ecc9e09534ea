/** Where economic events come from. */
import type { Calendar } from '#core/contract/calendar.ts';

export interface CalendarProvider {
  /** The newest list there is; null where there never was one. */
  calendar(): Promise<Calendar | null>;
}
