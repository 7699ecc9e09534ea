/** The age of the figures, and why newer ones are missing. Same size with any text. */
import { RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import type { KeptMarket, Refreshed } from '#device/model.ts';
import { shownDate, timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { classNames } from '#ui/class-names.ts';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';

export interface WhenProps {
  /** Null if there never was one. */
  readonly market: KeptMarket | null;
  /** Older than it should be. */
  readonly isOld: boolean;
  readonly isOffline: boolean;
  refresh(): Promise<Refreshed>;
}

export function When({ market, isOld, isOffline, refresh }: WhenProps) {
  const { t } = useTranslation('market');
  const { haptic } = useHost();
  const stateId = useId();
  const once = useOneAtATime();
  const [isAsking, setIsAsking] = useState(false);
  const canAsk = market === null || isOld;

  const ask = () =>
    once(async () => {
      setIsAsking(true);
      const outcome = await refresh();
      setIsAsking(false);
      haptic(outcome === 'ok' ? 'success' : 'error');
    });

  return (
    <div className="market-when">
      <div>
        {market !== null && <Moment at={Date.parse(market.overview.date)} />}
        <p
          id={stateId}
          className={classNames('sub', (market === null || market.overview.stale) && 'warn')}
          role="status"
        >
          {stateText()}
        </p>
      </div>
      {canAsk && (
        <button
          type="button"
          className="market-ask"
          aria-label={t('ask')}
          aria-describedby={stateId}
          aria-busy={isAsking || undefined}
          onClick={() => void ask()}
        >
          <RotateCw size={20} />
        </button>
      )}
    </div>
  );

  function stateText(): string {
    if (market === null) return isOffline ? t('never') : t('neverOnline');
    const { asOf, overview } = market;
    if (overview.stale) return t('stale', { time: timeOfDay(Date.parse(overview.date)) });
    const time = timeOfDay(asOf);
    if (!isOld) return t('updated', { time });
    return isOffline ? t('offline', { time }) : t('old', { time });
  }
}

function Moment({ at }: { readonly at: number }) {
  return (
    <p className="market-date">
      <time dateTime={new Date(at).toISOString()}>
        {shownDate(at, 'day')}, {shownDate(at, 'time')}
      </time>
    </p>
  );
}
