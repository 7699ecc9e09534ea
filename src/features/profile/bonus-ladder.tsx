/** What each day in a row pays: the days behind the user, the one that is due, and those to come. */
import { Check } from 'lucide-react';
import { CURRENT_RULES } from '#core/points/rules.ts';
import { pointsShort } from '#i18n/points.ts';
import { useTranslation } from '#i18n/use-translation.ts';

const { checkInStep, checkInMaxLabel } = CURRENT_RULES;
const DAYS = Array.from({ length: checkInMaxLabel }, (_, index) => index + 1);

/** @param props.due the day in a row of the next claim, 1 to 10; null while unknown. */
export function BonusLadder({ due }: { readonly due: number | null }) {
  const { t } = useTranslation('profile');
  return (
    <ol className="ladder" aria-label={t('checkIn.ladder')}>
      {DAYS.map((day) => {
        const isDone = due !== null && day < due;
        return (
          <li
            key={day}
            className={isDone ? 'ladder-day ladder-done' : 'ladder-day'}
            aria-current={day === due ? 'step' : undefined}
          >
            {isDone && <Check size={14} strokeWidth={3} role="img" aria-label={t('checkIn.done')} />}
            {pointsShort(checkInStep * day)}
          </li>
        );
      })}
    </ol>
  );
}
