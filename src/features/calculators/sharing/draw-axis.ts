/**
 * The price axis of a picture: stop, entry, target, break-even and liquidation with their prices, loss and gain to scale.
 * A label that has to stand aside stays tied to its mark.
 */
import type { Block } from '#ui/shared-picture/frame.ts';
import { box, type Pen } from '#ui/shared-picture/pen.ts';
import type { NamedMark } from '../definition.ts';
import { axisOf } from '../shared/axis-marks.ts';
import { spread } from '../shared/layout.ts';

const HEIGHT = 226;
/** Base lines of the three rows of text, and the bar between them. */
const NAME_Y = 26;
const PRICE_Y = 66;
const BAR = { top: 104, height: 40 } as const;
const PERCENT_Y = 218;
const NAME = { size: 26, weight: 400 } as const;
const PRICE = { size: 30, weight: 700 } as const;
/** Between two labels. */
const GAP = 26;
const EDGE = 4;
/** A tick is longer than the bar by this, at both ends. */
const OVER = 12;

/** Prices smaller than this, as a part of their usual size, leave the axis. */
const LEAST_FIT = 0.7;

/** Whether the prices can be read beside each other. */
export function axisFits(pen: Pen, marks: readonly NamedMark[], width: number): boolean {
  return pricesOf(pen, marks, width).fit >= LEAST_FIT;
}

export function axisBlock(pen: Pen, marks: readonly NamedMark[], width: number): Block {
  const axis = axisOf(marks, EDGE, width - EDGE);
  const xs = marks.map((mark) => axis.at(mark));
  const hasPrices = axisFits(pen, marks, width);
  const above = hasPrices
    ? pricesOf(pen, marks, width)
    : row(pen, xs, width, [{ ...NAME, texts: marks.map(({ name }) => name) }]);
  const below = row(pen, xs, width, [{ ...PRICE, texts: marks.map(({ percent }) => percent ?? '') }]);
  const middle = BAR.top + BAR.height / 2;
  const entryAt = xs[marks.findIndex(({ kind }) => kind === 'entry')] ?? EDGE;

  return {
    height: HEIGHT,
    draw() {
      pen.fill('--picture-hint', box(0, middle - 3, width, 6, 3), 0.4);
      marks.forEach(({ kind, isLoss }, index) => {
        if (kind !== 'stop' && kind !== 'target') return;
        const at = xs[index] ?? 0;
        const area = box(Math.min(at, entryAt), BAR.top, Math.abs(at - entryAt), BAR.height);
        pen.fill(isLoss ? '--picture-loss' : '--picture-gain', area, 0.45);
      });
      if (axis.breakAt !== null) {
        const cut = `M${axis.breakAt - 12} ${BAR.top + BAR.height}l9-${BAR.height}m6 ${BAR.height}l9-${BAR.height}`;
        pen.stroke(new Path2D(cut), { colour: '--picture-hint', width: 3 });
      }
      marks.forEach((mark, index) => {
        const [x = 0, up = 0, down = 0] = [xs[index], above.places[index], below.places[index]];
        const colour = colourOf(mark);
        const top = BAR.top - OVER;
        const bottom = BAR.top + BAR.height + OVER;
        const lead = { colour: '--picture-hint', width: 2, opacity: 0.7 };
        pen.stroke(new Path2D(`M${up} ${PRICE_Y + 10}L${x} ${top}`), lead);
        if (mark.percent !== null) {
          pen.stroke(new Path2D(`M${x} ${bottom}L${down} ${PERCENT_Y - PRICE.size}`), lead);
        }
        const isEstimate = mark.kind === 'liquidation';
        const tick = { colour, width: 6, ...(isEstimate && { dash: [2, 12] }) };
        pen.stroke(new Path2D(`M${x} ${top}V${bottom}`), tick);
        const write = (text: string, at: number, y: number, colour: string, { size, weight }: Font) =>
          pen.write(text, at, y, { size, weight, width, colour, align: 'center' });
        const name = smaller(NAME, above.fit);
        write(mark.name, up, hasPrices ? NAME_Y : PRICE_Y, '--picture-hint', name);
        if (hasPrices) write(mark.price, up, PRICE_Y, '--picture-text', smaller(PRICE, above.fit));
        write(mark.percent ?? '', down, PERCENT_Y, colour, smaller(PRICE, below.fit));
      });
    },
  };
}

interface Font {
  readonly size: number;
  readonly weight: number;
}

interface Texts extends Font {
  readonly texts: readonly string[];
}

function smaller({ size, weight }: Font, fit: number): Font {
  return { size: size * fit, weight };
}

function pricesOf(pen: Pen, marks: readonly NamedMark[], width: number) {
  const axis = axisOf(marks, EDGE, width - EDGE);
  return row(
    pen,
    marks.map((mark) => axis.at(mark)),
    width,
    [
      { ...NAME, texts: marks.map(({ name }) => name) },
      { ...PRICE, texts: marks.map(({ price }) => price) },
    ],
  );
}

/** Middles of labels that do not overlap, and how much smaller than usual they are for that, at most 1. */
function row(pen: Pen, xs: readonly number[], width: number, lines: readonly Texts[]) {
  const widths = xs.map((_, index) =>
    Math.max(...lines.map(({ texts, size, weight }) => pen.measure(texts[index] ?? '', size, weight))),
  );
  const needed = widths.reduce((sum, one) => sum + one, 0);
  const fit = Math.min(1, (width - GAP * (widths.length - 1)) / needed);
  const labels = xs.map((at, index) => ({ at, width: (widths[index] ?? 0) * fit }));
  return { fit, places: spread(labels, 0, width, GAP) };
}

function colourOf({ kind, isLoss }: NamedMark): string {
  if (kind === 'entry') return '--picture-text';
  if (kind === 'breakEven') return '--mark-1';
  if (kind === 'liquidation') return '--picture-warn';
  return isLoss ? '--picture-loss' : '--picture-gain';
}
