/** The launch link that opens a trade as a plan. */
import { encodePlan, type PlanContent } from '#core/plan-link.ts';
import type { CarriedTrade } from '../shared/carried-trade.ts';

/**
 * Null if a number of the trade has more digits than a plan.
 * @param sender the user's id. @param referralLink the user's own link, in which the plan takes the place of their id.
 */
export function planAddress(trade: CarriedTrade, sender: number, referralLink: string): string | null {
  const code = encodePlan({ ...planOf(trade), sender });
  if (code === null) return null;
  const url = new URL(referralLink);
  url.searchParams.set('startapp', code);
  return url.href;
}

/** What a trade says as a plan. */
export function planOf(trade: CarriedTrade): PlanContent {
  const { symbol, positionType, entryPrice, stopLossPrice, takeProfitPrice, leverage } = trade;
  return {
    symbol,
    positionType,
    entry: entryPrice,
    stop: stopLossPrice,
    targets: [takeProfitPrice],
    // Calculators take less than 1 for 1.
    leverage: Number(leverage) < 1 ? '' : leverage,
  };
}
