/** Every picture of the product's rewards, by the name of its file: 80 badges and 20 level icons. */
import { BADGE_FAMILIES, BADGE_TIERS } from '../points/badges.ts';
import { LEVEL_BOUNDS } from '../points/levels.ts';
import { badgePicture } from './badge.ts';
import { levelPicture } from './level.ts';
import type { Picture } from './shape.ts';

export function allPictures(): ReadonlyMap<string, Picture> {
  const pictures = new Map<string, Picture>();
  for (const family of BADGE_FAMILIES) {
    BADGE_TIERS[family].forEach((_, index) => {
      const badge = { family, tier: index + 1 };
      pictures.set(`badges/${family}_${badge.tier}`, badgePicture({ badge, isLocked: false, id: '' }));
    });
  }
  LEVEL_BOUNDS.forEach((_, index) => {
    pictures.set(`levels/level_${index + 1}`, levelPicture(index + 1, ''));
  });
  return pictures;
}
