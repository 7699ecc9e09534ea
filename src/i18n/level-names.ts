/** The keys of the 20 level names. */
import type levels from '#locales/en/levels.json';

type Level = keyof (typeof levels)['names'];

/** A level outside 1 to 20 counts as the nearest one. */
export function levelNameKey(level: number): `levels:names.${Level}` {
  const nearest = Math.min(20, Math.max(1, Math.trunc(level)));
  return `levels:names.${String(nearest) as Level}`;
}
