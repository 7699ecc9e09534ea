/** Risk by percent: how much to buy so that the stop costs a share of the deposit, if the deposit can carry it. */
import {
  type Decimal,
  divided,
  exactDigits,
  formatRatio,
  HUNDRED,
  readLeverage,
  readOrZero,
  shownDigits,
} from '../numbers.ts';
import {
  EXTREME_RISK_PERCENT,
  estimateLiquidation,
  type Liquidation,
  leverageWarnings,
  type RiskWarning,
} from './liquidation.ts';
import { type Outcome, type PositionType, refused } from './outcome.ts';

/** Texts as typed. */
export interface RiskPercentInput {
  readonly positionType: PositionType;
  readonly riskPercent: string;
  readonly depositAmount: string;
  readonly leverage: string;
  readonly entryPrice: string;
  readonly stopLossPrice: string;
  readonly takeProfitPrice: string;
}

export type RiskPercentFigure = 'riskAmount' | 'candleSize' | 'quantity' | 'profitLoss' | 'riskRewardRatio';

export interface RiskPercentResult {
  readonly value: Readonly<Record<RiskPercentFigure, Decimal>>;
  /** Plain digits; `number-format.ts` formats them for a language. The ratio is the same in each. */
  readonly display: Readonly<Record<RiskPercentFigure, string>>;
  /** The quantity to 8 decimals if truncation hides more than 0.5 % of it. */
  readonly exactQuantity: string | null;
  /** The numbers read from the texts, for the picture. */
  readonly prices: { readonly entry: Decimal; readonly stop: Decimal; readonly target: Decimal };
  readonly liquidation: Liquidation | null;
  readonly warnings: readonly RiskWarning[];
  /** Whether the share prompt may follow. */
  readonly shareable: boolean;
}

/**
 * - `direction`: the stop is not on its side of the entry (long below, short above; equal is an error too).
 * - `risk-over-100`: the risk exceeds the whole deposit.
 */
export function calculateRiskPercent(
  input: RiskPercentInput,
): Outcome<RiskPercentResult, 'direction' | 'risk-over-100'> {
  const long = input.positionType === 'LONG';
  const percent = readOrZero(input.riskPercent);
  const deposit = readOrZero(input.depositAmount);
  const entry = readOrZero(input.entryPrice);
  const stop = readOrZero(input.stopLossPrice);
  const target = readOrZero(input.takeProfitPrice);
  const leverage = readLeverage(input.leverage);
  const distance = long ? entry.minus(stop) : stop.minus(entry);
  if (distance.lte(0)) return refused('direction');
  if (percent.gt(HUNDRED)) return refused('risk-over-100');

  const riskAmount = deposit.times(percent).div(HUNDRED);
  const asked = riskAmount.div(distance);
  const capped = entry.times(asked).div(leverage).gt(deposit);
  const quantity = capped ? deposit.times(leverage).div(entry) : asked;
  const reward = long ? target.minus(entry) : entry.minus(target);
  const profitLoss = reward.times(quantity);
  const riskRewardRatio = reward.div(distance);
  const liquidation = estimateLiquidation(input.positionType, entry, leverage);
  const warnings = leverageWarnings(input.positionType, stop, leverage, liquidation);
  if (capped) warnings.unshift(cappedWarning(quantity.times(distance), deposit));
  if (percent.gt(EXTREME_RISK_PERCENT)) warnings.push({ type: 'extreme-risk' });
  return {
    ok: true,
    value: { riskAmount, candleSize: distance, quantity, profitLoss, riskRewardRatio },
    display: {
      riskAmount: shownDigits(riskAmount, 3),
      candleSize: shownDigits(distance, 8),
      quantity: shownDigits(quantity, 4),
      profitLoss: shownDigits(profitLoss, 3),
      riskRewardRatio: formatRatio(riskRewardRatio),
    },
    exactQuantity: exactDigits(quantity, 4),
    prices: { entry, stop, target },
    liquidation,
    warnings,
    shareable: riskRewardRatio.gt(0),
  };
}

function cappedWarning(riskTaken: Decimal, deposit: Decimal): RiskWarning {
  const riskTakenPercent = divided(riskTaken.times(HUNDRED), deposit);
  return {
    type: 'capped',
    riskTaken,
    riskTakenPercent,
    display: {
      riskTaken: shownDigits(riskTaken, 3),
      riskTakenPercent: shownDigits(riskTakenPercent, 2),
    },
  };
}
