/** What is still to be earned in each family, and how far it is. */
import { BADGE_FAMILIES, BADGE_TIERS, type BadgeFamily, type BadgeName } from '#core/points/badges.ts';
import type { DeviceProfile } from '#data/model.ts';

export interface LockedBadge extends BadgeName {
  readonly id: string;
  /** What it asks for: a level, friends, thousandths of an iRICH, days. */
  readonly bound: number;
}

export interface FamilyStanding {
  readonly family: BadgeFamily;
  /** What the user has of it, in the units of `bound`; null where nobody knows yet. */
  readonly current: number | null;
  /** Lowest tier first. */
  readonly locked: readonly LockedBadge[];
}

export function familiesOf(profile: DeviceProfile | null): readonly FamilyStanding[] {
  const owned = new Set(profile?.badges.map(({ id }) => id));
  return BADGE_FAMILIES.map((family) => ({
    family,
    current: profile === null ? null : currentOf(profile, family),
    locked: BADGE_TIERS[family]
      .map((bound, index) => ({ id: `${family}_${index + 1}`, family, tier: index + 1, bound }))
      .filter(({ id }) => !owned.has(id)),
  }));
}

/** From 0 to 1. */
export function fractionOf(current: number, bound: number): number {
  return bound <= 0 ? 1 : Math.min(1, Math.max(0, current / bound));
}

function currentOf(profile: DeviceProfile, family: BadgeFamily): number {
  switch (family) {
    case 'lev':
      return profile.level;
    case 'ref':
      return profile.friends;
    case 'chain':
      return profile.points.referral_activity;
    case 'streak':
      return profile.streak.longest;
  }
}
