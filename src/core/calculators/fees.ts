/** What a trade leaves after fees, and the price at which it breaks even. */
import {
  type Decimal,
  estimateDigits,
  formatRatio,
  HUNDRED,
  ONE,
  readOrZero,
  shownDigits,
  ZERO,
} from '../numbers.ts';
import type { PositionType } from './outcome.ts';

/** Fees as shares of the value that is bought at the entry, and sold at the stop or the target. */
export interface FeeRates {
  readonly entry: Decimal;
  readonly exit: Decimal;
}

/** Texts as typed, in percent. */
export type FeeFields = {
  readonly entryFee: string;
  readonly exitFee: string;
  /** Whether loss and fees at the stop together are the money at risk. */
  readonly riskIncludesFees: boolean;
};

/** Decimals that the fields for fees accept. */
export const FEE_DECIMALS = { entryFee: 4, exitFee: 4 } as const;

export const NO_FEES: FeeFields = { entryFee: '', exitFee: '', riskIncludesFees: false };

export interface FeeFigures<T> {
  /** Of both sides, if the stop is hit. */
  readonly feesAtStop: T;
  /** Of both sides, if the target is hit. */
  readonly feesAtTarget: T;
  /** Positive. */
  readonly netLoss: T;
  /** Below 0 if the fees eat more than the profit. */
  readonly netProfit: T;
}

export interface NetResult {
  readonly value: FeeFigures<Decimal> & { readonly netRatio: Decimal };
  /** Plain digits, and the ratio. */
  readonly display: FeeFigures<string> & { readonly netRatio: string };
  /** Null where no price pays for the fees. */
  readonly breakEven: { readonly price: Decimal; readonly display: string } | null;
}

/** The numbers of a trade that its fees follow from: see `Trade`. */
interface FeeTrade {
  readonly positionType: PositionType;
  readonly prices: { readonly entry: Decimal; readonly stop: Decimal; readonly target: Decimal };
  readonly distance: Decimal;
  readonly reward: Decimal;
  readonly fees: FeeRates;
  readonly riskIncludesFees: boolean;
}

export function readFees({ entryFee, exitFee }: Pick<FeeFields, 'entryFee' | 'exitFee'>): FeeRates {
  return { entry: readOrZero(entryFee).div(HUNDRED), exit: readOrZero(exitFee).div(HUNDRED) };
}

/** What one coin costs at the stop: the distance and, where the risk includes them, the fees of both sides. */
export function lossPerCoin({ prices, distance, fees, riskIncludesFees }: FeeTrade): Decimal {
  return riskIncludesFees ? distance.plus(feesPerCoin(prices.entry, prices.stop, fees)) : distance;
}

/** The trade after the fees of both sides; null without fees. */
export function netResult(trade: FeeTrade, quantity: Decimal): NetResult | null {
  const { fees } = trade;
  if (fees.entry.isZero() && fees.exit.isZero()) return null;
  const { entry, stop, target } = trade.prices;
  const feesAtStop = quantity.times(feesPerCoin(entry, stop, fees));
  const feesAtTarget = quantity.times(feesPerCoin(entry, target, fees));
  const netLoss = quantity.times(trade.distance).plus(feesAtStop);
  const netProfit = quantity.times(trade.reward).minus(feesAtTarget);
  const netRatio = netProfit.gt(0) && netLoss.gt(0) ? netProfit.div(netLoss) : ZERO;
  const price = breakEven(trade.positionType, entry, fees);
  return {
    value: { feesAtStop, feesAtTarget, netLoss, netProfit, netRatio },
    display: {
      feesAtStop: shownDigits(feesAtStop, 3),
      feesAtTarget: shownDigits(feesAtTarget, 3),
      netLoss: shownDigits(netLoss, 3),
      netProfit: shownDigits(netProfit, 3),
      netRatio: formatRatio(netRatio),
    },
    breakEven: price === null ? null : { price, display: estimateDigits(price, entry) },
  };
}

/** Long: entry × (1 + a) / (1 − b); short: entry × (1 − a) / (1 + b). Null unless above 0. */
export function breakEven(
  positionType: PositionType,
  entry: Decimal,
  { entry: a, exit: b }: FeeRates,
): Decimal | null {
  const [bought, sold] = positionType === 'LONG' ? [ONE.plus(a), ONE.minus(b)] : [ONE.minus(a), ONE.plus(b)];
  return bought.gt(0) && sold.gt(0) && entry.gt(0) ? entry.times(bought).div(sold) : null;
}

function feesPerCoin(entry: Decimal, exit: Decimal, fees: FeeRates): Decimal {
  return entry.times(fees.entry).plus(exit.times(fees.exit));
}
