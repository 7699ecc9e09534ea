/** Maps a path to its main screen in the bottom bar, and to its parent for going back. */
import { CALCULATORS } from '#core/calculators/catalogue.ts';

const PARENTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.values(CALCULATORS).map(({ path }) => [path, '/calculators'])),
  '/history': '/calculators',
  '/cryptooverview': '/index',
  '/calendar': '/index',
  '/referrals': '/profile',
  '/language': '/profile',
  '/notifications': '/profile',
  '/privacy': '/profile',
  '/achievements': '/profile',
  '/profitable': '/profile',
};

/** The target of back if the history is empty; null on a main screen. */
export function parentOf(path: string): string | null {
  return PARENTS[normal(path)] ?? null;
}

export function placeOf(path: string): string {
  const own = normal(path);
  return PARENTS[own] ?? (own === '/sbt' ? '/SBT' : own);
}

function normal(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end).toLowerCase();
}
