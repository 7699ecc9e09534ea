/** A placeholder of the calendar's size while it is loading. */
import { useTranslation } from '#i18n/use-translation.ts';

export function CalendarSkeleton() {
  const { t } = useTranslation('calendar');
  return (
    <div className="calendar-skeleton" aria-busy="true">
      <span className="visually-hidden" role="status">
        {t('loading')}
      </span>
      <div className="card calendar-bone-fold" aria-hidden="true" />
      {[2, 3, 3].map((rows, day) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items differ only by position
        <div className="calendar-day" key={day} aria-hidden="true">
          <div className="calendar-heading">
            <span className="calendar-bone calendar-bone-heading" />
          </div>
          <div className="card calendar-card">
            <div className="calendar-zone">
              <span className="calendar-bone calendar-bone-zone" />
            </div>
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the items differ only by position
              <div className="calendar-summary" key={row}>
                <span className="calendar-bone calendar-bone-row" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
