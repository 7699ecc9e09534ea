/** The wave as a line that grows with each step: levels as ticks, the chosen one filled. */
import { useMemo } from 'react';
import type { ElliottWaveResult } from '#core/calculators/elliott-wave.ts';
import { shownNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { classNames } from '#ui/class-names.ts';
import { scale } from '../shared/layout.ts';
import { Picture } from '../shared/picture.tsx';
import { type WavePoint, waveDrawing } from './wave-points.ts';
import './elliott-wave.css';

const HEIGHT = 124;
const EDGE = 14;
/** Room for a name above the highest point and below the lowest. */
const NAME = 10;
/** Start, waves 1 to 5, and A to C. */
const STEPS = 8;

export interface WavePictureProps {
  readonly result: ElliottWaveResult;
  readonly stale: boolean;
  /** Explains the picture, under it. */
  readonly caption?: string;
}

export function WavePicture({ result, stale, caption }: WavePictureProps) {
  const { t } = useTranslation('calculators');
  const { points, ticks } = useMemo(() => waveDrawing(result), [result]);
  const prices = [...points, ...ticks].map(({ price }) => price);
  const label = points
    .map(({ wave, digits }) => {
      const price = shownNumber(digits);
      return wave === '0' ? t('wave.start', { price }) : `${t('wave.title', { wave })} ${price}`;
    })
    .join(', ');
  return (
    <section
      className={classNames('card', 'wave-picture', stale && 'result-stale')}
      aria-label={t('wave.picture')}
    >
      <Picture height={HEIGHT} label={label}>
        {(width) => {
          const x = scale(0, STEPS, EDGE, width - EDGE);
          const y = scale(Math.min(...prices), Math.max(...prices), HEIGHT - EDGE - NAME, EDGE + NAME);
          return (
            <>
              {ticks.map(({ step, price, isChosen }) => (
                <path
                  key={`${step} ${price}`}
                  className={classNames('wave-tick', isChosen && 'wave-tick-chosen')}
                  d={`M${x(step) - 7} ${y(price)}h14`}
                />
              ))}
              <polyline
                className="wave-line"
                points={points.map(({ price }, step) => `${x(step)},${y(price)}`).join(' ')}
              />
              {points.map(({ wave, price }, step) => (
                <g key={wave}>
                  <circle className="wave-point" cx={x(step)} cy={y(price)} r={4} />
                  {wave !== '0' && (
                    <text
                      className="picture-value wave-name"
                      x={x(step)}
                      y={y(price) + (isPeak(points, step) ? -9 : 17)}
                      textAnchor="middle"
                    >
                      {wave}
                    </text>
                  )}
                </g>
              ))}
            </>
          );
        }}
      </Picture>
      {caption !== undefined && <p className="sub">{caption}</p>}
    </section>
  );
}

/** Whether the line rises to a point: its name is then above it. */
function isPeak(points: readonly WavePoint[], step: number): boolean {
  const [before, here] = [points[step - 1], points[step]];
  return before === undefined || here === undefined || here.price >= before.price;
}
