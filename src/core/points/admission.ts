/**
 * Admission control: how many events a user may append in a day. It stands in front of the ledger; replay and audit know
 * nothing of it, so a ledger with more events in a day is as valid as any other.
 */
import { DAY_MS, dayOf } from './days.ts';

/** Events that one user's own calls append in one UTC day of receipt, at most. */
export const MOST_EVENTS_PER_DAY = 1_000;

/** When the next UTC day begins, milliseconds. @param now milliseconds. */
export function nextDayAt(now: number): number {
  return (dayOf(now) + 1) * DAY_MS;
}
