/** The port to a source of economic events. */
import type { Calendar } from '#core/contract/calendar.ts';

export interface CalendarProvider {
  /** The newest list; null if there never was one. */
  calendar(): Promise<Calendar | null>;
}
