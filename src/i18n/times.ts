/** Times and durations as text, in the current language and by the user's own clock. */
import i18next from 'i18next';
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

/** "5 h 12 min", "12 min"; rounds up to whole minutes. */
export function span(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const parts = [
    minutes >= 60 ? i18next.t('hours', { count: Math.floor(minutes / 60) }) : null,
    minutes % 60 > 0 ? i18next.t('minutes', { count: minutes % 60 }) : null,
  ];
  return parts.filter(Boolean).join(' ');
}

/** A moment in the current language. */
export function shownDate(at: number, style: DateStyle): string {
  return formatDate(at, style, shownLanguage());
}
