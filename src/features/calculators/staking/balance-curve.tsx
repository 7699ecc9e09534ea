/** The balance over the days: the warm-up is shaded, and the day under the finger is read out. */
import { type PointerEvent, useMemo, useState } from 'react';
import { displayStakingRow, type StakingInput, type StakingResult } from '#core/calculators/staking.ts';
import { readOrZero } from '#core/numbers.ts';
import { shownNumber, shownNumbers, wholeNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { scale } from '../shared/layout.ts';
import { Picture } from '../shared/picture.tsx';
import { curvePoints } from './curve-points.ts';
import './staking.css';

const HEIGHT = 132;
const TOP = 10;
const BOTTOM = HEIGHT - 18;
const EDGE = 4;

export interface BalanceCurveProps {
  readonly input: StakingInput;
  readonly result: StakingResult;
}

export function BalanceCurve({ input, result }: BalanceCurveProps) {
  const { t } = useTranslation('calculators');
  const { rows, display } = result;
  const [day, setDay] = useState<number | null>(null);
  const points = useMemo(() => curvePoints(result), [result]);
  const touched = day === null ? undefined : rows.between(day, day)[0];
  const amount = readOrZero(input.depositAmount).toNumber();
  const most = Math.max(amount, ...points.map(({ balance }) => balance));
  const warmUp = Math.min(rows.length, readOrZero(input.warmUpDays).trunc().toNumber());

  const read = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = scale(box.left + EDGE, box.right - EDGE, 0, rows.length)(event.clientX);
    setDay(Math.max(1, Math.min(rows.length, Math.round(at))));
  };

  const label = [
    t('curve.label', {
      days: wholeNumber(rows.length),
      amount: shownNumber(input.depositAmount),
      balance: shownNumber(display.finalBalance),
    }),
    warmUp > 0 ? t('curve.warmUp', { count: warmUp }) : null,
  ];
  return (
    <div className="curve" onPointerDown={read} onPointerMove={read} onPointerLeave={() => setDay(null)}>
      <Picture height={HEIGHT} label={label.filter(Boolean).join(' ')}>
        {(width) => {
          const x = scale(0, rows.length, EDGE, width - EDGE);
          const y = scale(amount, most, BOTTOM, TOP);
          const line = points.map(({ day: at, balance }) => `${round(x(at))} ${round(y(balance))}`).join('L');
          return (
            <>
              {warmUp > 0 && (
                <rect
                  className="curve-warm-up"
                  x={x(0)}
                  y={TOP}
                  width={x(warmUp) - x(0)}
                  height={BOTTOM - TOP}
                />
              )}
              <path className="curve-area" d={`M${line}L${round(x(rows.length))} ${BOTTOM}H${x(0)}Z`} />
              <path className="curve-line" d={`M${line}`} />
              {touched !== undefined && (
                <>
                  <path className="curve-cursor" d={`M${x(touched.day)} ${TOP}V${BOTTOM}`} />
                  <circle className="curve-dot" cx={x(touched.day)} cy={y(touched.end.toNumber())} r={5} />
                </>
              )}
              <text className="picture-name" x={EDGE} y={HEIGHT - 4}>
                {t('curve.day', { day: 0 })}
              </text>
              <text className="picture-name" x={width - EDGE} y={HEIGHT - 4} textAnchor="end">
                {t('curve.day', { day: wholeNumber(rows.length) })}
              </text>
            </>
          );
        }}
      </Picture>
      <p className="curve-read sub">
        {touched === undefined ? t('curve.hint') : t('curve.read', shownNumbers(displayStakingRow(touched)))}
      </p>
    </div>
  );
}

function round(pixels: number): number {
  return Math.round(pixels * 100) / 100;
}
