/** Which place of the bottom bar a path belongs to, and where its way back leads. */

const PARENTS: Readonly<Record<string, string>> = {
  '/riskmoney': '/calculators',
  '/riskpercent': '/calculators',
  '/averageposition': '/calculators',
  '/takeprofitstoploss': '/calculators',
  '/elliottwave': '/calculators',
  '/staking': '/calculators',
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

/** Where back leads when there is nothing to go back to; null on a place itself. */
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
