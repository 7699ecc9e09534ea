/** One event: time, name and volatility; expands to all its known figures. */
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { span } from '#i18n/span.ts';
import { shownDate } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { readPeriod } from './dates.ts';
import type { PlacedEvent } from './days.ts';
import { figureText, Reaction, Unknown, VolatilityMarks, VolatilityWord } from './figures.tsx';

export interface EventRowProps extends PlacedEvent {
  /** Milliseconds until it begins, if it is the next event. */
  readonly beginsIn: number | null;
}

export function EventRow({ event, at, isWholeDay, beginsIn }: EventRowProps) {
  const { t } = useTranslation('calendar');
  const { unit, volatility } = event;
  const shown =
    event.actual === null ? (['forecast', 'previous'] as const) : (['actual', 'forecast'] as const);
  const known = shown.flatMap((key) =>
    event[key] === null ? [] : t(`line.${key}`, { value: figureText(t, event[key], unit) }),
  );
  return (
    <details className="calendar-event">
      <summary className="calendar-summary">
        <span className="calendar-time">{isWholeDay ? t('allDay') : shownDate(at, 'time')}</span>
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
          <ChevronDown className="calendar-open" size={20} />
        </span>
      </summary>
      <dl className="calendar-figures">
        <Entry name={t('actual')}>{figure(event.actual)}</Entry>
        <Entry name={t('forecast')}>{figure(event.forecast)}</Entry>
        <Entry name={t('previous')}>{figure(event.previous)}</Entry>
        <Entry name={t('period')}>{event.period === null ? <Unknown /> : periodText(event.period)}</Entry>
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

  function figure(value: string | null): ReactNode {
    return value === null ? <Unknown /> : figureText(t, value, unit);
  }

  function periodText(text: string): string {
    const period = readPeriod(text);
    return period.type === 'month'
      ? period.name
      : t('quarter', { quarter: period.quarter, year: String(period.year) });
  }
}

function Entry({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
