/** Points, days and times as text. */
import { formatDate } from '#core/date-format.ts';
import { withoutEndZeros } from '#core/digits.ts';
import type { Language } from '#core/languages.ts';
import { formatNumber } from '#core/number-format.ts';

const DAY_MS = 86_400_000;

/** Thousandths of an iRICH, beyond exact numbers too: `1,234,567.8`. */
export function pointsText(thousandths: bigint, language: Language): string {
  const fraction = withoutEndZeros(String(thousandths % 1000n).padStart(3, '0'));
  return formatNumber(`${thousandths / 1000n}${fraction === '' ? '' : `.${fraction}`}`, language);
}

export function wholeText(count: number, language: Language): string {
  return formatNumber(String(count), language);
}

/** Both YYYY-MM-DD. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
}

/** How many days are missing after the newest one: each is due by noon (UTC) of the next. @param now milliseconds */
export function missingDays(newest: string, now: number): number {
  const due = new Date(now - 1.5 * DAY_MS).toISOString().slice(0, 10);
  return Math.max(0, daysBetween(newest, due));
}

/** By the reader's clock. @param time ISO 8601 */
export function momentText(time: string, language: Language): string {
  return formatDate(Date.parse(time), 'dayOfYearAndTime', language);
}

/** A day of the log as `21 Nov 2026`. It is a day of UTC, whatever the reader's time zone. @param day YYYY-MM-DD */
export function dayText(day: string, language: Language): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const noon = new Date(2000, 0, 1, 12);
  noon.setFullYear(year, month - 1, date);
  return formatDate(noon.getTime(), 'day', language);
}
