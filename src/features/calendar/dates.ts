/** Days, months and quarters as the calendar names them. */
import { formatNearDay } from '#core/date-format.ts';
import { LANGUAGES } from '#core/languages.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { shownDate } from '#i18n/times.ts';
import { daysUntil } from './days.ts';

/** 'Today', 'Tomorrow', 'Yesterday'; null for any other day. */
export function nearDay(begins: number, now: number): string | null {
  const away = daysUntil(begins, now);
  if (Math.abs(away) > 1) return null;
  return capital(formatNearDay(away, shownLanguage()));
}

/** 'Saturday 21 November', with the year if it differs. */
export function dayName(begins: number, now: number): string {
  const sameYear = new Date(begins).getFullYear() === new Date(now).getFullYear();
  return capital(shownDate(begins, sameYear ? 'weekday' : 'weekdayOfYear'));
}

export type Period =
  | { readonly type: 'month'; readonly name: string }
  | { readonly type: 'quarter'; readonly quarter: number; readonly year: number };

/** '2026-10' is the month 'October 2026', '2026-Q3' a quarter. */
export function readPeriod(text: string): Period {
  const [year = 0, part = ''] = [Number(text.slice(0, 4)), text.slice(5)];
  if (part.startsWith('Q')) return { type: 'quarter', quarter: Number(part.slice(1)), year };
  const name = shownDate(new Date(year, Number(part) - 1, 1).getTime(), 'month');
  return { type: 'month', name };
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(LANGUAGES[shownLanguage()].locale) + text.slice(1);
}
