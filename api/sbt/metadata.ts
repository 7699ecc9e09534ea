/** TEP-64: what wallets and explorers show of the collection and its badges, as JSON at an address of ours. */
import { BADGE_TIERS, readBadge } from '#core/points/badges.ts';
import { type Language, levelName, pointsText, translator } from '../bot/texts.ts';
import type { CollectionContent } from './contracts.ts';

export const METADATA_PATH = '/sbt/';

export interface Metadata {
  readonly name: string;
  readonly description: string;
  /** The address of a PNG. */
  readonly image: string;
}

export interface BadgeMetadata extends Metadata {
  readonly attributes: readonly { readonly trait_type: string; readonly value: string }[];
}

/** What a collection is told of where it is described. */
export function contentOf(publicUrl: string): CollectionContent {
  const common = `${publicUrl}${METADATA_PATH}`;
  return { own: `${common}collection.json`, common };
}

/** The rest of a badge's address, after the common part. */
export function badgeContent(badgeId: string, language: Language): string {
  return `${language}/${badgeId}.json`;
}

/** A collection is described once, for everybody. */
export function collectionMetadata(publicUrl: string): Metadata {
  const t = translator('en');
  return {
    name: t('sbt:collection.name'),
    description: t('sbt:collection.description'),
    image: `${publicUrl}/icon-512.png`,
  };
}

/** Null for what is no badge. */
export function badgeMetadata(badgeId: string, language: Language, publicUrl: string): BadgeMetadata | null {
  const badge = readBadge(badgeId);
  const bound = badge === null ? undefined : BADGE_TIERS[badge.family][badge.tier - 1];
  if (badge === null || bound === undefined) return null;
  const { family, tier } = badge;
  const t = translator(language);
  // Bounds of the chain are points already.
  const amount = pointsText(family === 'chain' ? bound : bound * 1000, language);
  const colour = levelName(tier, t);
  return {
    name: t('sbt:name', { badge: t(`levels:badges.${family}`, { tier }) }),
    description: t(`sbt:earned.${family}`, { count: bound, amount }),
    image: `${publicUrl}/badges/${badgeId}.png`,
    attributes: [
      { trait_type: t('sbt:attribute.family'), value: t(`sbt:family.${family}`) },
      { trait_type: t('sbt:attribute.tier'), value: `${tier}` },
      { trait_type: t('sbt:attribute.colour'), value: colour },
    ],
  };
}
