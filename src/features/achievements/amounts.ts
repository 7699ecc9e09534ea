/** Amounts of a badge family as text. */
import type { BadgeFamily } from '#core/points/badges.ts';
import { pointsShort } from '#core/points/format.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { wholeNumber } from '#i18n/numbers.ts';

/** Without its unit: "12.5K" of points, "1,204" of anything else. */
export function amountText(family: BadgeFamily, amount: number): string {
  return family === 'chain' || family === 'lev' ? pointsShort(amount, shownLanguage()) : wholeNumber(amount);
}
