/** Risk by money: how much to buy so that the stop costs exactly the money at risk. */
import {
  type Decimal,
  divided,
  exactDigits,
  formatRatio,
  readLeverage,
  readOrZero,
  shownDigits,
  ZERO,
} from '../numbers.ts';
import { estimateLiquidation, type Liquidation, leverageWarnings, type RiskWarning } from './liquidation.ts';
import { type Outcome, type PositionType, refused } from './outcome.ts';

/** Texts as typed. */
export interface RiskMoneyInput {
  readonly positionType: PositionType;
  readonly riskAmount: string;
  readonly entryPrice: string;
  readonly stopLossPrice: string;
  readonly takeProfitPrice: string;
  readonly leverage: string;
}

export type RiskMoneyFigure =
  | 'coins'
  | 'entryAmount'
  | 'leveragedAmount'
  | 'expectedProfit'
  | 'riskRewardRatio';

export interface RiskMoneyResult {
  readonly value: Readonly<Record<RiskMoneyFigure, Decimal>>;
  /** Plain digits; `number-format.ts` formats them for a language. The ratio is the same in each. */
  readonly display: Readonly<Record<RiskMoneyFigure, string>>;
  /** The quantity to 8 decimals if truncation hides more than 0.5 % of it. */
  readonly exactQuantity: string | null;
  /** The numbers read from the texts, for the picture. */
  readonly prices: { readonly entry: Decimal; readonly stop: Decimal; readonly target: Decimal };
  readonly liquidation: Liquidation | null;
  readonly warnings: readonly RiskWarning[];
  /** Whether the share prompt may follow. */
  readonly shareable: boolean;
}

/** Fewer coins than this count as none. */
export const SMALLEST_COINS = '0.0001';

/** `direction`: the stop is not on its side of the entry (long below, short above; equal is an error too). */
export function calculateRiskMoney(input: RiskMoneyInput): Outcome<RiskMoneyResult, 'direction'> {
  const long = input.positionType === 'LONG';
  const risk = readOrZero(input.riskAmount);
  const entry = readOrZero(input.entryPrice);
  const stop = readOrZero(input.stopLossPrice);
  const target = readOrZero(input.takeProfitPrice);
  const leverage = readLeverage(input.leverage);
  const distance = long ? entry.minus(stop) : stop.minus(entry);
  if (distance.lte(0)) return refused('direction');

  const exact = risk.div(distance);
  const coins = exact.lt(SMALLEST_COINS) ? ZERO : exact;
  const entryAmount = entry.times(coins);
  const leveragedAmount = entryAmount.div(leverage);
  const expectedProfit = (long ? target.minus(entry) : entry.minus(target)).times(coins);
  const riskRewardRatio = divided(expectedProfit, risk);
  const liquidation = estimateLiquidation(input.positionType, entry, leverage);
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
    prices: { entry, stop, target },
    liquidation,
    warnings: leverageWarnings(input.positionType, stop, leverage, liquidation),
    shareable: riskRewardRatio.gt(0),
  };
}
