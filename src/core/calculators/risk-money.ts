/** Risk by money: how much to buy so that the stop costs exactly the money at risk. */
import { divided, exactDigits, formatRatio, readOrZero, shownDigits, ZERO } from '../numbers.ts';
import { lossPerCoin, netResult } from './fees.ts';
import type { FormRules } from './form-rules.ts';
import { estimateLiquidation, leverageWarnings } from './liquidation.ts';
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

export type RiskMoneyInput = TradeInput & { readonly riskAmount: string };
export type RiskMoneyFields = TradeFields & { readonly riskAmount: string };
export type RiskMoneyResult = RiskResult<
  'coins' | 'entryAmount' | 'leveragedAmount' | 'expectedProfit' | 'riskRewardRatio'
>;

export const RISK_MONEY: FormRules<RiskMoneyFields, RiskMoneyResult, 'direction'> = {
  type: 'RiskMoney',
  empty: {
    positionType: 'LONG',
    riskAmount: '',
    entryPrice: '',
    stopLossPrice: '',
    takeProfitPrice: '',
    leverage: '',
    ...NO_EXTRAS,
  },
  extras: EXTRA_NAMES,
  account: { riskAmount: 'riskAmount', ...TRADE_ACCOUNT },
  words: { positionType: POSITION_TYPES },
  decimals: { riskAmount: 2, ...TRADE_DECIMALS },
  required: () => ['riskAmount', 'entryPrice', 'stopLossPrice', 'takeProfitPrice'],
  calculate: calculateRiskMoney,
};

/** Fewer coins than this count as none. */
export const SMALLEST_COINS = '0.0001';

/** `direction`: the stop is not on its side of the entry (long below, short above; equal is an error too). */
export function calculateRiskMoney(input: RiskMoneyInput): Outcome<RiskMoneyResult, 'direction'> {
  const risk = readOrZero(input.riskAmount);
  const trade = readTrade(input);
  const { prices, leverage, distance, reward } = trade;
  const { entry } = prices;
  if (distance.lte(0)) return refused('direction');

  const exact = risk.div(lossPerCoin(trade));
  const coins = exact.lt(SMALLEST_COINS) ? ZERO : exact;
  const entryAmount = entry.times(coins);
  const leveragedAmount = entryAmount.div(leverage);
  const expectedProfit = reward.times(coins);
  // Fees that the risk includes are no part of the ratio: the net ratio counts them.
  const priced = trade.riskIncludesFees ? distance.times(coins) : risk;
  const riskRewardRatio = divided(expectedProfit, priced);
  const liquidation = estimateLiquidation(input.positionType, entry, leverage);
  const net = netResult(trade, coins);
  return {
    ok: true,
    value: { coins, entryAmount, leveragedAmount, expectedProfit, riskRewardRatio },
    display: {
      coins: shownDigits(coins, 4),
      entryAmount: shownDigits(entryAmount, 3),
      leveragedAmount: shownDigits(leveragedAmount, 3),
      expectedProfit: shownDigits(expectedProfit, 3),
      riskRewardRatio: formatRatio(riskRewardRatio),
    },
    exactQuantity: exactDigits(coins, 4),
    order: { value: shownDigits(entryAmount, 3), margin: shownDigits(leveragedAmount, 3) },
    lossAtStop: shownDigits(net?.value.netLoss ?? distance.times(coins), 3),
    net,
    prices,
    liquidation,
    warnings: leverageWarnings(input.positionType, prices, leverage, liquidation),
    shareable: riskRewardRatio.gt(0),
  };
}
