/** R: what a trade brought in, in units of what its stop would have cost. Both after fees, per coin. */

import type { RecordedTrade } from '../calculators/trade-of-record.ts';
import { type Decimal, ONE, readOrZero, shownDigits, ZERO } from '../numbers.ts';
import type { TradeOutcome } from './outcome.ts';

const LOST: Decimal = ONE.negated();

/**
 * Null while the trade is open, if it was skipped, and without anything to compute from. An exit price counts before the
 * target and the stop.
 */
export function rMultiple(trade: RecordedTrade, { result, exitPrice }: TradeOutcome): Decimal | null {
  const plannedLoss = netPerCoin(trade, trade.stop).negated();
  if (plannedLoss.lte(0)) return null;
  const exit = readOrZero(exitPrice);
  switch (result) {
    case 'won':
      if (exit.gt(0)) return netPerCoin(trade, exit).div(plannedLoss);
      return trade.target.gt(0) ? netPerCoin(trade, trade.target).div(plannedLoss) : null;
    case 'lost':
      return exit.gt(0) ? netPerCoin(trade, exit).div(plannedLoss) : LOST;
    case 'break_even':
      return ZERO;
    default:
      return null;
  }
}

/** Plain digits to 2 decimals with a sign: "+2.4", "−1", "0". */
export function rDigits(r: Decimal): string {
  const digits = shownDigits(r.abs(), 2);
  if (digits === '0') return digits;
  return r.gt(0) ? `+${digits}` : `−${digits}`;
}

/** What one coin brings in after the fees of both sides. */
function netPerCoin({ positionType, entry, fees }: RecordedTrade, exit: Decimal): Decimal {
  return positionType === 'LONG'
    ? exit.times(ONE.minus(fees.exit)).minus(entry.times(ONE.plus(fees.entry)))
    : entry.times(ONE.minus(fees.entry)).minus(exit.times(ONE.plus(fees.exit)));
}
