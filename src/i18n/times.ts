/** Moments and spans as text, in the language shown and on the user's own clock. */
import i18next from 'i18next';
import { shownLanguage } from './i18n.ts';

const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

/** "14:05" today, "20 Nov, 14:05" on another day, with the year where it differs. */
export function timeOfDay(at: number, now = Date.now()): string {
  const moment = new Date(at);
  const today = new Date(now);
  if (moment.toDateString() === today.toDateString()) return format(at, TIME);
  const sameYear = moment.getFullYear() === today.getFullYear();
  return format(at, { ...TIME, day: 'numeric', month: 'short', ...(sameYear ? {} : { year: 'numeric' }) });
}

/** "21 November 2026" */
export function dayOfYear(at: number): string {
  return format(at, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** "21 Nov 2026", "21.11.2026": a day where there is little room. */
export function shortDay(at: number): string {
  const month = shownLanguage() === 'ru' ? '2-digit' : 'short';
  return format(at, { day: '2-digit', month, year: 'numeric' });
}

/** "14:05", whatever the day. */
export function clockTime(at: number): string {
  return format(at, TIME);
}

/** "5 h 12 min", "12 min"; a started minute counts whole. */
export function span(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const parts = [
    minutes >= 60 ? i18next.t('hours', { count: Math.floor(minutes / 60) }) : null,
    minutes % 60 > 0 ? i18next.t('minutes', { count: minutes % 60 }) : null,
  ];
  return parts.filter(Boolean).join(' ');
}

function format(at: number, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(locale(), options).format(at);
}

/** The locale of the language shown, for Intl. */
export function locale(): string {
  return shownLanguage() === 'ru' ? 'ru-RU' : 'en-GB';
}
