/** What a user does to earn a badge, as a sentence. */
import type { BadgeName } from '#core/points/badges.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { amountText, boundOf } from './families.ts';

export function useBadgeGoal(): (badge: BadgeName) => string {
  const { t } = useTranslation('achievements');
  return (badge) => {
    const { family, tier } = badge;
    // Invited friends and days take a plural form; iRICH does not.
    if (family === 'chain') return t('goal.chain', { amount: amountText(family, boundOf(badge)) });
    const count = family === 'lev' ? tier : boundOf(badge);
    return t(`goal.${family}`, { count, amount: wholeNumber(count) });
  };
}
