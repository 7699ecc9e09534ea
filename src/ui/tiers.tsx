/** What badges and level icons share: the gradient of a tier, the colour of what is drawn on it, its numeral. */
import './tiers.css';

/** Tiers whose gradient is too light for a white drawing. */
const LIGHT: readonly number[] = [1, 3, 5, 7, 8, 9, 12, 13, 18];

export function tierGlyph(tier: number, locked: boolean): string {
  if (locked) return 'var(--hint)';
  return LIGHT.includes(tier) ? 'var(--glyph-dark)' : 'var(--glyph-light)';
}

/** A gradient from the top of what it fills to its foot; `flip` turns it round, for a bevel. */
export function TierGradient({
  id,
  tier,
  flip,
}: {
  readonly id: string;
  readonly tier: number;
  readonly flip?: boolean;
}) {
  const ends = [`var(--tier-${tier}-from)`, `var(--tier-${tier}-to)`];
  if (flip) ends.reverse();
  return (
    <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
      <stop stopColor={ends[0]} />
      <stop offset="1" stopColor={ends[1]} />
    </linearGradient>
  );
}

/** 1 to 20 in Roman numerals. */
export function roman(tier: number): string {
  const tens = tier >= 20 ? 'XX' : tier >= 10 ? 'X' : '';
  const ones = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'][tier % 10] ?? '';
  return tens + ones;
}
