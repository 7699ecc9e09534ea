/**
 * Pictures as plain data: the screen renders them as elements, and files use them as text. Colours are names of design
 * tokens, `var(--tier-5-from)`.
 */

/** An SVG element. Attribute names follow React (`strokeWidth`); files derive theirs from them. */
export interface Shape {
  readonly tag: 'circle' | 'defs' | 'g' | 'linearGradient' | 'path' | 'radialGradient' | 'rect' | 'stop';
  readonly attributes: Readonly<Record<string, string | number>>;
  readonly children: readonly Shape[];
}

export interface Picture {
  /** Left, top, width, height. */
  readonly box: readonly [number, number, number, number];
  readonly shapes: readonly Shape[];
}

export function shape(
  tag: Shape['tag'],
  attributes: Shape['attributes'],
  ...children: readonly Shape[]
): Shape {
  return { tag, attributes, children };
}

/** A path as a round line, without a fill. */
export function line(d: string, stroke: string, strokeWidth: number): Shape {
  return shape('path', {
    d,
    fill: 'none',
    stroke,
    strokeWidth,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  });
}

/** Light from above on the upper half of a round face. */
export function gloss(id: string, stopOpacity: number): Shape {
  return shape(
    'radialGradient',
    { id, cx: 0.35, cy: 0.1, r: 0.75 },
    shape('stop', { stopColor: 'var(--glyph-light)', stopOpacity }),
    shape('stop', { offset: 1, stopColor: 'var(--glyph-light)', stopOpacity: 0 }),
  );
}

/** A gradient from the top of the filled shape to its bottom. */
export function downward(id: string, from: string, to: string): Shape {
  return shape(
    'linearGradient',
    { id, x1: 0, y1: 0, x2: 0, y2: 1 },
    shape('stop', { stopColor: from }),
    shape('stop', { offset: 1, stopColor: to }),
  );
}
