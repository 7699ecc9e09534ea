/** What both risk calculators share: the fields of a trade, its numbers, and the form of a result. */
import { PRICE_DECIMALS } from '../number-input.ts';
import { type Decimal, readLeverage, readOrZero } from '../numbers.ts';
import { FEE_DECIMALS, type FeeFields, type FeeRates, type NetResult, NO_FEES, readFees } from './fees.ts';
import type { Liquidation, RiskWarning } from './liquidation.ts';
import type { PositionType } from './outcome.ts';

/** Texts as typed. */
export type TradePrices = {
  readonly positionType: PositionType;
  readonly entryPrice: string;
  readonly stopLossPrice: string;
  readonly takeProfitPrice: string;
  readonly leverage: string;
};

/** Fields that older records lack, and that a record leaves out while they are empty. */
export type TradeExtras = FeeFields & {
  /** Of the coin; empty if it has none. */
  readonly symbol: string;
};

export type TradeFields = TradePrices & TradeExtras;
export type TradeInput = TradePrices & Partial<TradeExtras>;

export const NO_EXTRAS: TradeExtras = { symbol: '', ...NO_FEES };
export const EXTRA_NAMES = Object.keys(NO_EXTRAS) as (keyof TradeExtras)[];

/** The fields that the user's account fills in. */
export const TRADE_ACCOUNT = { leverage: 'leverage', entryFee: 'entryFee', exitFee: 'exitFee' } as const;

export const TRADE_DECIMALS = {
  leverage: 1,
  entryPrice: PRICE_DECIMALS,
  stopLossPrice: PRICE_DECIMALS,
  takeProfitPrice: PRICE_DECIMALS,
  ...FEE_DECIMALS,
} as const;

export interface RiskResult<Figure extends string> {
  readonly value: Readonly<Record<Figure, Decimal>>;
  /** Plain digits; `number-format.ts` formats them for a language. The ratio is the same in each. */
  readonly display: Readonly<Record<Figure, string>>;
  /** The quantity to 8 decimals if truncation hides more than 0.5 % of it. */
  readonly exactQuantity: string | null;
  /** What is bought or sold: its value in money, and the margin that it takes. Plain digits. */
  readonly order: { readonly value: string; readonly margin: string };
  /** What the stop costs, with fees if there are any. Plain digits. */
  readonly lossAtStop: string;
  /** Null without fees. */
  readonly net: NetResult | null;
  /** The numbers read from the texts, for the picture. */
  readonly prices: { readonly entry: Decimal; readonly stop: Decimal; readonly target: Decimal };
  readonly liquidation: Liquidation | null;
  readonly warnings: readonly RiskWarning[];
  /** Whether the share prompt may follow. */
  readonly shareable: boolean;
}

/** The numbers of a trade. Distance and reward are positive if stop and target are on their side of the entry. */
export interface Trade {
  readonly positionType: PositionType;
  readonly prices: { readonly entry: Decimal; readonly stop: Decimal; readonly target: Decimal };
  readonly leverage: Decimal;
  readonly fees: FeeRates;
  readonly riskIncludesFees: boolean;
  readonly distance: Decimal;
  readonly reward: Decimal;
}

export function readTrade(fields: TradeInput): Trade {
  const { positionType, entryFee = '', exitFee = '', riskIncludesFees = false } = fields;
  const long = positionType === 'LONG';
  const entry = readOrZero(fields.entryPrice);
  const stop = readOrZero(fields.stopLossPrice);
  const target = readOrZero(fields.takeProfitPrice);
  return {
    positionType,
    prices: { entry, stop, target },
    leverage: readLeverage(fields.leverage),
    fees: readFees({ entryFee, exitFee }),
    riskIncludesFees,
    distance: long ? entry.minus(stop) : stop.minus(entry),
    reward: long ? target.minus(entry) : entry.minus(target),
  };
}
