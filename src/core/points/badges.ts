/**
 * Badges: four families of 20 tiers. A badge is earned once, at the event that first reaches its tier, and never lost.
 */
import type { Bucket } from './events.ts';

/** In the order in which badges of the same event are listed. */
export const BADGE_FAMILIES = ['lev', 'ref', 'chain', 'streak'] as const;
export type BadgeFamily = (typeof BADGE_FAMILIES)[number];

/** The threshold of each tier (1 to 20, index 0 is tier 1). */
export type BadgeTiers = Readonly<Record<BadgeFamily, readonly number[]>>;

/** `lev`: levels; `ref`: invited users; `chain`: total referral_activity in thousandths; `streak`: days. */
export const BADGE_TIERS: BadgeTiers = {
  lev: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
  ref: [
    1, 3, 5, 10, 15, 25, 50, 75, 100, 150, 250, 500, 750, 1_000, 1_500, 2_500, 5_000, 10_000, 25_000, 50_000,
  ],
  chain: [
    10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000,
    1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000,
  ].map((points) => points * 1000),
  streak: [3, 7, 14, 21, 30, 45, 60, 75, 90, 100, 120, 150, 180, 210, 250, 300, 365, 500, 730, 1_000],
};

export const ALL_BADGES = BADGE_FAMILIES.reduce((sum, family) => sum + BADGE_TIERS[family].length, 0);

export interface Badge {
  /** Family, underscore, tier: `lev_1`. */
  readonly id: string;
  /** When the event that earned it was decided, UTC milliseconds. */
  readonly at: number;
}

/** The values that badges depend on; a ledger's state has them all. */
export interface BadgeProgress {
  readonly onboarded: boolean;
  readonly level: number;
  readonly friends: number;
  readonly points: Readonly<Record<Bucket, number>>;
  readonly streak: { readonly longest: number };
}

/**
 * Ids of the badges whose tier lies between two states, lowest tier first. May include a badge earned before (if a
 * total went down and up again); the caller drops those. `lev_1` is earned by completing onboarding, not by points.
 */
export function badgesEarned(
  tiers: BadgeTiers,
  before: BadgeProgress,
  after: BadgeProgress,
): readonly string[] {
  if (
    after.onboarded === before.onboarded &&
    after.level === before.level &&
    after.friends === before.friends &&
    after.points.referral_activity === before.points.referral_activity &&
    after.streak.longest === before.streak.longest
  ) {
    return NONE;
  }
  const earned: string[] = after.onboarded && !before.onboarded ? ['lev_1'] : [];
  reach(earned, 'lev', tiers.lev, Math.max(1, before.level), after.level);
  reach(earned, 'ref', tiers.ref, before.friends, after.friends);
  reach(earned, 'chain', tiers.chain, before.points.referral_activity, after.points.referral_activity);
  reach(earned, 'streak', tiers.streak, before.streak.longest, after.streak.longest);
  return earned;
}

const NONE: readonly string[] = [];

export interface BadgeName {
  readonly family: BadgeFamily;
  /** 1 to 20. */
  readonly tier: number;
}

/** Family and tier of a badge id, or null for anything else. */
export function readBadge(id: string): BadgeName | null {
  const match = /^(lev|ref|chain|streak)_([1-9]|1[0-9]|20)$/.exec(id);
  const family = BADGE_FAMILIES.find((name) => name === match?.[1]);
  return match === null || family === undefined ? null : { family, tier: Number(match[2]) };
}

function reach(earned: string[], family: BadgeFamily, tiers: readonly number[], from: number, to: number) {
  if (to <= from) {
    return;
  }
  for (let index = 0; index < tiers.length; index += 1) {
    const bound = tiers[index] ?? Number.POSITIVE_INFINITY;
    if (bound > to) {
      return;
    }
    if (bound > from) {
      earned.push(`${family}_${index + 1}`);
    }
  }
}
