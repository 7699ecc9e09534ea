/** Hands the prices of one calculator's result to another calculator: once, and only within this page. */
import type { CalculationType } from '#core/calculators/catalogue.ts';
import type { PositionType } from '#core/calculators/outcome.ts';

/** Plain digits with any number of decimals; '' for what the calculator does not know. */
export interface CarriedTrade {
  readonly symbol: string;
  readonly positionType: PositionType;
  readonly entryPrice: string;
  readonly stopLossPrice: string;
  readonly takeProfitPrice: string;
  readonly leverage: string;
  /** Of the order. */
  readonly quantity: string;
}

let carried: { readonly to: CalculationType; readonly trade: CarriedTrade } | null = null;

export function carryTo(to: CalculationType, trade: CarriedTrade): void {
  carried = { to, trade };
}

/** Null if nothing waits for this calculator. */
export function takeCarried(calculator: CalculationType): CarriedTrade | null {
  if (carried?.to !== calculator) return null;
  const { trade } = carried;
  carried = null;
  return trade;
}
