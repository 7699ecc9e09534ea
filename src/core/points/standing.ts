/**
 * A user's standing: the part of a profile that follows from the ledger. The server builds every profile with it, and
 * the phone and the operator's audit use it to find the part that the events do not support.
 */
import type { Badge } from './badges.ts';
import { dayOf } from './days.ts';
import { BUCKETS, type Head } from './events.ts';
import type { LedgerState, Points } from './evolve.ts';
import { currentStreak, type Streak } from './streak.ts';

/** Points in thousandths; `streak.current` is 0 after a missed day. */
export interface Standing {
  readonly head: Head;
  readonly points: Points;
  readonly level: number;
  /** Oldest first. */
  readonly badges: readonly Badge[];
  readonly friends: number;
  readonly streak: Streak;
}

/** What a profile shows. One that an earlier version kept says nothing of freezes. */
export interface ShownStanding extends Omit<Standing, 'streak'> {
  readonly streak: Omit<Streak, 'freezes'> & Partial<Pick<Streak, 'freezes'>>;
}

export type StandingFault = 'head' | 'points' | 'level' | 'badges' | 'friends' | 'streak';

/** The standing of a ledger's user at a time (UTC milliseconds). */
export function standingOf(state: LedgerState, at: number): Standing {
  const { head, points, level, badges, friends, streak } = state;
  return {
    head,
    points,
    level,
    badges,
    friends,
    streak: { ...streak, current: currentStreak(streak, dayOf(at)) },
  };
}

/**
 * The first shown part that differs from the recomputed state, or null. A current streak of 0 is accepted: whether a
 * day was missed depends on the server's day, and no other clock is reliable.
 */
export function standingFault(right: LedgerState, shown: ShownStanding): StandingFault | null {
  if (shown.head.seq !== right.head.seq || shown.head.hash !== right.head.hash) {
    return 'head';
  }
  if (BUCKETS.some((bucket) => shown.points[bucket] !== right.points[bucket])) {
    return 'points';
  }
  if (shown.level !== right.level) {
    return 'level';
  }
  const sameBadges =
    shown.badges.length === right.badges.length &&
    right.badges.every(
      ({ id, at }, index) => shown.badges[index]?.id === id && shown.badges[index]?.at === at,
    );
  if (!sameBadges) {
    return 'badges';
  }
  if (shown.friends !== right.friends) {
    return 'friends';
  }
  const { lastDay, current, longest, freezes } = right.streak;
  const sameStreak =
    shown.streak.lastDay === lastDay &&
    shown.streak.longest === longest &&
    (shown.streak.freezes ?? freezes) === freezes &&
    (shown.streak.current === current || shown.streak.current === 0);
  return sameStreak ? null : 'streak';
}
