/** How long to wait before the next try by itself. */
import type { Random } from '#platform/random.ts';

const FIRST_MS = 1_000;
/** Without an answer the network may be back at any moment, and nobody may say so. */
const LONGEST_SOON_MS = 30_000;
const LONGEST_MS = 5 * 60_000;
const LONGEST_ASKED_MS = 60 * 60_000;

/**
 * Doubles with every failed try, between half and all of it by chance, so that many devices do not come back at once.
 * @param tries failed in a row, from 1. @param soon somebody waits for it. @param askedMs what the server asked for (`Retry-After`), or null.
 */
export function delayMs(tries: number, soon: boolean, askedMs: number | null, random: Random): number {
  const longest = soon ? LONGEST_SOON_MS : LONGEST_MS;
  const own = Math.min(longest, FIRST_MS * 2 ** Math.min(tries, 20)) * (0.5 + random.next() / 2);
  const asked = askedMs === null ? 0 : Math.min(LONGEST_ASKED_MS, askedMs) + random.next() * 1_000;
  return Math.round(Math.max(own, asked));
}
