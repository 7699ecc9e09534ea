/** Asks the bot to write 15 minutes before an event, and takes that back: a bell on Home, with words in the calendar. */
import { Bell, BellRing } from 'lucide-react';
import { useId, useState } from 'react';
import type { CalendarEvent } from '#core/contract/calendar.ts';
import { canRemindOf } from '#core/event-reminder.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { classNames } from '#ui/class-names.ts';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import type { PlacedEvent } from './days.ts';
import type { EventReminders } from './use-event-reminders.ts';
import './reminder.css';

/** The bot reminds of strong events, as long as there is time. */
export function isRemindable({ event, at, isWholeDay }: PlacedEvent, now: number): boolean {
  return event.volatility === 'high' && !isWholeDay && canRemindOf(at, now);
}

export interface ReminderButtonProps {
  readonly event: CalendarEvent;
  readonly reminders: EventReminders;
  /** Only the bell is visible. */
  readonly small?: boolean;
}

export function ReminderButton({ event, reminders, small }: ReminderButtonProps) {
  const { t } = useTranslation('calendar');
  const once = useOneAtATime();
  const noteId = useId();
  const [isBusy, setIsBusy] = useState(false);
  const { isOffline, isMute, change } = reminders;
  const isOn = reminders.isOn(event.id);
  const note = isOffline ? t('remind.offline') : isOn && isMute ? t('remind.mute') : null;

  const press = async () => {
    setIsBusy(true);
    await change(event.id, !isOn);
    setIsBusy(false);
  };
  return (
    <span className={classNames('reminder', small && 'reminder-small')}>
      <button
        type="button"
        className="reminder-button"
        aria-pressed={isOn}
        aria-label={t('remind.of', { event: t(`kind.${event.name}`) })}
        aria-describedby={note === null ? undefined : noteId}
        aria-busy={isBusy || undefined}
        disabled={isOffline}
        onClick={() => void once(press)}
      >
        {isOn ? <BellRing size={20} /> : <Bell size={20} />}
        {!small && <span aria-hidden="true">{t('remind.name')}</span>}
      </button>
      {note !== null && (
        <span id={noteId} className={small ? 'visually-hidden' : 'reminder-note'}>
          {note}
        </span>
      )}
    </span>
  );
}
