/** What prices say of a plan: which of its levels they reached, and when. */
import type { PlanContent } from '../plan-link.ts';

export interface SeenPrice {
  /** Milliseconds. */
  readonly at: number;
  /** USD, decimal text. */
  readonly price: string;
}

export interface LevelsReached {
  readonly low: SeenPrice;
  readonly high: SeenPrice;
  /** When each level was first reached, milliseconds; null if it was not. */
  readonly entryAt: number | null;
  readonly stopAt: number | null;
  readonly targetsAt: readonly (number | null)[];
}

/** @param prices oldest first, at least one. What happened between two of them shows nowhere. */
export function levelsReached(plan: PlanContent, prices: readonly SeenPrice[]): LevelsReached | null {
  const [first] = prices;
  if (first === undefined) return null;
  const [low, high] = [best(prices, first, -1), best(prices, first, 1)];
  const side = plan.positionType === 'LONG' ? 1 : -1;
  // A stop lies on the losing side of the entry, a target on the other one.
  const beyond = (level: string, way: number) =>
    prices.find(({ price }) => (Number(price) - Number(level)) * way >= 0)?.at ?? null;
  return {
    low,
    high,
    entryAt: crossing(prices, Number(plan.entry)),
    stopAt: beyond(plan.stop, -side),
    targetsAt: plan.targets.map((target) => beyond(target, side)),
  };
}

function best(prices: readonly SeenPrice[], first: SeenPrice, way: number): SeenPrice {
  return prices.reduce(
    (one, next) => ((Number(next.price) - Number(one.price)) * way > 0 ? next : one),
    first,
  );
}

/** The first price at the level, or on the other side of it than the one before. */
function crossing(prices: readonly SeenPrice[], level: number): number | null {
  const found = prices.find(({ price }, at) => {
    const before = Number(prices[at - 1]?.price ?? price);
    return (before - level) * (Number(price) - level) <= 0;
  });
  return found?.at ?? null;
}
