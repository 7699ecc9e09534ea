/** The balance in gold: short, in full on a tap, and by bucket. */
import { useState } from 'react';
import { BUCKETS } from '#core/points/events.ts';
import { totalOf } from '#core/points/levels.ts';
import type { DeviceProfile } from '#device/model.ts';
import { pointsFull, pointsShort } from '#i18n/points.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Card } from '#ui/card.tsx';
import { useTimeout } from '#ui/use-timeout.ts';
import { useCountUp } from './reward-motion.ts';
import '#ui/flash.css';

const TOOLTIP_MS = 3000;

export function BalanceCard({ profile }: { readonly profile: DeviceProfile }) {
  const { t } = useTranslation('profile');
  const host = useHost();
  /** Counts the taps that asked for all digits; 0 once they have been shown long enough. */
  const [asked, setAsked] = useState(0);
  const total = totalOf(profile.points);
  const { shown, growths } = useCountUp(total);
  useTimeout(asked, TOOLTIP_MS, () => setAsked(0));

  return (
    <Card className="card-rich balance">
      <h2 className="balance-label">{t('balance')}</h2>
      <button
        type="button"
        className="balance-figure"
        data-award-target=""
        onClick={() => {
          host.haptic('impact');
          setAsked((before) => before + 1);
        }}
      >
        <span key={growths} className={growths > 0 ? 'flash flash-rich' : undefined}>
          {pointsShort(shown)} <small>iRICH</small>
        </span>
        <span className="visually-hidden">{t('balanceInFull')}</span>
      </button>
      <p className="balance-full" role="status">
        {asked > 0 && <span>{pointsFull(total)} iRICH</span>}
      </p>
      <div className="balance-bar" aria-hidden="true">
        {BUCKETS.map((bucket, i) => (
          <span
            key={bucket}
            style={{ flexGrow: Math.max(0, profile.points[bucket]), background: `var(--rich-${i + 1})` }}
            hidden={profile.points[bucket] <= 0}
          />
        ))}
      </div>
      <dl className="balance-parts">
        {BUCKETS.map((bucket, i) => (
          <div key={bucket}>
            <dt>
              <span
                className="balance-dot"
                style={{ background: `var(--rich-${i + 1})` }}
                aria-hidden="true"
              />
              {t(`bucket.${bucket}`)}
            </dt>
            <dd>{pointsShort(profile.points[bucket])}</dd>
          </div>
        ))}
      </dl>
      <p className="sub">{t('asOf', { time: timeOfDay(profile.asOf) })}</p>
    </Card>
  );
}
