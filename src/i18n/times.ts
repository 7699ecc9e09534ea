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
