/** R as text. */
import { rDigits } from '#core/journal/r-multiple.ts';
import type { Decimal } from '#core/numbers.ts';
import { shownNumber } from '#i18n/numbers.ts';

/** "+2.4 R" in the current language. */
export function rText(r: Decimal): string {
  return `${shownNumber(rDigits(r))}\u00a0R`;
}

/** The class that tints R; it never stands without its sign. */
export function rTone(r: Decimal): 'gain' | 'loss' | undefined {
  if (rDigits(r) === '0') return undefined;
  return r.gt(0) ? 'gain' : 'loss';
}
