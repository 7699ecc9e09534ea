/** The balance in gold: short, in full on a tap, and by bucket. */
import { useEffect, useState } from 'react';
import { BUCKETS } from '#core/points/events.ts';
import { pointsFull, pointsShort } from '#core/points/format.ts';
import type { DeviceProfile } from '#data/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { useCountUp } from '#ui/use-count-up.ts';
import { totalOf } from './head.tsx';

const TOOLTIP_MS = 3000;

export function BalanceCard({ profile }: { readonly profile: DeviceProfile }) {
  const { t } = useTranslation('profile');
  const language = shownLanguage();
  const [isFull, setIsFull] = useState(false);
  const total = totalOf(profile);
  const shown = useCountUp(total);

  useEffect(() => {
    if (!isFull) return;
    const timer = setTimeout(() => setIsFull(false), TOOLTIP_MS);
    return () => clearTimeout(timer);
  }, [isFull]);

  return (
    <Card tone="rich" className="balance">
      <h2 className="balance-label">{t('balance')}</h2>
      <button
        type="button"
        className="balance-figure"
        data-award-target=""
        aria-describedby="balance-full"
        onClick={() => setIsFull(true)}
      >
        {pointsShort(shown, language)} <small>iRICH</small>
      </button>
      <p id="balance-full" className="balance-full" role="tooltip" hidden={!isFull}>
        {pointsFull(total, language)} iRICH
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
            <dd>{pointsShort(profile.points[bucket], language)}</dd>
          </div>
        ))}
      </dl>
      <p className="sub">{t('asOf', { time: timeOfDay(profile.asOf) })}</p>
    </Card>
  );
}
