/** The next event that moves prices strongly, with a countdown and a reminder; it opens the calendar. */
import { Link } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { formatNearDay } from '#core/date-format.ts';
import { useDevice } from '#device/device-context.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { span } from '#i18n/span.ts';
import { shownDate } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { RowContent } from '#ui/row.tsx';
import { useLive } from '#ui/use-live.ts';
import { useNow } from '#ui/use-now.ts';
import { useSyncProblem } from '#ui/use-sync-problem.ts';
import { daysUntil, nextStrongEvent, type PlacedEvent } from './days.ts';
import { VolatilityMarks } from './figures.tsx';
import { isRemindable, ReminderButton } from './reminder-button.tsx';
import { useEventReminders } from './use-event-reminders.ts';
import { ZONE_LETTERS } from './zone-letters.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Nothing until it is known whether there are events. */
export function NextEventRow() {
  const device = useDevice();
  const { t } = useTranslation('calendar');
  const now = useNow(MINUTE_MS);
  const kept = useLive(device.live.calendar);
  const problem = useSyncProblem(useLive(device.live.sync)?.phase);
  const events = kept?.calendar.events;
  const next = useMemo(() => (events === undefined ? null : nextStrongEvent(events, now)), [events, now]);
  if (kept === undefined || (kept === null && problem === null)) return null;
  const hasBell = next !== null && isRemindable(next, now);
  const row = (
    <Link to="/calendar" className="row">
      <RowContent
        icon={<CalendarClock />}
        label={next === null ? t('title') : t(`kind.${next.event.name}`)}
        detail={detail()}
        value={
          next === null ? undefined : (
            <>
              <span className="visually-hidden">{t('volatilityIs', { level: t('level.high') })}</span>
              <VolatilityMarks volatility="high" />
            </>
          )
        }
        // The bell takes the place of the arrow.
        leads={!hasBell}
      />
    </Link>
  );
  if (!hasBell) return row;
  return (
    <div className="next-event">
      {row}
      <Reminder event={next.event} />
    </div>
  );

  function detail(): ReactNode {
    if (!kept) return t('next.missing');
    if (next === null) return t('next.none');
    const { zone } = next.event;
    return (
      <>
        {kept.calendar.sample && `${t('next.sample')} · `}
        <span aria-hidden="true">{ZONE_LETTERS[zone]}</span>
        <span className="visually-hidden">{t(`zone.${zone}`)}</span> · {whenText(next.at)}
      </>
    );
  }

  function whenText(at: number): string {
    if (at - now < DAY_MS) return t('in', { span: span(at - now) });
    return `${formatNearDay(daysUntil(at, now), shownLanguage())}, ${shownDate(at, 'time')}`;
  }
}

function Reminder({ event }: Pick<PlacedEvent, 'event'>) {
  return <ReminderButton event={event} reminders={useEventReminders()} small />;
}
