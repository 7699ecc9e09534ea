/** Badges as the contracts know them: by a number of 16 bits, which is part of a token's address and never changes. */
import { type BadgeFamily, readBadge } from '#core/points/badges.ts';

const FAMILY_NUMBERS: Readonly<Record<BadgeFamily, number>> = { lev: 100, ref: 200, chain: 300, streak: 400 };

/** `lev_6` is 106; null for what is no badge. */
export function badgeNumber(id: string): number | null {
  const badge = readBadge(id);
  return badge === null ? null : FAMILY_NUMBERS[badge.family] + badge.tier;
}
