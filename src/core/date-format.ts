/** Dates and times as text in a language: one style in each, day before month and a 24-hour clock. */
import { LANGUAGES, type Language } from './languages.ts';

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const SHORT_DAY = { day: 'numeric', month: 'short' } as const;
const LONG_DAY = { day: 'numeric', month: 'long' } as const;

const STYLES = {
  /** 14:05 */
  time: TIME,
  /** 20 Nov, 14:05 */
  dayAndTime: { ...SHORT_DAY, ...TIME },
  /** 20 Nov 2025, 14:05 */
  dayOfYearAndTime: { ...SHORT_DAY, year: 'numeric', ...TIME },
  /** 21 Nov 2026 */
  day: { ...SHORT_DAY, year: 'numeric' },
  /** Saturday 21 November */
  weekday: { weekday: 'long', ...LONG_DAY },
  /** Saturday 21 November 2026 */
  weekdayOfYear: { weekday: 'long', ...LONG_DAY, year: 'numeric' },
  /** November 2026 */
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof STYLES;

/** A moment by this device's clock. @param at milliseconds since 1970 */
export function formatDate(at: number, style: DateStyle, language: Language): string {
  const text = new Intl.DateTimeFormat(LANGUAGES[language].locale, STYLES[style]).format(at);
  // Russian ends a date with "г." for "year", which stands alone on a line where space is short.
  return text.replace(/\sг\./, '');
}

/** Today, tomorrow or another day, counted from today: -1 is yesterday. */
export function formatNearDay(days: number, language: Language): string {
  return new Intl.RelativeTimeFormat(LANGUAGES[language].locale, { numeric: 'auto' }).format(days, 'day');
}
