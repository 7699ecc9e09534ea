/** Risk by percent: how much to buy so that the stop costs a share of the deposit, if the deposit can carry it. */
import {
  type Decimal,
  divided,
  exactDigits,
  formatRatio,
  HUNDRED,
  readOrZero,
  shownDigits,
} from '../numbers.ts';
import type { FormRules } from './form-rules.ts';
import {
  EXTREME_RISK_PERCENT,
  estimateLiquidation,
  leverageWarnings,
  type RiskWarning,
} from './liquidation.ts';
import { type Outcome, POSITION_TYPES, refused } from './outcome.ts';
import { type RiskResult, readTrade, TRADE_DECIMALS, type TradeFields } from './trade.ts';

export type RiskPercentInput = TradeFields & {
  readonly riskPercent: string;
  readonly depositAmount: string;
};
export type RiskPercentFields = RiskPercentInput;
export type RiskPercentResult = RiskResult<
  'riskAmount' | 'candleSize' | 'quantity' | 'profitLoss' | 'riskRewardRatio'
>;
export type RiskPercentRefusal = 'direction' | 'risk-over-100';

export const RISK_PERCENT: FormRules<RiskPercentFields, RiskPercentResult, RiskPercentRefusal> = {
  type: 'RiskPercent',
  empty: {
    positionType: 'LONG',
    riskPercent: '',
    depositAmount: '',
    leverage: '',
    entryPrice: '',
    stopLossPrice: '',
    takeProfitPrice: '',
  },
  words: { positionType: POSITION_TYPES },
  decimals: { riskPercent: 2, depositAmount: 2, ...TRADE_DECIMALS },
  required: () => ['riskPercent', 'depositAmount', 'entryPrice', 'stopLossPrice', 'takeProfitPrice'],
  calculate: calculateRiskPercent,
};

/**
 * - `direction`: the stop is not on its side of the entry (long below, short above; equal is an error too).
 * - `risk-over-100`: the risk exceeds the whole deposit.
 */
export function calculateRiskPercent(
  input: RiskPercentInput,
): Outcome<RiskPercentResult, RiskPercentRefusal> {
  const percent = readOrZero(input.riskPercent);
  const deposit = readOrZero(input.depositAmount);
  const { prices, leverage, distance, reward } = readTrade(input);
  const { entry, stop } = prices;
  if (distance.lte(0)) return refused('direction');
  if (percent.gt(HUNDRED)) return refused('risk-over-100');

  const riskAmount = deposit.times(percent).div(HUNDRED);
  const asked = riskAmount.div(distance);
  const capped = entry.times(asked).div(leverage).gt(deposit);
  const quantity = capped ? deposit.times(leverage).div(entry) : asked;
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
    prices,
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
