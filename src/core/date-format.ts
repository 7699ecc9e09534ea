/** Dates and times as text in a language: one style in each, day before month and a 24-hour clock. */
import { LANGUAGES, type Language } from './languages.ts';

const LONG_DAY = { day: 'numeric', month: 'long' } as const;

/** Written here, since the first screen has them: the engine's own takes a slow phone 60 ms for the first of them. */
const SHORT = {
  /** 14:05 */
  time: (at: Date) => `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`,
  /** 20 Nov, 14:05 */
  dayAndTime: (at: Date, months: Months) => `${shortDay(at, months)}, ${SHORT.time(at)}`,
  /** 20 Nov 2025, 14:05 */
  dayOfYearAndTime: (at: Date, months: Months) => `${SHORT.day(at, months)}, ${SHORT.time(at)}`,
  /** 21 Nov 2026 */
  day: (at: Date, months: Months) => `${shortDay(at, months)} ${at.getFullYear()}`,
};

const LONG = {
  /** Saturday 21 November */
  weekday: { weekday: 'long', ...LONG_DAY },
  /** Saturday 21 November 2026 */
  weekdayOfYear: { weekday: 'long', ...LONG_DAY, year: 'numeric' },
  /** November 2026 */
  month: { month: 'long', year: 'numeric' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof SHORT | keyof typeof LONG;
type Months = readonly string[];

/** A moment by this device's clock. @param at milliseconds since 1970 */
export function formatDate(at: number, style: DateStyle, language: Language): string {
  const { locale, months } = LANGUAGES[language];
  if (isShort(style)) return SHORT[style](new Date(at), months.split(' '));
  const text = new Intl.DateTimeFormat(locale, LONG[style]).format(at);
  // Russian ends a date with "г." for "year", which stands alone on a line where space is short.
  return text.replace(/\sг\./, '');
}

/** Today, tomorrow or another day, counted from today: -1 is yesterday. */
export function formatNearDay(days: number, language: Language): string {
  return new Intl.RelativeTimeFormat(LANGUAGES[language].locale, { numeric: 'auto' }).format(days, 'day');
}

function isShort(style: DateStyle): style is keyof typeof SHORT {
  return Object.hasOwn(SHORT, style);
}

function shortDay(at: Date, months: Months): string {
  return `${at.getDate()} ${months[at.getMonth()]}`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, '0');
}
