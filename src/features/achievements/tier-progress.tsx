/**
 * The way from one tier to the next: a bar with both bounds at its ends, and what the user has between them. Screen
 * readers get a sentence.
 */
import type { BadgeName } from '#core/points/badges.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Progress } from './badge-tile.tsx';
import { amountText, boundOf, fractionOf, startOf } from './families.ts';

export interface TierProgressProps {
  readonly badge: BadgeName;
  /** In the units of the bounds. */
  readonly current: number;
}

export function TierProgress({ badge, current }: TierProgressProps) {
  const { t } = useTranslation('achievements');
  const { family } = badge;
  const amount = amountText(family, current);
  const bound = amountText(family, boundOf(badge));
  return (
    <span className="tier-progress">
      <span className="visually-hidden">{t('progress', { current: amount, bound })}</span>
      <Progress fraction={fractionOf(current, badge)} />
      <span className="tier-ends" aria-hidden="true">
        <span>{amountText(family, startOf(current, badge))}</span>
        <span>{t(`have.${family}`, { count: current, amount })}</span>
        <span>{bound}</span>
      </span>
    </span>
  );
}
