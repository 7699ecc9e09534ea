/** R of the latest weeks as bars, those without trades empty. */
import type { WeekTally } from '#core/journal/summary.ts';
import { type Decimal, ZERO } from '#core/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { rText } from './record-r.ts';

export const WEEKS_SHOWN = 12;
const SLOT = 24;
const HALF = 40;
const BAR = 14;

export interface WeekChartProps {
  readonly weeks: readonly WeekTally[];
  /** Of the newest week. */
  readonly monday: number;
}

export function WeekChart({ weeks, monday }: WeekChartProps) {
  const { t } = useTranslation('history');
  const sums = Array.from({ length: WEEKS_SHOWN }, (_, index) => {
    const begins = monday - 7 * (WEEKS_SHOWN - 1 - index);
    return weeks.find((week) => week.monday === begins)?.sumOfR ?? ZERO;
  });
  const most = sums.reduce((most, r) => (r.abs().gt(most) ? r.abs() : most), ZERO);
  if (most.isZero()) return null;
  const width = WEEKS_SHOWN * SLOT;
  return (
    <svg
      className="journal-chart"
      viewBox={`0 0 ${width} ${2 * HALF}`}
      role="img"
      aria-label={t('journal.chart', { weeks: sums.map(rText).join(', ') })}
    >
      <line x1={0} x2={width} y1={HALF} y2={HALF} className="journal-zero" />
      {sums.map((r, index) => {
        const height = heightOf(r, most);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the place of a week is its identity
            key={index}
            className={r.gt(0) ? 'journal-gain' : 'journal-loss'}
            x={index * SLOT + (SLOT - BAR) / 2}
            y={r.gt(0) ? HALF - height : HALF}
            width={BAR}
            height={height}
            rx={2}
          />
        );
      })}
    </svg>
  );
}

/** Divided as decimals: the sums may be beyond what a number holds. */
function heightOf(r: Decimal, most: Decimal): number {
  return r.abs().div(most).toNumber() * (HALF - 2);
}
