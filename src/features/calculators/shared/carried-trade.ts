/**
 * Hands the prices of one calculator's result to another calculator: once, within this page, and only to the visit that
 * the same tap opens. A tap may open none: in another tab, or because the next one came first.
 */
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

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The visit for which a trade waits. */
    readonly carriedTo?: string;
  }
}

interface Waiting {
  readonly visit: string;
  readonly to: CalculationType;
  readonly trade: CarriedTrade;
}

let waiting: Waiting | null = null;

/** @param visit a new id, which the address of the visit carries in its state as `carriedTo` */
export function carryTo(visit: string, to: CalculationType, trade: CarriedTrade): void {
  waiting = { visit, to, trade };
}

/** Null if nothing waits for this visit to the calculator. */
export function takeCarried(visit: string | undefined, calculator: CalculationType): CarriedTrade | null {
  if (waiting === null || waiting.visit !== visit || waiting.to !== calculator) return null;
  const { trade } = waiting;
  waiting = null;
  return trade;
}
