/** The names of levels and badges. */
import type { BadgeName } from '#core/points/badges.ts';
import type levels from '#locales/en/levels.json';
import { useTranslation } from './use-translation.ts';

type Level = keyof (typeof levels)['names'];

/** The key of a level's name. A level outside 1 to 20 counts as the nearest one. */
export function levelNameKey(level: number): `levels:names.${Level}` {
  const nearest = Math.min(20, Math.max(1, Math.trunc(level)));
  return `levels:names.${String(nearest) as Level}`;
}

/** The name of a badge; null for one that this version does not know. For screens with the texts of achievements. */
export function useBadgeName(badge: BadgeName | null): string {
  const { t } = useTranslation(['achievements', 'levels']);
  return badge === null ? t('unknownBadge') : t(`levels:badges.${badge.family}`, { tier: badge.tier });
}
