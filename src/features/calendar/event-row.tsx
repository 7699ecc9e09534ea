/** One event: time, name and volatility; expands to all its known figures. */
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { clockTime, span } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { readPeriod } from './dates.ts';
import type { PlacedEvent } from './days.ts';
import { Figure, figureText, Reaction, VolatilityMarks, VolatilityWord } from './figures.tsx';

export interface EventRowProps extends PlacedEvent {
  /** Milliseconds until it begins, if it is the next event. */
  readonly beginsIn: number | null;
}

export function EventRow({ event, at, isWholeDay, beginsIn }: EventRowProps) {
  const { t } = useTranslation('calendar');
  const { unit, actual, forecast, previous, volatility } = event;
  const known = (
    actual === null
      ? ([
          ['forecast', forecast],
          ['previous', previous],
        ] as const)
      : ([
          ['actual', actual],
          ['forecast', forecast],
        ] as const)
  ).flatMap(([key, value]) =>
    value === null ? [] : t(`line.${key}`, { value: figureText(t, value, unit) }),
  );
  const period = usePeriod(event.period);
  return (
    <details className="calendar-event">
      <summary className="calendar-summary">
        <span className="calendar-time">{isWholeDay ? t('allDay') : clockTime(at)}</span>
        <span className="calendar-what">
          <span className="calendar-name">{t(`kind.${event.name}`)}</span>
          {beginsIn !== null && <span className="calendar-next">{t('in', { span: span(beginsIn) })}</span>}
          {known.length > 0 && <span className="calendar-line">{known.join(' · ')}</span>}
        </span>
        <span className="calendar-end">
          {volatility !== null && (
            <>
              <span className="visually-hidden">
                {t('volatilityIs', { level: t(`level.${volatility}`) })}
              </span>
              <VolatilityMarks volatility={volatility} />
            </>
          )}
          <ChevronDown className="calendar-open" size={20} strokeWidth={1.75} aria-hidden="true" />
        </span>
      </summary>
      <dl className="calendar-figures">
        <Entry name={t('actual')}>
          <Figure value={actual} unit={unit} />
        </Entry>
        <Entry name={t('forecast')}>
          <Figure value={forecast} unit={unit} />
        </Entry>
        <Entry name={t('previous')}>
          <Figure value={previous} unit={unit} />
        </Entry>
        <Entry name={t('period')}>{period ?? <Figure value={null} unit={null} />}</Entry>
        <Entry name={t('volatility')}>
          <VolatilityWord volatility={volatility} />
        </Entry>
        <Entry name={t('ethVolatility')}>
          <VolatilityWord volatility={event.ethVolatility} />
        </Entry>
        <Entry name={t('btcReaction')}>
          <Reaction text={event.btcReaction} />
        </Entry>
        <Entry name={t('ethReaction')}>
          <Reaction text={event.ethReaction} />
        </Entry>
      </dl>
    </details>
  );
}

function Entry({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function usePeriod(text: string | null): string | null {
  const { t } = useTranslation('calendar');
  if (text === null) return null;
  const period = readPeriod(text);
  return period.type === 'month'
    ? period.name
    : t('quarter', { quarter: period.quarter, year: String(period.year) });
}
