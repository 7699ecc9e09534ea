/** The prices of a position as marks on one axis: their positions and labels. */
import type { Liquidation } from '#core/calculators/liquidation.ts';
import type { PositionType } from '#core/calculators/outcome.ts';
import { type Decimal, divided, HUNDRED, shownDigits } from '#core/numbers.ts';

export type MarkKind = 'stop' | 'entry' | 'target' | 'liquidation';

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

export interface AxisPrices {
  readonly entry: Decimal;
  readonly stop: Decimal;
  readonly target: Decimal;
  readonly liquidation?: Liquidation | null;
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
  const { liquidation } = prices;
  if (liquidation) marks.push(mark('liquidation', liquidation.price, liquidation.display));
  return marks.filter(({ at }) => at > 0);
}

/** Two decimals, a plus or a minus, and no sign at 0. */
export function signed(value: Decimal): string {
  const text = shownDigits(value.abs(), 2);
  if (text === '0') return text;
  return value.gt(0) ? `+${text}` : `−${text}`;
}
