/** What both risk calculators share: the fields of a trade, its numbers, and the form of a result. */
import { PRICE_DECIMALS } from '../number-input.ts';
import { type Decimal, readLeverage, readOrZero } from '../numbers.ts';
import type { Liquidation, RiskWarning } from './liquidation.ts';
import type { PositionType } from './outcome.ts';

/** Texts as typed. */
export type TradeFields = {
  readonly positionType: PositionType;
  readonly entryPrice: string;
  readonly stopLossPrice: string;
  readonly takeProfitPrice: string;
  readonly leverage: string;
};

export const TRADE_DECIMALS = {
  leverage: 1,
  entryPrice: PRICE_DECIMALS,
  stopLossPrice: PRICE_DECIMALS,
  takeProfitPrice: PRICE_DECIMALS,
} as const;

export interface RiskResult<Figure extends string> {
  readonly value: Readonly<Record<Figure, Decimal>>;
  /** Plain digits; `number-format.ts` formats them for a language. The ratio is the same in each. */
  readonly display: Readonly<Record<Figure, string>>;
  /** The quantity to 8 decimals if truncation hides more than 0.5 % of it. */
  readonly exactQuantity: string | null;
  /** The numbers read from the texts, for the picture. */
  readonly prices: { readonly entry: Decimal; readonly stop: Decimal; readonly target: Decimal };
  readonly liquidation: Liquidation | null;
  readonly warnings: readonly RiskWarning[];
  /** Whether the share prompt may follow. */
  readonly shareable: boolean;
}

/** The numbers of a trade. Distance and reward are positive if stop and target are on their side of the entry. */
export function readTrade(fields: TradeFields) {
  const long = fields.positionType === 'LONG';
  const entry = readOrZero(fields.entryPrice);
  const stop = readOrZero(fields.stopLossPrice);
  const target = readOrZero(fields.takeProfitPrice);
  return {
    prices: { entry, stop, target },
    leverage: readLeverage(fields.leverage),
    distance: long ? entry.minus(stop) : stop.minus(entry),
    reward: long ? target.minus(entry) : entry.minus(target),
  };
}
