/**
 * Daily check-ins. Only the server's UTC day counts. A day can be claimed when it is later than every claimed day, so a
 * clock that goes back never reopens one.
 */
import { DAY_MS, dayOf } from './days.ts';
import { RULES_V1, type Rules } from './rules.ts';

export interface Streak {
  /** The last claimed day, whole UTC days since 1970, or null. */
  readonly lastDay: number | null;
  /** Consecutive claimed days up to `lastDay`. For today's value use `currentStreak`. */
  readonly current: number;
  readonly longest: number;
}

export const NO_STREAK: Streak = { lastDay: null, current: 0, longest: 0 };

/** Consecutive claimed days up to today or yesterday, else 0. */
export function currentStreak(streak: Streak, today: number): number {
  return streak.lastDay !== null && streak.lastDay >= today - 1 ? streak.current : 0;
}

/** The day label of a claim after so many days in a row: it pays `checkInStep` times this. */
export function labelAfter(daysInRow: number, rules: Rules = RULES_V1): number {
  return Math.min(daysInRow + 1, rules.checkInMaxLabel);
}

/** The day label that the next claim gets. */
export function nextLabel(streak: Streak, today: number, rules: Rules = RULES_V1): number {
  return labelAfter(currentStreak(streak, today), rules);
}

export function isClaimable(streak: Streak, day: number): boolean {
  return streak.lastDay === null || day > streak.lastDay;
}

/** The streak after claiming a claimable day. */
export function claimed(streak: Streak, day: number): Streak {
  const current = streak.lastDay === day - 1 ? streak.current + 1 : 1;
  return { lastDay: day, current, longest: Math.max(streak.longest, current) };
}

export interface CheckInStatus {
  readonly isAvailable: boolean;
  readonly currentStreak: number;
  /** Thousandths that the next claim pays: today or, if today is claimed, tomorrow. */
  readonly bonusAmount: number;
  /** When the UTC day turns, milliseconds. */
  readonly nextDayAt: number;
}

/** The check-in status at a time (UTC milliseconds). */
export function checkInStatus(streak: Streak, at: number, rules: Rules = RULES_V1): CheckInStatus {
  const today = dayOf(at);
  return {
    isAvailable: isClaimable(streak, today),
    currentStreak: currentStreak(streak, today),
    bonusAmount: nextLabel(streak, today, rules) * rules.checkInStep,
    nextDayAt: (today + 1) * DAY_MS,
  };
}
