/** The days of the calendar: today first, past days collapsed. */
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { dayName, nearDay } from './dates.ts';
import type { CalendarDay, CalendarDays, PlacedEvent } from './days.ts';
import { EventRow } from './event-row.tsx';
import { isRemindable, ReminderButton } from './reminder-button.tsx';
import { type EventReminders, useEventReminders } from './use-event-reminders.ts';
import { ZONE_LETTERS } from './zone-letters.ts';

interface Looked {
  readonly now: number;
  readonly next: PlacedEvent | null;
  readonly reminders: EventReminders;
}

export function DayList({ days, now }: { readonly days: CalendarDays; readonly now: number }) {
  const { t } = useTranslation('calendar');
  const reminders = useEventReminders();
  const looked = { now, next: days.next, reminders };
  const count = days.earlier.reduce(
    (sum, { zones }) => sum + zones.reduce((inDay, { events }) => inDay + events.length, 0),
    0,
  );
  return (
    <>
      {count > 0 && (
        <Disclosure title={t('earlier', { count })}>
          <div className="calendar-earlier">
            {days.earlier.map((day) => (
              <Day key={day.begins} day={day} isInside {...looked} />
            ))}
          </div>
        </Disclosure>
      )}
      {days.coming.map((day) => (
        <Day key={day.begins} day={day} {...looked} />
      ))}
    </>
  );
}

interface DayProps extends Looked {
  readonly day: CalendarDay;
  /** It is already inside a card. */
  readonly isInside?: boolean;
}

function Day({ day, isInside, now, next, reminders }: DayProps) {
  const { t } = useTranslation('calendar');
  const near = nearDay(day.begins, now);
  const id = `day-${day.begins}`;
  return (
    <section className="calendar-day" aria-labelledby={id}>
      <h2 id={id} className="calendar-heading">
        {near !== null && <span className="calendar-near">{near}</span>} {dayName(day.begins, now)}
      </h2>
      {day.zones.length === 0 && (
        <Card>
          <p className="calendar-none">{t('noneToday')}</p>
        </Card>
      )}
      {day.zones.map(({ zone, events }) => (
        <div key={zone} className={isInside ? undefined : 'card calendar-card'}>
          <h3 className="calendar-zone">
            <span className="calendar-plate" aria-hidden="true">
              {ZONE_LETTERS[zone]}
            </span>
            {t(`zone.${zone}`)}
          </h3>
          <ul>
            {events.map((placed) => (
              <li key={placed.event.id}>
                <EventRow {...placed} beginsIn={placed === next ? placed.at - now : null} />
                {isRemindable(placed, now) && <ReminderButton event={placed.event} reminders={reminders} />}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
