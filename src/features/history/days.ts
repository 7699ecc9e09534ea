/** Days as the history names them. */
import { formatNearDay } from '#core/date-format.ts';
import type { DeviceRecord } from '#device/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { shownDate } from '#i18n/times.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The whole day since 1970-01-01 that a moment has on the user's own calendar. */
export function localDay(at: number): number {
  const moment = new Date(at);
  return Math.floor(Date.UTC(moment.getFullYear(), moment.getMonth(), moment.getDate()) / DAY_MS);
}

/**
 * For each record that begins a day, newest first, the name of that day; null for the others.
 * @param today as of `localDay`
 */
export function dayTitles(records: readonly DeviceRecord[], today: number): readonly (string | null)[] {
  let last: number | null = null;
  return records.map(({ occurredAt }) => {
    const day = localDay(occurredAt);
    if (day === last) return null;
    last = day;
    return dayTitle(occurredAt, day, today);
  });
}

function dayTitle(at: number, day: number, today: number): string {
  if (day === today || day === today - 1) return capital(formatNearDay(day - today, shownLanguage()));
  const isThisYear = new Date(at).getFullYear() === yearOf(today);
  return capital(shownDate(at, isThisYear ? 'weekday' : 'weekdayOfYear'));
}

/** A day of the user's calendar, such as the Monday of a week. */
export function shownDay(day: number): string {
  const { year, month, date } = partsOf(day);
  return shownDate(new Date(year, month, date).getTime(), 'day');
}

function yearOf(day: number): number {
  return partsOf(day).year;
}

function partsOf(day: number) {
  const moment = new Date(day * DAY_MS);
  return { year: moment.getUTCFullYear(), month: moment.getUTCMonth(), date: moment.getUTCDate() };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
