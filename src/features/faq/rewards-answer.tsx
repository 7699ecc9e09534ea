/** How rewards work: the iRICH for each action, and the limits. */
import { pointsFull } from '#core/points/format.ts';
import { RULES_V1 } from '#core/points/rules.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { clockTime } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export function RewardsAnswer() {
  const { t } = useTranslation('faq');
  const { activityAward, friendRegistered, friendRegisteredPremium, checkInStep } = RULES_V1;
  const { activityPerDay, creditDivisor, checkInMaxLabel, oldestRecord } = RULES_V1;
  const points = (thousandths: number) => pointsFull(thousandths, shownLanguage());
  const share = `1/${creditDivisor}`;
  const rows = [
    [t('rewards.calculation'), points(activityAward)],
    [t('rewards.friend'), points(friendRegistered)],
    [t('rewards.premiumFriend'), points(friendRegisteredPremium)],
    [t('rewards.friendActivity'), share],
    [t('rewards.friendReferral'), share],
    [t('rewards.checkIn'), `${points(checkInStep)}–${points(checkInStep * checkInMaxLabel)}`],
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
        <li>{t('rewards.streak', { step: points(checkInStep), days: checkInMaxLabel })}</li>
        <li>{t('rewards.dayTurns', { time: clockTime(Math.floor(Date.now() / DAY_MS) * DAY_MS) })}</li>
        <li>{t('rewards.offline', { count: oldestRecord / DAY_MS })}</li>
        <li>{t('rewards.oneLevel')}</li>
      </ul>
    </>
  );
}
