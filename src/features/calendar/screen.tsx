/** Economic events by day and zone, from the newest list on this device. */
import { useEffect, useMemo, useState } from 'react';
import type { Device, KeptCalendar, Refreshed } from '#device/model.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Screen } from '#ui/screen.tsx';
import { useLive } from '#ui/use-live.ts';
import { useNow } from '#ui/use-now.ts';
import { DayList } from './day-list.tsx';
import { calendarDays } from './days.ts';
import { CalendarSkeleton } from './skeleton.tsx';
import './calendar.css';

const MINUTE_MS = 60_000;

export function CalendarScreen({ device }: { readonly device: Device }) {
  const { t } = useTranslation('calendar');
  const now = useNow(MINUTE_MS);
  const kept = useLive(device.live.calendar);
  const { answer, isAsking, ask } = useRefresh(device, now);
  return (
    <Screen title={t('title')} subtitle={useAge(kept, answer === 'failed')}>
      {kept ? (
        <Events kept={kept} now={now} />
      ) : kept === null && answer !== null && answer !== 'ok' ? (
        <Notice
          tone="error"
          action={
            <Button small variant="quiet" busy={isAsking} onClick={ask}>
              {t('retry')}
            </Button>
          }
        >
          <p>{t('failed')}</p>
          <p className="sub">{answer === 'offline' ? t('offlineHint') : t('failedHint')}</p>
        </Notice>
      ) : (
        <CalendarSkeleton />
      )}
    </Screen>
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

/**
 * Refreshes when the screen opens, then each minute while it is visible, and when the network is back; the device
 * decides whether its copy is fresh enough.
 */
function useRefresh(device: Device, now: number) {
  const [answer, setAnswer] = useState<Refreshed | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const isOffline = useLive(device.live.sync)?.phase === 'offline';

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new minute or network state triggers a refresh
  useEffect(() => {
    if (document.visibilityState === 'hidden') return;
    let isGone = false;
    void device.refreshCalendar().then((answered) => {
      if (!isGone) setAnswer(answered);
    });
    return () => {
      isGone = true;
    };
  }, [device, now, isOffline]);

  async function ask(): Promise<void> {
    setIsAsking(true);
    setAnswer(await device.refreshCalendar());
    setIsAsking(false);
  }
  return { answer, isAsking, ask: () => void ask() };
}
