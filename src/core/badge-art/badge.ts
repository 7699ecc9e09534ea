/**
 * A badge, drawn from its family and tier: a hexagonal plate with a bevel, a ring for each five tiers, the family's glyph
 * engraved in it, the tier on a plaque below.
 */
import type { BadgeFamily } from '../points/badges.ts';
import { downward, gloss, line, type Picture, type Shape, shape } from './shape.ts';
import { digits, engraved, inkOf, ringsOf, romanPath, tierColours } from './tiers.ts';

export interface BadgeDrawing {
  /** Null for a badge that this version does not know. */
  readonly badge: { readonly family: BadgeFamily; readonly tier: number } | null;
  /** Not earned yet: the shape alone, in hint colour. */
  readonly isLocked: boolean;
  /** Prefix of the gradient ids; it must be unique on the page. */
  readonly id: string;
}

const OUTER = 35;
const INNER = 29.5;
const BOX = [-34, -38, 68, 76] as const;

/** Lines of each family, about 26 wide around the middle, for a stroke of 3. */
const GLYPHS: Readonly<Record<BadgeFamily | 'unknown', string>> = {
  // A rising stack of chevrons.
  lev: 'M-11.5 10 0 1.5 11.5 10M-9.5 2.5 0-4.5 9.5 2.5M-7.5-5 0-10.5 7.5-5',
  // Two figures, shoulder to shoulder.
  ref: 'M-13.2 9.4c0-8.4 12.6-8.4 12.6 0zM.6 9.4c0-8.4 12.6-8.4 12.6 0z',
  // Three links, each under the next on one side.
  chain:
    'M-2.87 -1.69A5.4 5.4 0 1 1 -5.82 -4.94M-5.13 1.69A5.4 5.4 0 0 1 2.18 -4.94M5.13 -1.69A5.4 5.4 0 0 1 -2.18 4.94M2.87 1.69A5.4 5.4 0 1 1 5.82 4.94',
  // A flame with a smaller one inside.
  streak:
    'M1-13.5c.6 5.6 9 8.6 9 16.3C10 8.4 5.6 12 0 12s-10-3.6-10-9.2c0-4.2 2.6-6.4 3.7-9.8C-4-6-2.8-4.4-2.2-2.4-.2-5.2.8-9 1-13.5zM0 11.6c-2.9 0-4.7-1.8-4.7-4.3C-4.7 4.4-1.8 3.2-.8.2 2.4 1.9 4.7 4.3 4.7 7.3c0 2.5-1.8 4.3-4.7 4.3z',
  unknown: 'M-6-5.5C-6-9.5-3.5-11.5 0-11.5s6 2 6 5.5C6-1 0-1 0 4.2M0 10.5v.1',
};

export function badgePicture({ badge, isLocked, id }: BadgeDrawing): Picture {
  const shapes =
    badge === null || isLocked ? lockedShapes(badge) : earnedShapes(badge.family, badge.tier, id);
  return { box: BOX, shapes };
}

function earnedShapes(family: BadgeFamily, tier: number, id: string): readonly Shape[] {
  const { from, to } = tierColours(tier);
  const rim = `url(#${id}rim)`;
  const ink = inkOf(tier);
  return [
    shape(
      'defs',
      {},
      downward(`${id}rim`, from, to),
      downward(`${id}face`, from, to),
      gloss(`${id}gloss`, 0.55),
    ),
    shape('path', {
      d: hexagon(OUTER),
      fill: rim,
      stroke: rim,
      strokeWidth: 3,
      strokeLinejoin: 'round',
    }),
    shape('path', edge(OUTER + 1.2, 'var(--glyph-dark)', 0.2, 0.7)),
    ...facets((light) => ({
      fill: light > 0 ? 'var(--glyph-light)' : 'var(--glyph-dark)',
      fillOpacity: Math.abs(light),
    })),
    shape('path', { d: hexagon(INNER), fill: `url(#${id}face)` }),
    shape('path', { d: hexagon(INNER), fill: `url(#${id}gloss)` }),
    shape('path', edge(INNER, 'var(--glyph-dark)', 0.22, 1)),
    shape('path', edge(INNER - 0.9, 'var(--glyph-light)', 0.5, 0.7)),
    ...rings(tier).map((radius) => shape('path', edge(radius, `var(--glyph-${ink})`, 0.34, 0.9))),
    ...engraved(ink, (colour, opacity) => glyph(family, colour, opacity)),
    ...plaque(tier, 'var(--glyph-dark)', 'var(--glyph-light)', rim),
  ];
}

