/** R of the latest weeks as bars, those without trades empty. */
import type { WeekTally } from '#core/journal/summary.ts';
import { type Decimal, ZERO } from '#core/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { rText } from './record-r.ts';

export const WEEKS_SHOWN = 12;
const SLOT = 24;
const HEIGHT = 72;
/** Above and below the bars. */
const GAP = 2;
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
  const highest = sums.reduce((most, r) => (r.gt(most) ? r : most), ZERO);
  const lowest = sums.reduce((least, r) => (r.lt(least) ? r : least), ZERO);
  const range = highest.minus(lowest);
  if (range.isZero()) return null;
  const zero = GAP + heightOf(highest, range);
  const width = WEEKS_SHOWN * SLOT;
  return (
    <svg
      className="journal-chart"
      viewBox={`0 0 ${width} ${HEIGHT + 2 * GAP}`}
      role="img"
      aria-label={t('journal.chart', { weeks: sums.map(rText).join(', ') })}
    >
      <line x1={0} x2={width} y1={zero} y2={zero} className="journal-zero" />
      {sums.map((r, index) => {
        const height = heightOf(r, range);
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the place of a week is its identity
            key={index}
            className={r.gt(0) ? 'journal-gain' : 'journal-loss'}
            x={index * SLOT + (SLOT - BAR) / 2}
            y={r.gt(0) ? zero - height : zero}
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
function heightOf(r: Decimal, range: Decimal): number {
  return r.abs().div(range).toNumber() * HEIGHT;
}
