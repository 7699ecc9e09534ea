/** Moments as text, in the current language and by the user's own clock. */
import { type DateStyle, formatDate } from '#core/date-format.ts';
import { shownLanguage } from './i18n.ts';

/** "14:05" today, "20 Nov, 14:05" on another day, with the year if it differs. */
export function timeOfDay(at: number, now = Date.now()): string {
  const moment = new Date(at);
  const today = new Date(now);
  if (moment.toDateString() === today.toDateString()) return shownDate(at, 'time');
  const sameYear = moment.getFullYear() === today.getFullYear();
  return shownDate(at, sameYear ? 'dayAndTime' : 'dayOfYearAndTime');
}

/** A moment in the current language. */
export function shownDate(at: number, style: DateStyle): string {
  return formatDate(at, style, shownLanguage());
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The whole day since 1970-01-01 that a moment has on the user's own calendar. */
export function localDay(at: number): number {
  const moment = new Date(at);
  return Math.floor(Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / DAY_MS);
}
