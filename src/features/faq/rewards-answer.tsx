/** How rewards work: the iRICH for each action, and the limits. */
import { DAY_MS } from '#core/points/days.ts';
import { CURRENT_RULES } from '#core/points/rules.ts';
import { pointsFull } from '#i18n/points.ts';
import { shownDate } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';

export function RewardsAnswer() {
  const { t } = useTranslation('faq');
  const { activityAward, friendRegistered, friendRegisteredPremium, checkInStep } = CURRENT_RULES;
  const { activityPerDay, creditDivisor, checkInMaxLabel, oldestRecord, freezes } = CURRENT_RULES;
  const share = `1/${creditDivisor}`;
  const rows = [
    [t('rewards.calculation'), pointsFull(activityAward)],
    [t('rewards.friend'), pointsFull(friendRegistered)],
    [t('rewards.premiumFriend'), pointsFull(friendRegisteredPremium)],
    [t('rewards.friendActivity'), share],
    [t('rewards.friendReferral'), share],
    [t('rewards.checkIn'), `${pointsFull(checkInStep)}–${pointsFull(checkInStep * checkInMaxLabel)}`],
  ] as const;
  return (
    <>
      <p>{t('rewards.what')}</p>
      <table className="faq-table">
        <thead>
          <tr>
            <th scope="col">{t('rewards.for')}</th>
            <th scope="col">iRICH</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([what, award]) => (
            <tr key={what}>
              <th scope="row">{what}</th>
              <td>{award}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul className="faq-points">
        <li>{t('rewards.perDay', { count: activityPerDay })}</li>
        <li>{t('rewards.streak', { step: pointsFull(checkInStep), days: checkInMaxLabel, ...freezes })}</li>
        <li>
          {t('rewards.dayTurns', { time: shownDate(Math.floor(Date.now() / DAY_MS) * DAY_MS, 'time') })}
        </li>
        <li>{t('rewards.offline', { count: oldestRecord / DAY_MS })}</li>
        <li>{t('rewards.oneLevel')}</li>
      </ul>
    </>
  );
}
