/** Figures, reactions and volatility of one event. Unknown values show a dash. */
import type { TFunction } from 'i18next';
import type { CalendarEvent, Volatility } from '#core/contract/calendar.ts';
import { shownNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { classNames } from '#ui/class-names.ts';
import './marks.css';

/** "2.9 %", "221K": with the decimal sign of the current language and a true minus; zero has no minus. */
export function figureText(t: TFunction<'calendar'>, value: string, unit: CalendarEvent['unit']): string {
  const digits = shownNumber(value.replace(/^-/, /[1-9]/.test(value) ? '\u2212' : ''));
  return unit === null ? digits : t(`unit.${unit}`, { value: digits });
}

/** The price change, percent; gain and loss never differ by colour alone. */
export function Reaction({ text }: { readonly text: string | null }) {
  const { t } = useTranslation('calendar');
  if (text === null) return <Unknown />;
  const shown = t('unit.percent', { value: shownNumber(text.slice(1)) });
  if (!/[1-9]/.test(text)) return <>{shown}</>;
  const isGain = text.startsWith('+');
  return (
    <span className={isGain ? 'gain' : 'loss'}>
      <span aria-hidden="true">{isGain ? '▲ ' : '▼ '}</span>
      <span className="visually-hidden">{isGain ? t('up') : t('down')} </span>
      {shown}
    </span>
  );
}

const MARKS = { low: 1, medium: 2, high: 3 } as const satisfies Record<Volatility, number>;

/** One, two or three marks, beside words or instead of them. */
export function VolatilityMarks({ volatility }: { readonly volatility: Volatility }) {
  return (
    <span className={classNames('calendar-marks', `calendar-marks-${volatility}`)} aria-hidden="true">
      {[1, 2, 3].map((mark) => (
        <span key={mark} className={mark <= MARKS[volatility] ? 'calendar-mark-on' : undefined} />
      ))}
    </span>
  );
}

export function VolatilityWord({ volatility }: { readonly volatility: Volatility | null }) {
  const { t } = useTranslation('calendar');
  if (volatility === null) return <Unknown />;
  return (
    <span className="calendar-word">
      <VolatilityMarks volatility={volatility} />
      {t(`level.${volatility}`)}
    </span>
  );
}

export function Unknown() {
  const { t } = useTranslation('calendar');
  return (
    <>
      <span aria-hidden="true">—</span>
      <span className="visually-hidden">{t('unknown')}</span>
    </>
  );
}
