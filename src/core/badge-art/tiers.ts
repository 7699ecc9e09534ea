/** Parts that badges and level icons share: tier colours, ink and numerals. */
import { type Shape, shape } from './shape.ts';

export type Ink = 'dark' | 'light';

/**
 * Tiers so dark that a drawing on them must be light. Each tier takes the ink with the higher contrast along the whole
 * gradient.
 */
const LIGHT_INK: readonly number[] = [10];

export function inkOf(tier: number): Ink {
  return LIGHT_INK.includes(tier) ? 'light' : 'dark';
}

export function tierColours(tier: number): { readonly from: string; readonly to: string } {
  return { from: `var(--tier-${tier}-from)`, to: `var(--tier-${tier}-to)` };
}

/** Number of rings: one more for each five tiers. */
export function ringsOf(tier: number): number {
  return Math.ceil(tier / 5);
}

/** An engraved look: draws the light edge below first. `draw` gets a colour and an opacity. */
export function engraved(ink: Ink, draw: (colour: string, opacity: number) => Shape): readonly Shape[] {
  const [over, under] = ink === 'dark' ? ['dark', 'light'] : ['light', 'dark'];
  return [
    shape('g', { transform: 'translate(0 .9)' }, draw(`var(--glyph-${under})`, ink === 'dark' ? 0.5 : 0.4)),
    draw(`var(--glyph-${over})`, ink === 'dark' ? 0.88 : 1),
  ];
}

/** 1 to 20 in Roman numerals. */
export function roman(tier: number): string {
  const tens = tier >= 20 ? 'XX' : tier >= 10 ? 'X' : '';
  const ones = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX'][tier % 10] ?? '';
  return tens + ones;
}

const HEIGHT = 6.8;
const GAP = 2.1;
const WIDTHS: Readonly<Record<string, number>> = { I: 0, V: 5, X: 4.8 };

/** A tier's numeral as strokes centred on the middle, so that it looks the same without fonts. */
export function romanPath(tier: number, middleY: number): { readonly path: string; readonly width: number } {
  const letters = [...roman(tier)];
  const width =
    letters.reduce((sum, letter) => sum + (WIDTHS[letter] ?? 0), 0) + GAP * Math.max(0, letters.length - 1);
  const top = middleY - HEIGHT / 2;
  let x = -width / 2;
  const strokes: string[] = [];
  for (const letter of letters) {
    const wide = WIDTHS[letter] ?? 0;
    const right = digits(x + wide);
    const left = digits(x);
    if (letter === 'I') strokes.push(`M${left} ${top}v${HEIGHT}`);
    if (letter === 'V')
      strokes.push(`M${left} ${top}L${digits(x + wide / 2)} ${top + HEIGHT}L${right} ${top}`);
    if (letter === 'X')
      strokes.push(`M${left} ${top}L${right} ${top + HEIGHT}M${right} ${top}L${left} ${top + HEIGHT}`);
    x += wide + GAP;
  }
  return { path: strokes.join(''), width };
}

export function digits(value: number): string {
  return String(Math.round(value * 100) / 100);
}
