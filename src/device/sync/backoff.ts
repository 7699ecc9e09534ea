/** The wait before the next automatic try. */
import type { Random } from '#platform/random.ts';

const FIRST_MS = 1_000;
/** Without an answer, the network may be back at any moment without an event. */
const LONGEST_SOON_MS = 30_000;
const LONGEST_MS = 5 * 60_000;
const LONGEST_ASKED_MS = 60 * 60_000;

/**
 * Doubles with every failed try, at random between half and all of it, so that many devices do not come back at once.
 * @param tries failed in a row, from 1. @param soon the user is waiting. @param askedMs the server's request
 * (`Retry-After`), or null.
 */
export function delayMs(tries: number, soon: boolean, askedMs: number | null, random: Random): number {
  const longest = soon ? LONGEST_SOON_MS : LONGEST_MS;
  const own = Math.min(longest, FIRST_MS * 2 ** Math.min(tries, 20)) * (0.5 + random.next() / 2);
  const asked = askedMs === null ? 0 : Math.min(LONGEST_ASKED_MS, askedMs) + random.next() * 1_000;
  return Math.round(Math.max(own, asked));
}
