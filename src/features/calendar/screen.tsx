/** Economic events by day and zone, from the newest list on this device. */
import { useCallback, useMemo } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { KeptCalendar } from '#device/model.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Notice } from '#ui/notice.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { useFresh } from '#ui/use-fresh.ts';
import { useLive } from '#ui/use-live.ts';
import { useNow } from '#ui/use-now.ts';
import { DayList } from './day-list.tsx';
import { calendarDays } from './days.ts';
import { CalendarSkeleton } from './skeleton.tsx';
import './calendar.css';

const MINUTE_MS = 60_000;

export function Screen() {
  const device = useDevice();
  const { t } = useTranslation('calendar');
  const now = useNow(MINUTE_MS);
  const kept = useLive(device.live.calendar);
  const isOffline = useLive(device.live.sync)?.phase === 'offline';
  const refresh = useCallback(() => device.refreshCalendar(), [device]);
  const { outcome, isAsking, ask } = useFresh({ refresh, everyMs: MINUTE_MS, again: isOffline });
  return (
    <ScreenLayout subtitle={useAge(kept, outcome === 'failed')}>
      {kept ? (
        <Events kept={kept} now={now} />
      ) : kept === null && outcome !== null && outcome !== 'ok' ? (
        <Notice
          tone="error"
          buttons={[{ label: t('retry'), onPress: ask, variant: 'quiet', busy: isAsking }]}
        >
          <p>{t('failed')}</p>
          <p className="sub">{outcome === 'offline' ? t('offlineHint') : t('failedHint')}</p>
        </Notice>
      ) : (
        <CalendarSkeleton />
      )}
    </ScreenLayout>
  );
}

function Events({ kept, now }: { readonly kept: KeptCalendar; readonly now: number }) {
  const { t } = useTranslation('calendar');
  const { events, sample } = kept.calendar;
  const days = useMemo(() => calendarDays(events, now), [events, now]);
  if (events.length === 0) {
    return (
      <Notice>
        <p>{t('empty')}</p>
        <p className="sub">{t('emptyHint')}</p>
      </Notice>
    );
  }
  return (
    <>
      <DayList days={days} now={now} />
      <Notice tone={sample ? 'warn' : 'info'}>
        {sample && <p>{t('sampleNotice')}</p>}
        <p className="sub">{t('disclaimer')}</p>
      </Notice>
    </>
  );
}

/** The age of the list, in one line that has the same height while loading. */
function useAge(kept: KeptCalendar | null | undefined, failed: boolean): string {
  const { t } = useTranslation('calendar');
  if (!kept) return t('intro');
  const { date, sample, stale } = kept.calendar;
  const time = timeOfDay(Date.parse(date));
  if (sample) return t('sampleAsOf', { time });
  return stale || failed ? t('oldAsOf', { time }) : t('asOf', { time });
}
