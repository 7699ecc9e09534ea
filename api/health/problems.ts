/** What degrades a server without stopping it: an old market, and messages that wait to be sent. */
import type { MarketOverview, Problem } from '#core/contract/public.ts';

/** A message that is due for longer waits too long, milliseconds. */
const LONGEST_WAIT_MS = 10 * 60_000;

/** @param overview null where none was ever read. */
export function marketProblems(overview: Pick<MarketOverview, 'stale' | 'date'> | null): readonly Problem[] {
  if (overview === null) return [{ code: 'market_old', message: 'The market was never read' }];
  return overview.stale ? [{ code: 'market_old', message: `The market is of ${overview.date}` }] : [];
}

/** @param dueAt when the first message that waits may be sent; null where none waits. Both UTC milliseconds. */
export function senderProblems(dueAt: number | null, now: number): readonly Problem[] {
  return dueAt !== null && now - dueAt > LONGEST_WAIT_MS
    ? [{ code: 'messages_waiting', message: `Messages wait since ${new Date(dueAt).toISOString()}` }]
    : [];
}
