/** Risk by percent: how much to buy so that the stop costs a share of the deposit, if the deposit can carry it. */
import {
  Decimal as D,
  type Decimal,
  divided,
  exactDigits,
  formatRatio,
  HUNDRED,
  readOrZero,
  shownDigits,
} from '../numbers.ts';
import { lossPerCoin, netResult } from './fees.ts';
import type { FormRules } from './form-rules.ts';
import {
  EXTREME_RISK_PERCENT,
  estimateLiquidation,
  leverageWarnings,
  type RiskWarning,
} from './liquidation.ts';
import { type Outcome, POSITION_TYPES, refused } from './outcome.ts';
import {
  EXTRA_NAMES,
  NO_EXTRAS,
  type RiskResult,
  readTrade,
  TRADE_ACCOUNT,
  TRADE_DECIMALS,
  type TradeFields,
  type TradeInput,
} from './trade.ts';

type Deposit = { readonly riskPercent: string; readonly depositAmount: string };
export type RiskPercentInput = TradeInput & Deposit;
export type RiskPercentFields = TradeFields & Deposit;
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
    ...NO_EXTRAS,
  },
  extras: EXTRA_NAMES,
  account: { riskPercent: 'riskPercent', depositAmount: 'deposit', ...TRADE_ACCOUNT },
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
  const trade = readTrade(input);
  const { prices, leverage, distance, reward } = trade;
  const { entry } = prices;
  if (distance.lte(0)) return refused('direction');
  if (percent.gt(HUNDRED)) return refused('risk-over-100');

  const riskAmount = deposit.times(percent).div(HUNDRED);
  const perCoin = lossPerCoin(trade);
  const asked = riskAmount.div(perCoin);
  const capped = entry.times(asked).div(leverage).gt(deposit);
  const quantity = capped ? deposit.times(leverage).div(entry) : asked;
  const profitLoss = reward.times(quantity);
  const riskRewardRatio = reward.div(distance);
  const liquidation = estimateLiquidation(input.positionType, entry, leverage);
  const warnings = leverageWarnings(input.positionType, prices, leverage, liquidation);
  const net = netResult(trade, quantity);
  const loss = net?.value.netLoss ?? quantity.times(distance);
  // Divided last, so that no rounding lifts it above a tenth. Above 1, since that does not carry it.
  const carrying = entry.times(riskAmount).div(perCoin.times(deposit)).toDecimalPlaces(1, D.ROUND_UP);
  if (capped) warnings.unshift(cappedWarning(loss, deposit, carrying));
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
    order: {
      value: shownDigits(entry.times(quantity), 3),
      margin: shownDigits(entry.times(quantity).div(leverage), 3),
    },
    lossAtStop: shownDigits(loss, 3),
    net,
    prices,
    liquidation,
    warnings,
    shareable: riskRewardRatio.gt(0),
  };
}

function cappedWarning(riskTaken: Decimal, deposit: Decimal, leverage: Decimal): RiskWarning {
  const riskTakenPercent = divided(riskTaken.times(HUNDRED), deposit);
  return {
    type: 'capped',
    riskTaken,
    riskTakenPercent,
    cure: shownDigits(leverage, 1),
    display: {
      riskTaken: shownDigits(riskTaken, 3),
      riskTakenPercent: shownDigits(riskTakenPercent, 2),
    },
  };
}
