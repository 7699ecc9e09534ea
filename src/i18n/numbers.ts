/** Numbers as text in the current language. */
import { formatNumber, formatNumbers } from '#core/number-format.ts';
import { shownLanguage } from './i18n.ts';

/** Plain digits in the current language: "94,712.35", "94 712,35". A ratio stays as it is. */
export function shownNumber(plain: string): string {
  return formatNumber(plain, shownLanguage());
}

/** Formats every text of a record with `shownNumber`. */
export function shownNumbers<Name extends string>(
  plain: Readonly<Record<Name, string>>,
): Record<Name, string> {
  return formatNumbers(plain, shownLanguage());
}

/** A whole number: "1,204", "1 204". */
export function wholeNumber(count: number): string {
  return shownNumber(String(count));
}
