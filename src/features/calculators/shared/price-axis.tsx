/** Stop, entry, target (and liquidation) on one price axis, with loss and gain to scale. */
import { shownNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { classNames } from '#ui/class-names.ts';
import type { AxisMark } from './axis-marks.ts';
import { scale, spread, textWidth } from './layout.ts';
import { Picture } from './picture.tsx';

const FONT = 11;
const EDGE = 3;
const NAME_Y = 11;
const BAR_Y = 25;
const BAR_HEIGHT = 14;
const VALUE_Y = 61;
const HEIGHT = 68;

export function PriceAxis(props: { readonly marks: readonly AxisMark[] }) {
  const { t } = useTranslation('calculators');
  const marks = props.marks.map((mark) => ({
    ...mark,
    price: shownNumber(mark.price),
    percent: mark.percent === null ? null : `${shownNumber(mark.percent)} %`,
  }));
  const names = marks.map(({ kind }) => t(`axis.${kind}`));
  const values = marks.map(({ percent, price }) => percent ?? price);
  const described = marks.map(({ kind, price, percent }) =>
    [
      kind === 'liquidation' ? t('axis.about', { price }) : `${t(`axis.${kind}`)} ${price}`,
      percent && `(${percent})`,
    ]
      .filter(Boolean)
      .join(' '),
  );

  return (
    <Picture height={HEIGHT} label={described.join(', ')}>
      {(width) => {
        const x = scale(
          Math.min(...marks.map(({ at }) => at)),
          Math.max(...marks.map(({ at }) => at)),
          EDGE,
          width - EDGE,
        );
        const placed = (texts: readonly string[]) =>
          spread(
            marks.map(({ at }, index) => ({ at: x(at), width: textWidth(texts[index] ?? '', FONT) })),
            0,
            width,
            6,
          );
        const nameAt = placed(names);
        const valueAt = placed(values);
        const entry = marks.find(({ kind }) => kind === 'entry');
        return (
          <>
            <rect className="picture-area-quiet" x={0} y={BAR_Y + 6} width={width} height={2} rx={1} />
            {entry !== undefined &&
              marks
                .filter(({ kind }) => kind === 'stop' || kind === 'target')
                .map((mark) => (
                  <rect
                    key={mark.kind}
                    className={mark.isLoss ? 'picture-area-loss' : 'picture-area-gain'}
                    x={Math.min(x(mark.at), x(entry.at))}
                    y={BAR_Y}
                    width={Math.abs(x(mark.at) - x(entry.at))}
                    height={BAR_HEIGHT}
                  />
                ))}
            {marks.map((mark, index) => (
              <g key={mark.kind}>
                <path
                  className={classNames('picture-tick', toneOf(mark) && `picture-tick-${toneOf(mark)}`)}
                  d={`M${x(mark.at)} ${BAR_Y - 6}v${BAR_HEIGHT + 12}`}
                />
                <text className="picture-name" x={nameAt[index]} y={NAME_Y} textAnchor="middle">
                  {names[index]}
                </text>
                <text
                  className={classNames('picture-value', toneOf(mark) && `picture-${toneOf(mark)}`)}
                  x={valueAt[index]}
                  y={VALUE_Y}
                  textAnchor="middle"
                >
                  {values[index]}
                </text>
              </g>
            ))}
          </>
        );
      }}
    </Picture>
  );
}

function toneOf(mark: AxisMark): 'gain' | 'loss' | 'warn' | undefined {
  if (mark.kind === 'entry') return undefined;
  if (mark.kind === 'liquidation') return 'warn';
  return mark.isLoss ? 'loss' : 'gain';
}
