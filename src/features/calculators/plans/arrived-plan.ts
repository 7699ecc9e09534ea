/** Hands a received plan to a calculator: within this page, and until the calculator has settled it. */
import {
  CALCULATION_TYPES,
  CALCULATORS,
  type CalculationType,
  type CatalogueLine,
} from '#core/calculators/catalogue.ts';
import type { TradeAccount } from '#core/calculators/trade-account.ts';
import type { Plan } from '#core/plan-link.ts';
import type { CarriedTrade } from '../shared/carried-trade.ts';

export interface ArrivedPlan {
  readonly to: CalculationType;
  /** With the first target. */
  readonly trade: CarriedTrade;
  readonly targets: readonly string[];
  /** Called once the plan fills in the form, or the user has kept their own. */
  readonly onSettled: () => void;
}

let arrived: ArrivedPlan | null = null;
const listeners = new Set<() => void>();

/** The plan that waits for a calculator; a newer one replaces it. */
export const arrivedPlan = {
  current: (): ArrivedPlan | null => arrived,
  subscribe(onChange: () => void): () => void {
    listeners.add(onChange);
    return () => listeners.delete(onChange);
  },
};

/** The calculator that opens a plan: the first whose risk the account says, or the first without an account. */
export function planCalculator(account: TradeAccount | undefined): CalculationType {
  const opening = CALCULATION_TYPES.flatMap((type) => {
    const line: CatalogueLine = CALCULATORS[type];
    return line.risk === undefined
      ? []
      : [{ type, isSaid: account !== undefined && account[line.risk] !== '' }];
  });
  const [first] = [...opening.filter(({ isSaid }) => isSaid), ...opening];
  if (first === undefined) throw new Error('No calculator opens plan links');
  return first.type;
}

export function deliverPlan(to: CalculationType, plan: Plan, onSettled: () => void = () => undefined): void {
  const { symbol, positionType, entry, stop, targets, leverage } = plan;
  const prices = { entryPrice: entry, stopLossPrice: stop, takeProfitPrice: targets[0] ?? '' };
  const trade = { symbol, positionType, ...prices, leverage, quantity: '' };
  change({ to, trade, targets, onSettled });
}

export function settlePlan(): void {
  arrived?.onSettled();
  change(null);
}

function change(next: ArrivedPlan | null): void {
  arrived = next;
  for (const listener of listeners) listener();
}
