/** How long a reward animation plays: the `--reward` token of the styles. */

/** Milliseconds of a CSS time such as `320ms` or `.32s`; 0 for anything else. */
export function milliseconds(time: string): number {
  const match = /^((?:\d*\.)?\d+)(ms|s)$/i.exec(time.trim());
  if (match === null) return 0;
  return Number(match[1]) * (match[2]?.toLowerCase() === 's' ? 1000 : 1);
}

/** Milliseconds; 0 for reduced motion. */
export function rewardDuration(): number {
  return milliseconds(getComputedStyle(document.documentElement).getPropertyValue('--reward'));
}
