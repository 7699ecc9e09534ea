/** The number of a badge in the contracts: 16 bits, part of a token's address, never changed. */
import { type BadgeFamily, readBadge } from '#core/points/badges.ts';

const FAMILY_NUMBERS: Readonly<Record<BadgeFamily, number>> = { lev: 100, ref: 200, chain: 300, streak: 400 };

/** `lev_6` is 106; null if the id is not a badge. */
export function badgeNumber(id: string): number | null {
  const badge = readBadge(id);
  return badge === null ? null : FAMILY_NUMBERS[badge.family] + badge.tier;
}
