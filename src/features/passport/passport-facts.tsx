/** What a passport proves, and what it does not. */
import { levelOf } from '#core/points/levels.ts';
import type { Passport } from '#device/proof-model.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { shownDay, shownSum } from '#i18n/published-figures.ts';
import { levelNameKey } from '#i18n/reward-names.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import './passport.css';

export interface PassportFactsProps {
  readonly passport: Passport;
}

export function PassportFacts({ passport }: PassportFactsProps) {
  const { t } = useTranslation(['passport', 'levels']);
  const { total, day, users, witnesses } = passport;
  // Corrections never lower a level, so a total gives the least one.
  const level = levelOf(Number(total));
  return (
    <div className="passport-facts">
      <p className="passport-total">
        <span className="passport-figure rich">{shownSum(total)} iRICH</span>
        <span className="sub">{t('proven.day', { day: shownDay(day) })}</span>
      </p>
      <dl className="passport-list">
        <dt>{t('proven.level')}</dt>
        <dd>{t('proven.least', { level, name: t(levelNameKey(level)) })}</dd>
        <dt>{t('proven.users')}</dt>
        <dd>{wholeNumber(users)}</dd>
        <dt>{t('proven.witnesses')}</dt>
        <dd>{witnesses.length === 0 ? t('proven.nobody') : witnesses.join(', ')}</dd>
        <dt>{t('unproven.title')}</dt>
        <dd>{t('unproven.what')}</dd>
      </dl>
      <p className="sub">{t('unproven.copy')}</p>
    </div>
  );
}
