/** Problems that degrade a server without stopping it: stale market data, and messages that wait to be sent. */
import type { MarketOverview, Problem } from '#core/contract/public.ts';

/** How long a due message may wait before it counts as a problem, milliseconds. */
const LONGEST_WAIT_MS = 10 * 60_000;

/** @param overview null if none was ever read. */
export function marketProblems(overview: Pick<MarketOverview, 'stale' | 'date'> | null): readonly Problem[] {
  if (overview === null) return [{ code: 'market_old', message: 'The market was never read' }];
  return overview.stale ? [{ code: 'market_old', message: `The market is of ${overview.date}` }] : [];
}

/** @param dueAt when the first pending message may be sent; null if there is none. Both UTC milliseconds. */
export function senderProblems(dueAt: number | null, now: number): readonly Problem[] {
  return dueAt !== null && now - dueAt > LONGEST_WAIT_MS
    ? [{ code: 'messages_waiting', message: `Messages wait since ${new Date(dueAt).toISOString()}` }]
    : [];
}
