/** A row's number as its table shows it. */
import { readOrZero, shownDigits } from '#core/numbers.ts';
import { shownNumber } from '#i18n/numbers.ts';

/** Up to eight decimals, in the current language. */
export function rowNumber(text: string): string {
  return shownNumber(shownDigits(readOrZero(text), 8));
}
