/**
 * Levels 1 to 20 by total points (the sum of the five buckets, thousandths of an iRICH). A level begins at its lower bound.
 */
import type { Bucket } from './events.ts';

export const MAX_LEVEL = 20;

/** Lower bounds of levels 1 to 20, thousandths; index 0 is level 1. From the level table of the product specification. */
export const LEVEL_BOUNDS: readonly number[] = [
  0, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000,
  5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000, 250_000_000, 500_000_000,
].map((points) => points * 1000);

/** The sum of the five buckets, thousandths. */
export function totalOf(points: Readonly<Record<Bucket, number>>): number {
  return (
    points.activity + points.referral + points.referral_activity + points.referral_referral + points.checkin
  );
}

/** The level of a total in thousandths; 1 below zero. A user's level is the highest ever reached, see `evolve`. */
export function levelOf(total: number, bounds: readonly number[] = LEVEL_BOUNDS): number {
  let level = 1;
  for (let index = 1; index < bounds.length; index += 1) {
    if (total < (bounds[index] ?? 0)) {
      break;
    }
    level = index + 1;
  }
  return level;
}

export interface LevelProgress {
  /** Lower bound of the level, thousandths. */
  readonly from: number;
  /** Where the next level begins, thousandths; null at the highest. */
  readonly to: number | null;
  /** From 0 to 1, for a progress bar only; 1 at the highest level. */
  readonly fraction: number;
}

/** How far a total is toward the next level. A correction may leave the total below its level: fraction 0. */
export function levelProgress(level: number, total: number): LevelProgress {
  const from = LEVEL_BOUNDS[level - 1] ?? 0;
  const to = LEVEL_BOUNDS[level] ?? null;
  const fraction = to === null ? 1 : Math.min(1, Math.max(0, (total - from) / (to - from)));
  return { from, to, fraction };
}
