/** The amount of the next claim, and its day in a row. */
import { Flame } from 'lucide-react';
import { pointsShort } from '#core/points/format.ts';
import { RULES_V1 } from '#core/points/rules.ts';
import { labelAfter } from '#core/points/streak.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';

export interface BonusProps {
  /** The server's values; absent while unknown, which only keeps the place. */
  readonly known?: {
    /** Days in a row up to today or yesterday. */
    readonly streak: number;
    /** Thousandths that the next claim pays. */
    readonly bonus: number;
    readonly isAvailable: boolean;
  };
}

/** Placeholder values of the same size. */
const NEW = { streak: 0, bonus: RULES_V1.checkInStep, isAvailable: true };

export function Bonus({ known }: BonusProps) {
  const { t } = useTranslation(['profile', 'common']);
  const { streak, bonus, isAvailable } = known ?? NEW;
  const day = labelAfter(streak);
  return (
    <div className="bonus" role="status" aria-busy={known === undefined}>
      <Flame className="check-in-flame" size={40} strokeWidth={1.75} aria-hidden="true" />
      {known === undefined && <span className="visually-hidden">{t('common:loading')}</span>}
      <div className={known === undefined ? 'bonus-what bonus-waits' : 'bonus-what'}>
        <p className="bonus-day">
          {isAvailable ? t('checkIn.day', { day }) : t('checkIn.tomorrow', { day })}
        </p>
        <p className="bonus-figure rich">
          {pointsShort(bonus, shownLanguage())} <small>iRICH</small>
        </p>
        <p className="sub">{streak > 0 ? t('checkIn.row', { count: streak }) : t('checkIn.none')}</p>
      </div>
    </div>
  );
}
