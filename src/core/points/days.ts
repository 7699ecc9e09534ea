/** UTC days, and counts per day whose size is bounded however long a ledger gets. */

export const DAY_MS = 24 * 60 * 60 * 1000;

/** The whole UTC day since 1970-01-01 of a time in milliseconds. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** A server may count an event of a day's last minutes to the next day. */
const CLOSING_MS = 10 * 60_000;

/** The first whole UTC day whose published total must hold what was known at a time in milliseconds. */
export function closingDayOf(ms: number): number {
  return dayOf(ms + CLOSING_MS);
}

/** How many days are kept; the caps look back 7. */
export const KEPT_DAYS = 32;

/** Counts of awards per day: only the latest days, at most `KEPT_DAYS`, lowest day first. */
export type DayCounts = readonly (readonly [day: number, count: number])[];

/**
 * The count of a day; infinite for a day that may have been dropped. So dropping can never reopen a cap, even if the
 * server's clock jumps.
 */
export function countOn(counts: DayCounts, day: number): number {
  for (let index = counts.length - 1; index >= 0; index -= 1) {
    const entry = counts[index];
    if (entry !== undefined && entry[0] <= day) {
      return entry[0] === day ? entry[1] : 0;
    }
  }
  return counts.length < KEPT_DAYS ? 0 : Number.POSITIVE_INFINITY;
}

/**
 * Adds one to a day. Only for days whose `countOn` is finite.
 * @param isOwn whether to change `counts` itself instead of a copy: no one else holds it.
 */
export function addOn(counts: DayCounts, day: number, isOwn = false): DayCounts {
  const next = isOwn ? (counts as [day: number, count: number][]) : counts.slice();
  let index = next.length - 1;
  while (index >= 0 && (next[index]?.[0] ?? day) > day) {
    index -= 1;
  }
  const entry = next[index];
  if (entry !== undefined && entry[0] === day) {
    next[index] = [day, entry[1] + 1];
    return next;
  }
  next.splice(index + 1, 0, [day, 1]);
  if (next.length > KEPT_DAYS) {
    next.shift();
  }
  return next;
}
