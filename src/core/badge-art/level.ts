/** A level, drawn from its number: a round plate in the tier's gradient with chevrons, a ring for each five levels. */
import { downward, gloss, line, type Picture, type Shape, shape } from './shape.ts';
import { digits, engraved, inkOf, ringsOf, tierColours } from './tiers.ts';

const RADIUS = 26;
const FACE = 22.4;
const BOX = [-27, -27, 54, 54] as const;
const STAR = 'M0-4.6 1.4-1.6 4.5-1.3 2.1.8 2.8 4 0 2.4-2.8 4-2.1.8-4.5-1.3-1.4-1.6z';

/** @param id prefix of the gradient ids; it must be unique on the page. */
export function levelPicture(level: number, id: string): Picture {
  const { from, to } = tierColours(level);
  const ink = inkOf(level);
  const circle = (r: number, rest: Shape['attributes']) => shape('circle', { cx: 0, cy: 0, r, ...rest });
  const ring = (r: number, stroke: string, strokeOpacity: number, strokeWidth: number) =>
    circle(r, { fill: 'none', stroke, strokeOpacity, strokeWidth });
  const shapes = [
    shape(
      'defs',
      {},
      downward(`${id}rim`, to, from),
      downward(`${id}face`, from, to),
      shape(
        'linearGradient',
        { id: `${id}bevel`, x1: 0.15, y1: 0, x2: 0.85, y2: 1 },
        shape('stop', { stopColor: 'var(--glyph-light)', stopOpacity: 0.75 }),
        shape('stop', { offset: 0.5, stopColor: 'var(--glyph-light)', stopOpacity: 0 }),
        shape('stop', { offset: 0.5, stopColor: 'var(--glyph-dark)', stopOpacity: 0 }),
        shape('stop', { offset: 1, stopColor: 'var(--glyph-dark)', stopOpacity: 0.42 }),
      ),
      gloss(`${id}gloss`, 0.5),
    ),
    circle(RADIUS, { fill: `url(#${id}rim)` }),
    circle(RADIUS, { fill: `url(#${id}bevel)` }),
    ring(RADIUS - 0.3, 'var(--glyph-dark)', 0.2, 0.6),
    circle(FACE, { fill: `url(#${id}face)` }),
    circle(FACE, { fill: `url(#${id}gloss)` }),
    ring(FACE, 'var(--glyph-dark)', 0.2, 0.9),
    ring(FACE - 0.8, 'var(--glyph-light)', 0.5, 0.6),
    ...Array.from({ length: ringsOf(level) }, (_, inner) =>
      ring(FACE - 2.2 - inner * 1.7, `var(--glyph-${ink})`, 0.34, 0.8),
    ),
    ...engraved(ink, (colour, opacity) => mark(level, colour, opacity)),
  ];
  return { box: BOX, shapes };
}

/** One, two, three chevrons; then a star over one, over two; and from the start with the next ring. */
function mark(level: number, colour: string, opacity: number): Shape {
  const step = (level - 1) % 5;
  const hasStar = step > 2;
  const chevrons = hasStar ? step - 2 : step + 1;
  const height = (chevrons - 1) * 6.4 + (hasStar ? 8 : 0);
  const lowest = height / 2 + (hasStar ? 1.5 : 0);
  const lines = Array.from({ length: chevrons }, (_, index) => {
    const y = lowest - index * 6.4;
    return `M-9 ${digits(y + 3.6)}l9-7 9 7`;
  });
  const transform = `translate(0 ${digits(lowest - height - 3)})`;
  const star = hasStar ? [shape('path', { d: STAR, transform, fill: colour })] : [];
  return shape('g', { opacity }, line(lines.join(''), colour, 3.2), ...star);
}
