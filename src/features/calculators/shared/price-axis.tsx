/**
 * Stop, entry, target (break-even, liquidation) on one price axis, with loss and gain to scale. A label that has to stand
 * aside stays tied to its mark.
 */
import { shownNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { classNames } from '#ui/class-names.ts';
import { type AxisMark, axisOf } from './axis-marks.ts';
import { spread, textWidth } from './layout.ts';
import { Picture } from './picture.tsx';

const FONT = 11;
/** Between two labels. */
const GAP = 6;
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
  // The break-even has its figure below: five of them do not fit beside each other.
  const values = marks.map(({ kind, percent, price }) => (kind === 'breakEven' ? '' : (percent ?? price)));
  const described = marks.map(({ kind, price, percent }) =>
    [
      kind === 'liquidation'
        ? t('axis.about', { price })
        : `${kind === 'breakEven' ? t('figure.breakEven') : t(`axis.${kind}`)} ${price}`,
      percent && `(${percent})`,
    ]
      .filter(Boolean)
      .join(' '),
  );

  return (
    <Picture height={HEIGHT} label={described.join(', ')}>
      {(width) => {
        const axis = axisOf(props.marks, EDGE, width - EDGE);
        const xs = props.marks.map((mark) => axis.at(mark));
        const fontSize = Math.min(...[names, values].map((texts) => fittingSize(texts, width)));
        const placed = (texts: readonly string[]) =>
          spread(
            xs.map((at, index) => ({ at, width: textWidth(texts[index] ?? '', fontSize) })),
            0,
            width,
            GAP,
          );
        const nameAt = placed(names);
        const valueAt = placed(values);
        const entryAt = xs[marks.findIndex(({ kind }) => kind === 'entry')];
        return (
          <>
            <rect className="picture-area-quiet" x={0} y={BAR_Y + 6} width={width} height={2} rx={1} />
            {entryAt !== undefined &&
              marks.map(({ kind, isLoss }, index) => {
                const at = xs[index] ?? 0;
                if (kind !== 'stop' && kind !== 'target') return null;
                return (
                  <rect
                    key={kind}
                    className={isLoss ? 'picture-area-loss' : 'picture-area-gain'}
                    x={Math.min(at, entryAt)}
                    y={BAR_Y}
                    width={Math.abs(at - entryAt)}
                    height={BAR_HEIGHT}
                  />
                );
              })}
            {axis.breakAt !== null && (
              <path
                className="picture-break"
                d={`M${axis.breakAt - 5} ${BAR_Y + BAR_HEIGHT}l4 -${BAR_HEIGHT}m2 ${BAR_HEIGHT}l4 -${BAR_HEIGHT}`}
              />
            )}
            {marks.map((mark, index) => (
              <g key={mark.kind}>
                <path
                  className="picture-lead"
                  d={`M${nameAt[index]} ${NAME_Y + 4}L${xs[index]} ${BAR_Y - 6}M${xs[index]} ${BAR_Y + BAR_HEIGHT + 6}L${valueAt[index]} ${VALUE_Y - FONT}`}
                />
                <path
                  className={classNames('picture-tick', toneOf(mark) && `picture-tick-${toneOf(mark)}`)}
                  d={`M${xs[index]} ${BAR_Y - 6}v${BAR_HEIGHT + 12}`}
                />
                <text
                  className="picture-name"
                  fontSize={fontSize}
                  x={nameAt[index]}
                  y={NAME_Y}
                  textAnchor="middle"
                >
                  {names[index]}
                </text>
                <text
                  className={classNames('picture-value', toneOf(mark) && `picture-${toneOf(mark)}`)}
                  fontSize={fontSize}
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

/** The font size at which all labels of a line stand beside each other. */
function fittingSize(texts: readonly string[], width: number): number {
  const needed = texts.reduce((sum, text) => sum + textWidth(text, 1), 0);
  return Math.min(FONT, (width - GAP * (texts.length - 1)) / needed);
}

function toneOf(mark: AxisMark): 'gain' | 'loss' | 'warn' | undefined {
  if (mark.kind === 'entry' || mark.kind === 'breakEven') return undefined;
  if (mark.kind === 'liquidation') return 'warn';
  return mark.isLoss ? 'loss' : 'gain';
}
