/** A typed number as a table shows it. */
import { formatGrouped, readOrZero } from '#core/numbers.ts';

/** Up to eight decimals, in the form of the calculator's results. */
export function shownNumber(text: string): string {
  return formatGrouped(readOrZero(text), 8);
}
