/** Extra results of both risk calculators: an estimated liquidation price, and warnings. */
import { Decimal as D, type Decimal, estimateDigits, ONE, shownDigits } from '../numbers.ts';
import type { PositionType } from './outcome.ts';

/** The maintenance margin that the estimate assumes, as a share of the position. */
export const MAINTENANCE_MARGIN = '0.005';
/** Leverage above this is marked as extreme. */
export const EXTREME_LEVERAGE = 25;
/** Risk of the deposit above this, in percent, is marked as extreme. */
export const EXTREME_RISK_PERCENT = 5;

export type RiskWarning =
  /** The deposit cannot carry the requested risk: the quantity is capped, and this is the actual risk. */
  | {
      readonly type: 'capped';
      readonly riskTaken: Decimal;
      readonly riskTakenPercent: Decimal;
      /** The leverage that carries the asked quantity, plain digits. */
      readonly cure: string;
      readonly display: { readonly riskTaken: string; readonly riskTakenPercent: string };
    }
  /** The position would be liquidated before the stop is reached. */
  | {
      readonly type: 'stop-beyond-liquidation';
      /** The highest leverage at which the stop comes first, plain digits; null if there is none. */
      readonly cure: string | null;
    }
  | { readonly type: 'extreme-leverage' }
  | { readonly type: 'extreme-risk' };

/** An estimate for isolated margin; null without leverage, or if the entry price is not positive. */
export interface Liquidation {
  readonly price: Decimal;
  /** Plain digits, with as many decimals as the entry price has, and at least 2. */
  readonly display: string;
}

/**
 * Estimated liquidation price with isolated margin: long entry × (1 − 1/leverage + m), short
 * entry × (1 + 1/leverage − m), m = MAINTENANCE_MARGIN. Null for a leverage of 1.
 */
export function estimateLiquidation(
  positionType: PositionType,
  entry: Decimal,
  leverage: Decimal,
): Liquidation | null {
  if (leverage.lte(1) || entry.lte(0)) return null;
  const distance = ONE.div(leverage).minus(MARGIN);
  const price = entry.times(positionType === 'LONG' ? ONE.minus(distance) : ONE.plus(distance));
  return { price, display: estimateDigits(price, entry) };
}

/**
 * The highest leverage, with one decimal and at least 1, at which the estimated liquidation lies strictly beyond the
 * stop; null if there is none. From `estimateLiquidation`: a leverage below entry / (distance + entry × m).
 */
export function highestLeverage(positionType: PositionType, entry: Decimal, stop: Decimal): Decimal | null {
  const distance = positionType === 'LONG' ? entry.minus(stop) : stop.minus(entry);
  if (distance.lte(0) || entry.lte(0)) return null;
  const bound = entry.div(distance.plus(entry.times(MARGIN)));
  const below = bound.toDecimalPlaces(1, D.ROUND_DOWN);
  const highest = below.eq(bound) ? below.minus(LEVERAGE_STEP) : below;
  return highest.lt(1) ? null : highest;
}

/** The warnings that follow from leverage and stop alone. */
export function leverageWarnings(
  positionType: PositionType,
  { entry, stop }: { readonly entry: Decimal; readonly stop: Decimal },
  leverage: Decimal,
  liquidation: Liquidation | null,
): RiskWarning[] {
  const warnings: RiskWarning[] = [];
  const beyond =
    liquidation !== null &&
    (positionType === 'LONG' ? stop.lt(liquidation.price) : stop.gt(liquidation.price));
  if (beyond) {
    const highest = highestLeverage(positionType, entry, stop);
    warnings.push({
      type: 'stop-beyond-liquidation',
      cure: highest === null ? null : shownDigits(highest, 1),
    });
  }
  if (leverage.gt(EXTREME_LEVERAGE)) warnings.push({ type: 'extreme-leverage' });
  return warnings;
}

const MARGIN: Decimal = new D(MAINTENANCE_MARGIN);
/** Leverage has one decimal. */
const LEVERAGE_STEP: Decimal = new D('0.1');
