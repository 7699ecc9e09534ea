/** The prices of a position as marks on one axis: their positions and labels. */
import type { Liquidation } from '#core/calculators/liquidation.ts';
import type { PositionType } from '#core/calculators/outcome.ts';
import { type Decimal, divided, HUNDRED, shownDigits } from '#core/numbers.ts';
import { scale } from './layout.ts';

export type MarkKind = 'stop' | 'entry' | 'target' | 'liquidation' | 'breakEven';

export interface AxisMark {
  readonly kind: MarkKind;
  /** For the picture only; never used in calculations. */
  readonly at: number;
  /** Plain digits. */
  readonly price: string;
  /** Gain or loss at this price in percent of the entry, plain digits after their sign; null for the entry itself. */
  readonly percent: string | null;
  /** Whether reaching it is a loss. */
  readonly isLoss: boolean;
}

/** A price that is not exact, with its shown digits. */
type Estimate = Pick<Liquidation, 'price' | 'display'>;

export interface AxisPrices {
  readonly entry: Decimal;
  readonly stop: Decimal;
  readonly target: Decimal;
  readonly liquidation?: Estimate | null;
  readonly breakEven?: Estimate | null;
}

/** The marks, entry first. A price at or below 0 has none. */
export function axisMarks(positionType: PositionType, prices: AxisPrices): AxisMark[] {
  const { entry } = prices;
  const mark = (kind: MarkKind, price: Decimal, digits = shownDigits(price, 8)): AxisMark => {
    const change = positionType === 'LONG' ? price.minus(entry) : entry.minus(price);
    return {
      kind,
      at: price.toNumber(),
      price: digits,
      percent: kind === 'entry' ? null : signed(divided(change.times(HUNDRED), entry)),
      isLoss: change.lt(0),
    };
  };
  const marks = [mark('entry', entry), mark('stop', prices.stop), mark('target', prices.target)];
  for (const kind of ['breakEven', 'liquidation'] as const) {
    const estimate = prices[kind];
    if (estimate) marks.push(mark(kind, estimate.price, estimate.display));
  }
  return marks.filter(({ at }) => at > 0);
}

export interface Axis {
  /** The place of a mark, pixels. */
  at(mark: AxisMark): number;
  /** Where the axis is broken, because the liquidation is far beyond the other marks; null if it is whole. */
  readonly breakAt: number | null;
}

/** From this many times the span of the other marks on, the liquidation stands behind a break. */
const FAR = 1;
/** The room that a liquidation behind a break takes, pixels. */
const BROKEN = 40;

/** Places marks between `start` and `end` to scale, with a break before a far liquidation. */
export function axisOf(marks: readonly AxisMark[], start: number, end: number): Axis {
  const ats = marks.filter(({ kind }) => kind !== 'liquidation').map(({ at }) => at);
  const [low, high] = [Math.min(...ats), Math.max(...ats)];
  const liquidation = marks.find(({ kind }) => kind === 'liquidation')?.at ?? low;
  const far = (high - low) * (1 + FAR);
  const isBelow = liquidation < high - far;
  if (!isBelow && !(liquidation > low + far)) {
    const whole = scale(Math.min(low, liquidation), Math.max(high, liquidation), start, end);
    return { at: (mark) => whole(mark.at), breakAt: null };
  }
  const others = isBelow ? scale(low, high, start + BROKEN, end) : scale(low, high, start, end - BROKEN);
  const edge = isBelow ? start : end;
  return {
    at: (mark) => (mark.kind === 'liquidation' ? edge : others(mark.at)),
    breakAt: isBelow ? start + BROKEN / 2 : end - BROKEN / 2,
  };
}

/** Two decimals, a plus or a minus, and no sign at 0. */
export function signed(value: Decimal): string {
  const text = shownDigits(value.abs(), 2);
  if (text === '0') return text;
  return value.gt(0) ? `+${text}` : `−${text}`;
}
