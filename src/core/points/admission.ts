/**
 * Admission control: how many events a user may append in a day. It runs before the ledger; replay and audit ignore it,
 * so a ledger with more events in a day is still valid.
 */
import { DAY_MS, dayOf } from './days.ts';

/** Greatest number of events that one user's own calls append per UTC day of receipt. */
export const MOST_EVENTS_PER_DAY = 1_000;

/** When the next UTC day begins, milliseconds. @param now milliseconds. */
export function nextDayAt(now: number): number {
  return (dayOf(now) + 1) * DAY_MS;
}
