/** TEP-64: the metadata of the collection and its badges for wallets and explorers, as JSON at an address of this server. */
import { FILES } from '#core/contract/calls.ts';
import type { BadgeMetadata, TokenMetadata } from '#core/contract/files.ts';
import { DEFAULT_LANGUAGE, type Language } from '#core/languages.ts';
import { BADGE_TIERS, readBadge } from '#core/points/badges.ts';
import { levelName, pointsText, translator } from '../bot/texts.ts';
import type { CollectionContent } from './contracts.ts';

/** The name of the app, and the address of this server. */
interface Issuer {
  readonly appName: string;
  readonly publicUrl: string;
}

/** The addresses of metadata that a collection stores. */
export function contentOf(publicUrl: string): CollectionContent {
  const own = `${publicUrl}${FILES.badgeCollection.path}`;
  return { own, common: own.slice(0, own.lastIndexOf('/') + 1) };
}

/** The rest of the address of a badge's metadata, after the common part. */
export function badgeContent(badgeId: string, language: Language): string {
  return `${language}/${badgeId}.json`;
}

/** The collection has a single description. */
export function collectionMetadata({ appName: app, publicUrl }: Issuer): TokenMetadata {
  const t = translator(DEFAULT_LANGUAGE);
  return {
    name: t('sbt:collection.name', { app }),
    description: t('sbt:collection.description', { app }),
    image: `${publicUrl}/icon-512.png`,
  };
}

/** Null if the id is not a badge. */
export function badgeMetadata(
  badgeId: string,
  language: Language,
  { appName: app, publicUrl }: Issuer,
): BadgeMetadata | null {
  const badge = readBadge(badgeId);
  const bound = badge === null ? undefined : BADGE_TIERS[badge.family][badge.tier - 1];
  if (badge === null || bound === undefined) return null;
  const { family, tier } = badge;
  const t = translator(language);
  // The bounds of the chain family are already thousandths of points.
  const amount = pointsText(family === 'chain' ? bound : bound * 1000, language);
  const colour = levelName(tier, t);
  return {
    name: t('sbt:name', { app, badge: t(`levels:badges.${family}`, { tier }) }),
    description: t(`sbt:earned.${family}`, { count: bound, amount }),
    image: `${publicUrl}/badges/${badgeId}.png`,
    attributes: [
      { trait_type: t('sbt:attribute.family'), value: t(`sbt:family.${family}`) },
      { trait_type: t('sbt:attribute.tier'), value: `${tier}` },
      { trait_type: t('sbt:attribute.colour'), value: colour },
    ],
  };
}
