/** A badge, drawn from its family and tier: a hexagonal plate with a bevel, a glyph, the tier, a ring per five tiers. */
import { useId } from 'react';
import type { BadgeFamily } from '#core/points/badges.ts';
import { roman, TierGradient, tierGlyph } from './tiers.tsx';

export interface BadgeProps {
  readonly family: BadgeFamily;
  /** 1 to 20. */
  readonly tier: number;
  /** Its name, read out; leave it out where the name stands beside it. */
  readonly label?: string;
  /** Not earned yet: the shape alone, in hint colour. */
  readonly locked?: boolean;
  /** Width in pixels; the container's width where left out. */
  readonly size?: number;
}

const GLYPHS: Readonly<Record<BadgeFamily, string>> = {
  lev: 'M-9 5 0-2 9 5M-9-2 0-9 9-2',
  ref: 'M-5.5-3.5a3.6 3.6 0 1 0-.1 0M5.5-3.5a3.6 3.6 0 1 0-.1 0M-11.5 6.5c.5-6.5 11.5-6.5 12 0M-.5 6.5c.5-6.5 11.5-6.5 12 0',
  chain: 'M-4-6h-3a5 5 0 0 0 0 10h3M4-6h3a5 5 0 0 1 0 10H4M-4.5-1h9',
  streak:
    'M.5-11C1.5-6 7.5-3.5 7.5 2.5a7.5 7 0 0 1-15 0c0-3.5 2.5-5 2.8-8 1.7.8 2.9 2.2 3.2 4.2C.5-4 1-7 .5-11z',
};

export function Badge({ family, tier, label, locked = false, size }: BadgeProps) {
  const id = useId();
  const glyph = tierGlyph(tier, locked);
  const rings = Math.ceil(tier / 5);
  return (
    <svg
      viewBox="-34 -38 68 76"
      width={size ?? '100%'}
      role="img"
      aria-label={label ?? ''}
      aria-hidden={label === undefined}
    >
      {!locked && (
        <defs>
          <TierGradient id={`${id}rim`} tier={tier} flip />
          <TierGradient id={`${id}face`} tier={tier} />
        </defs>
      )}
      <path d={plate(34)} fill={locked ? 'var(--line)' : `url(#${id}rim)`} />
      <path d={plate(30.5)} fill={locked ? 'var(--surface)' : `url(#${id}face)`} />
      {Array.from({ length: rings }, (_, ring) => 28 - ring * 2.6).map((radius) => (
        <path
          key={radius}
          d={plate(radius)}
          fill="none"
          stroke={locked ? 'var(--line)' : 'var(--glyph-shine)'}
          strokeWidth="1"
        />
      ))}
      <path
        d={GLYPHS[family]}
        transform="translate(0 -3)"
        fill="none"
        stroke={glyph}
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <text y="17" textAnchor="middle" fontSize="8" fontWeight="700" fill={glyph}>
        {roman(tier)}
      </text>
    </svg>
  );
}

/** A hexagon standing on a corner, slightly narrower than regular. */
function plate(radius: number): string {
  const x = (radius * 0.866).toFixed(2);
  const y = (radius / 2).toFixed(2);
  return `M0-${radius}L${x}-${y}V${y}L0 ${radius}L-${x} ${y}V-${y}z`;
}
