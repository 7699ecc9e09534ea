/** Whether what a profile shows is what its ledger says: the last step of verifying one's own points. */
import { BUCKETS, type Head } from './events.ts';
import type { LedgerState, Points } from './evolve.ts';

/** What a profile claims, in the units of `LedgerState`. */
export interface Shown {
  readonly head: Head;
  readonly points: Points;
  readonly level: number;
  readonly badges: readonly { readonly id: string; readonly at: number }[];
  readonly friends: number;
  readonly streak: { readonly lastDay: number | null; readonly longest: number };
}

export type StandingFault = 'head' | 'points' | 'level' | 'badges' | 'friends' | 'streak';

/** The first thing that a profile shows differently from the recomputed state of the same ledger, or null. */
export function standingFault(state: LedgerState, shown: Shown): StandingFault | null {
  if (shown.head.seq !== state.head.seq || shown.head.hash !== state.head.hash) {
    return 'head';
  }
  if (BUCKETS.some((bucket) => shown.points[bucket] !== state.points[bucket])) {
    return 'points';
  }
  if (shown.level !== state.level) {
    return 'level';
  }
  const sameBadges =
    shown.badges.length === state.badges.length &&
    state.badges.every(
      ({ id, at }, index) => shown.badges[index]?.id === id && shown.badges[index]?.at === at,
    );
  if (!sameBadges) {
    return 'badges';
  }
  if (shown.friends !== state.friends) {
    return 'friends';
  }
  return shown.streak.lastDay === state.streak.lastDay && shown.streak.longest === state.streak.longest
    ? null
    : 'streak';
}
