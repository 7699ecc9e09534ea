/** Take-profit and stop-loss: from percents to prices, or from prices to percents. */
import { PRICE_DECIMALS } from '../number-input.ts';
import { type Decimal, formatRatio, HUNDRED, ONE, readOrZero, shownDigits, ZERO } from '../numbers.ts';
import { type FormRules, SYMBOL } from './form-rules.ts';
import { type Outcome, POSITION_TYPES, type PositionType } from './outcome.ts';

/** Texts as typed; `calculationType` says whether `takeProfit` and `stopLoss` are percents or prices. */
export interface TakeProfitStopLossInput {
  readonly positionType: PositionType;
  readonly calculationType: 'percent' | 'price';
  readonly entryPrice: string;
  readonly takeProfit: string;
  readonly stopLoss: string;
}

export type TakeProfitStopLossFigure = 'tpPrice' | 'tpPercent' | 'slPrice' | 'slPercent' | 'riskRewardRatio';

export interface TakeProfitStopLossResult {
  readonly value: Readonly<Record<TakeProfitStopLossFigure, Decimal>>;
  /** Plain digits; `number-format.ts` formats them for a language. The ratio is the same in each. */
  readonly display: Readonly<Record<TakeProfitStopLossFigure, string>>;
  readonly entry: Decimal;
  /** Whether the share prompt may follow. */
  readonly shareable: boolean;
}

export type TakeProfitStopLossFields = Pick<TakeProfitStopLossInput, keyof TakeProfitStopLossInput> & {
  readonly symbol: string;
};

export const TAKE_PROFIT_STOP_LOSS: FormRules<TakeProfitStopLossFields, TakeProfitStopLossResult, never> = {
  type: 'TakeProfitStopLoss',
  empty: {
    positionType: 'LONG',
    calculationType: 'percent',
    symbol: '',
    entryPrice: '',
    takeProfit: '',
    stopLoss: '',
  },
  extras: [SYMBOL],
  words: { positionType: POSITION_TYPES, calculationType: ['percent', 'price'] },
  decimals: { entryPrice: PRICE_DECIMALS, takeProfit: PRICE_DECIMALS, stopLoss: PRICE_DECIMALS },
  required: () => ['entryPrice', 'takeProfit', 'stopLoss'],
  calculate: calculateTakeProfitStopLoss,
};

/**
 * Percents are signed by the direction: positive if the target or the stop is on its correct side of the entry. All
 * results are zero if an input or a computed price is at or below 0. Never refuses.
 */
export function calculateTakeProfitStopLoss(
  input: TakeProfitStopLossInput,
): Outcome<TakeProfitStopLossResult, never> {
  const entry = readOrZero(input.entryPrice);
  const takeProfit = readOrZero(input.takeProfit);
  const stopLoss = readOrZero(input.stopLoss);
  if (entry.lte(0) || takeProfit.lte(0) || stopLoss.lte(0)) return result(entry, NOTHING);
  const sign = input.positionType === 'LONG' ? 1 : -1;
  if (input.calculationType === 'percent') {
    const tpPrice = entry.times(ONE.plus(takeProfit.times(sign).div(HUNDRED)));
    const slPrice = entry.times(ONE.minus(stopLoss.times(sign).div(HUNDRED)));
    if (tpPrice.lte(0) || slPrice.lte(0)) return result(entry, NOTHING);
    const riskRewardRatio = takeProfit.div(stopLoss);
    return result(entry, { tpPrice, tpPercent: takeProfit, slPrice, slPercent: stopLoss, riskRewardRatio });
  }
  const reward = takeProfit.minus(entry).times(sign);
  const risk = entry.minus(stopLoss).times(sign);
  return result(entry, {
    tpPrice: takeProfit,
    tpPercent: reward.times(HUNDRED).div(entry),
    slPrice: stopLoss,
    slPercent: risk.times(HUNDRED).div(entry),
    riskRewardRatio: reward.gt(0) && risk.gt(0) ? reward.div(risk) : ZERO,
  });
}

type Figures = Readonly<Record<TakeProfitStopLossFigure, Decimal>>;

const NOTHING: Figures = {
  tpPrice: ZERO,
  tpPercent: ZERO,
  slPrice: ZERO,
  slPercent: ZERO,
  riskRewardRatio: ZERO,
};

function result(entry: Decimal, value: Figures): Outcome<TakeProfitStopLossResult, never> {
  return {
    ok: true,
    value,
    display: {
      tpPrice: shownDigits(value.tpPrice, 8),
      tpPercent: shownDigits(value.tpPercent, 2),
      slPrice: shownDigits(value.slPrice, 8),
      slPercent: shownDigits(value.slPercent, 2),
      riskRewardRatio: formatRatio(value.riskRewardRatio),
    },
    entry,
    shareable: value.tpPrice.gt(0),
  };
}
