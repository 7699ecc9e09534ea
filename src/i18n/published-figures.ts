/** Days and sums of the published totals as text, in the current language. */
import { shownNumber } from './numbers.ts';
import { shownDate } from './times.ts';

/** @param day UTC, YYYY-MM-DD; shown as that day in every time zone. */
export function shownDay(day: string): string {
  return shownDate(new Date(`${day}T12:00`).getTime(), 'day');
}

/** @param thousandths canonical decimal of any length */
export function shownSum(thousandths: string): string {
  const digits = thousandths.padStart(4, '0');
  const [whole, rest] = [digits.slice(0, -3), digits.slice(-3)];
  const fraction =
    rest === '000' ? '' : rest.endsWith('00') ? rest[0] : rest.endsWith('0') ? rest.slice(0, 2) : rest;
  return shownNumber(fraction === '' ? whole : `${whole}.${fraction}`);
}
