/**
 * Daily check-ins. Only the server's UTC day counts. A day can be claimed when it is later than every claimed day, so a
 * clock that goes back never reopens one. A freeze keeps a streak over one missed day.
 */
import { DAY_MS, dayOf } from './days.ts';
import { CURRENT_RULES, type Rules } from './rules.ts';

export interface Streak {
  /** The last claimed day, whole UTC days since 1970, or null. */
  readonly lastDay: number | null;
  /** Days in a row up to `lastDay`; days that a freeze covered are not counted. For today's value use `currentStreak`. */
  readonly current: number;
  readonly longest: number;
  /** Freezes that are kept. */
  readonly freezes: number;
}

export const NO_STREAK: Streak = { lastDay: null, current: 0, longest: 0, freezes: 0 };

/** Days between the last claimed day and this one; 0 or less if none was missed. */
function missedBefore({ lastDay }: Streak, day: number): number {
  return lastDay === null ? Number.POSITIVE_INFINITY : day - lastDay - 1;
}

/** Days in a row, if the days missed before today fit the freezes, else 0. */
export function currentStreak(streak: Streak, today: number): number {
  return missedBefore(streak, today) <= streak.freezes ? streak.current : 0;
}

/** How many freezes a claim of today would use. */
function freezesAtWork(streak: Streak, today: number): number {
  return currentStreak(streak, today) > 0 ? Math.max(0, missedBefore(streak, today)) : 0;
}

/** The day label of a claim after so many days in a row: it pays `checkInStep` times this. */
export function labelAfter(daysInRow: number, rules: Rules = CURRENT_RULES): number {
  return Math.min(daysInRow + 1, rules.checkInMaxLabel);
}

/** The day label that the next claim gets. */
export function nextLabel(streak: Streak, today: number, rules: Rules = CURRENT_RULES): number {
  return labelAfter(currentStreak(usable(streak, rules), today), rules);
}

/** Rules without freezes use none. */
function usable(streak: Streak, rules: Rules): Streak {
  return rules.freezes === null ? { ...streak, freezes: 0 } : streak;
}

export function isClaimable(streak: Streak, day: number): boolean {
  return streak.lastDay === null || day > streak.lastDay;
}

/** The streak after claiming a claimable day. A streak that was lost keeps its freezes. */
export function claimed(streak: Streak, day: number, rules: Rules): Streak {
  const before = usable(streak, rules);
  const current = currentStreak(before, day) + 1;
  const longest = Math.max(streak.longest, current);
  const kept = streak.freezes - freezesAtWork(before, day);
  const earnsOne = rules.freezes !== null && current % rules.freezes.every === 0 && kept < rules.freezes.most;
  return { lastDay: day, current, longest, freezes: earnsOne ? kept + 1 : kept };
}

export interface CheckInStatus {
  readonly isAvailable: boolean;
  readonly currentStreak: number;
  /** Thousandths that the next claim pays: today or, if today is claimed, tomorrow. */
  readonly bonusAmount: number;
  /** Freezes that are kept now, before the next claim uses some. */
  readonly freezes: number;
  /** How many of them the next claim uses. */
  readonly freezesAtWork: number;
  /** When the UTC day turns, milliseconds. */
  readonly nextDayAt: number;
}

/** The check-in status at a time (UTC milliseconds). */
export function checkInStatus(streak: Streak, at: number, rules: Rules = CURRENT_RULES): CheckInStatus {
  const today = dayOf(at);
  return {
    isAvailable: isClaimable(streak, today),
    currentStreak: currentStreak(streak, today),
    bonusAmount: nextLabel(streak, today, rules) * rules.checkInStep,
    freezes: streak.freezes,
    freezesAtWork: freezesAtWork(usable(streak, rules), today),
    nextDayAt: (today + 1) * DAY_MS,
  };
}
