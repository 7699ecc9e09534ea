/** The unearned badges of each family, with progress, and their amounts as text. */
import { BADGE_FAMILIES, BADGE_TIERS, type BadgeFamily, type BadgeName } from '#core/points/badges.ts';
import { LEVEL_BOUNDS, totalOf } from '#core/points/levels.ts';
import type { DeviceProfile } from '#device/model.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { pointsShort } from '#i18n/points.ts';

export interface FamilyStanding {
  readonly family: BadgeFamily;
  /** The user's amount in the units of the bounds; null while unknown. */
  readonly current: number | null;
  /** Lowest tier first. */
  readonly locked: readonly (BadgeName & { readonly id: string })[];
}

export function familiesOf(profile: DeviceProfile | null): readonly FamilyStanding[] {
  const owned = new Set(profile?.badges.map(({ id }) => id));
  return BADGE_FAMILIES.map((family) => ({
    family,
    current: profile === null ? null : currentOf(profile, family),
    locked: BADGE_TIERS[family]
      .map((_, index) => ({ id: `${family}_${index + 1}`, family, tier: index + 1 }))
      .filter(({ id }) => !owned.has(id)),
  }));
}

/** A badge that is not earned yet, and the user's amount toward it. */
export type NextBadge = BadgeName & { readonly id: string; readonly current: number };

/** Order of badges with equal progress: those that need no friend come first. */
const BY_OWN_EFFORT: readonly BadgeFamily[] = ['lev', 'streak', 'ref', 'chain'];

/** The next badge of each family, the one with the most progress first; none while the amounts are unknown. */
export function nextBadges(standings: readonly FamilyStanding[], count: number): readonly NextBadge[] {
  const effort = ({ family }: BadgeName) => BY_OWN_EFFORT.indexOf(family);
  return standings
    .flatMap(({ current, locked: [badge] }) =>
      current === null || badge === undefined ? [] : [{ ...badge, current }],
    )
    .toSorted((a, b) => fractionOf(b.current, b) - fractionOf(a.current, a) || effort(a) - effort(b))
    .slice(0, count);
}

/** The bound of a tier: points in all or from friends (thousandths of an iRICH), friends, or days. 0 below tier 1. */
export function boundOf({ family, tier }: BadgeName): number {
  const bounds = family === 'lev' ? LEVEL_BOUNDS : BADGE_TIERS[family];
  return bounds[tier - 1] ?? 0;
}

/** Progress from `startOf` to this tier, from 0 to 1. */
export function fractionOf(current: number, badge: BadgeName): number {
  const from = startOf(current, badge);
  const way = boundOf(badge) - from;
  return way <= 0 ? 1 : Math.min(1, Math.max(0, (current - from) / way));
}

/** Where the way to a tier begins: at the previous one, once the user is there. */
export function startOf(current: number, { family, tier }: BadgeName): number {
  const previous = boundOf({ family, tier: tier - 1 });
  return current < previous ? 0 : previous;
}

/** An amount of a family without its unit: "12.5K" of points, "1,204" of anything else. */
export function amountText(family: BadgeFamily, amount: number): string {
  return family === 'chain' || family === 'lev' ? pointsShort(amount) : wholeNumber(amount);
}

function currentOf(profile: DeviceProfile, family: BadgeFamily): number {
  switch (family) {
    case 'lev':
      return totalOf(profile.points);
    case 'ref':
      return profile.friends;
    case 'chain':
      return profile.points.referral_activity;
    case 'streak':
      return profile.streak.longest;
  }
}