function lockedShapes(badge: BadgeDrawing['badge']): readonly Shape[] {
  const hint = 'var(--hint)';
  return [
    shape('path', {
      d: hexagon(OUTER),
      fill: hint,
      fillOpacity: 0.1,
      stroke: hint,
      strokeOpacity: 0.45,
      strokeWidth: 1.5,
      strokeLinejoin: 'round',
    }),
    ...facets((light) => ({ fill: hint, fillOpacity: digits(0.16 - light * 0.2) })),
    ...(badge === null
      ? []
      : rings(badge.tier).map((radius) => shape('path', edge(radius, hint, 0.35, 0.9)))),
    glyph(badge?.family ?? 'unknown', hint, 1),
    ...(badge === null ? [] : plaque(badge.tier, 'var(--surface)', hint, hint)),
  ];
}

/** A hexagon standing on a corner. */
function hexagon(radius: number): string {
  const corners = CORNERS.map((corner) => at(corner, radius));
  return `M${corners.join('L')}z`;
}

const CORNERS = [0, 1, 2, 3, 4, 5] as const;

function at(corner: number, radius: number): string {
  const angle = (corner * Math.PI) / 3;
  return `${digits(radius * Math.sin(angle))} ${digits(-radius * Math.cos(angle))}`;
}

/** Brightness of each side of the bevel, clockwise from the upper right one; below zero is shadow. */
const LIGHT = [0.4, 0.12, -0.26, -0.4, -0.1, 0.58] as const;

function facets(paint: (light: number) => Shape['attributes']): readonly Shape[] {
  return LIGHT.map((light, side) =>
    shape('path', {
      d: `M${at(side, OUTER)}L${at(side + 1, OUTER)}L${at(side + 1, INNER)}L${at(side, INNER)}z`,
      ...paint(light),
    }),
  );
}

function rings(tier: number): readonly number[] {
  return Array.from({ length: ringsOf(tier) }, (_, ring) => 26.6 - ring * 2);
}

function edge(radius: number, stroke: string, strokeOpacity: number, strokeWidth: number) {
  return { d: hexagon(radius), fill: 'none', stroke, strokeOpacity, strokeWidth, strokeLinejoin: 'round' };
}

function glyph(family: BadgeFamily | 'unknown', colour: string, opacity: number): Shape {
  const isFilled = family === 'streak' || family === 'ref';
  const outline = shape('path', {
    d: GLYPHS[family],
    fill: isFilled ? colour : 'none',
    fillRule: 'evenodd',
    stroke: colour,
    strokeWidth: STROKES[family],
    strokeLinecap: family === 'chain' ? 'butt' : 'round',
    strokeLinejoin: 'round',
  });
  const heads =
    family === 'ref' ? HEADS.map((cx) => shape('circle', { cx, cy: -5.6, r: 4.6, fill: colour })) : [];
  return shape(
    'g',
    { transform: `translate(0 -3.6) scale(${family === 'chain' ? 1.3 : 1.12})`, opacity },
    outline,
    ...heads,
  );
}

const STROKES = { lev: 3.1, ref: 1.8, chain: 2.9, streak: 0.8, unknown: 3.1 } as const;

/** X positions of the two heads in the `ref` glyph. */
const HEADS = [-6.6, 6.6] as const;

function plaque(tier: number, ground: string, ink: string, rim: string): readonly Shape[] {
  const numeral = romanPath(tier, 24.6);
  const width = Math.max(19, numeral.width + 11.5);
  return [
    shape('rect', {
      x: digits(-width / 2),
      y: 17.9,
      width: digits(width),
      height: 13.4,
      rx: 4.4,
      fill: ground,
      stroke: rim,
      strokeWidth: 1.3,
    }),
    line(numeral.path, ink, 1.7),
  ];
}
