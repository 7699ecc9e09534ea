/** The chart of a picture: a ladder of prices, or a line; draw-axis.ts has the price axis. */
import type { Block } from '#ui/shared-picture/frame.ts';
import { box, type Pen } from '#ui/shared-picture/pen.ts';
import type { Chart, ChartPoint, ChartRung } from '../definition.ts';
import { scale, spread } from '../shared/layout.ts';
import { axisBlock } from './draw-axis.ts';

export const CHART_PADDING = 36;

const LINE_HEIGHT = 250;
const NAME = { size: 28, weight: 600 } as const;
/** Between a dot and its name. */
const NAME_SPACE = 20;
const END = { size: 26, height: 44 } as const;

const RUNG = 46;
const LADDER_HEIGHT = 400;
/** Names smaller than this cannot be read. */
const LEAST_NAME = 16;
const LEAST_AVERAGE = 26;
const NAMES = 300;

/** @param width of the chart, pixels; it begins at the left. */
export function chartOf(pen: Pen, chart: Chart, width: number): Block {
  switch (chart.type) {
    case 'axis':
      return axisBlock(pen, chart.marks, width);
    case 'ladder':
      return ladder(pen, chart.rungs, width);
    case 'line':
      return line(pen, chart, width);
  }
}

function line(pen: Pen, { points, ends }: Chart & { type: 'line' }, width: number): Block {
  const isNamed = points.some(({ name }) => name !== undefined);
  const edge = isNamed ? NAME.size + NAME_SPACE : 6;
  return {
    height: LINE_HEIGHT + (ends === undefined ? 0 : END.height),
    draw() {
      const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
      const x = scale(Math.min(...xs), Math.max(...xs), 14, width - 14);
      const y = scale(Math.min(...ys), Math.max(...ys), LINE_HEIGHT - edge, edge);
      const path = pathOf(points, x, y);
      if (!isNamed) {
        const area = new Path2D(path);
        area.lineTo(width - 14, LINE_HEIGHT);
        area.lineTo(14, LINE_HEIGHT);
        pen.fill('--mark-2', area, 0.16);
      }
      pen.stroke(path, { colour: '--mark-2', width: 6 });
      points.forEach(({ name, ...point }, index) => {
        if (name === undefined) return;
        const dot = new Path2D();
        dot.arc(x(point.x), y(point.y), 10, 0, 2 * Math.PI);
        pen.fill('--mark-1', dot);
        const isPeak = point.y >= (points[index - 1] ?? points[index + 1] ?? point).y;
        const at = y(point.y) + (isPeak ? -NAME_SPACE : NAME_SPACE + 22);
        pen.write(name, x(point.x), at, { ...NAME, width: 100, align: 'center' });
      });
      if (ends === undefined) return;
      const end = { size: END.size, width: width / 2, colour: '--picture-hint' } as const;
      pen.write(ends[0], 0, LINE_HEIGHT + END.height - 4, end);
      pen.write(ends[1], width, LINE_HEIGHT + END.height - 4, { ...end, align: 'right' });
    },
  };
}

function pathOf(
  points: readonly ChartPoint[],
  x: (value: number) => number,
  y: (value: number) => number,
): Path2D {
  const path = new Path2D();
  for (const point of points) path.lineTo(x(point.x), y(point.y));
  return path;
}

function ladder(pen: Pen, rungs: readonly ChartRung[], width: number): Block {
  const rung = Math.min(RUNG, LADDER_HEIGHT / rungs.length);
  const height = Math.max(160, rungs.length * rung);
  return {
    height,
    draw() {
      const prices = rungs.map(({ price }) => price);
      const y = scale(Math.max(...prices), Math.min(...prices), rung / 2, height - rung / 2);
      const places = spread(
        rungs.map(({ price }) => ({ at: y(price), width: rung })),
        0,
        height,
        0,
      );
      const usual = Math.min(30, rung * 0.75);
      const sizeOf = ({ kind }: ChartRung) =>
        kind === 'average' ? Math.max(usual, LEAST_AVERAGE) : usual < LEAST_NAME ? 0 : usual;
      const texts = rungs.map(nameOf);
      const widths = rungs.map((one, index) => pen.measure(texts[index] ?? '', sizeOf(one), 700));
      const column = Math.min(NAMES, Math.max(...widths)) + 24;
      const length = scale(0, Math.max(...rungs.map(({ quantity }) => quantity)), 6, width - column);
      rungs.forEach((one, index) => {
        const { kind, quantity } = one;
        const at = places[index] ?? 0;
        const size = sizeOf(one);
        const isAverage = kind === 'average';
        if (size > 0) {
          pen.write(texts[index] ?? '', column - 24, at + size * 0.35, {
            size,
            weight: isAverage ? 700 : 400,
            width: column - 24,
            colour: isAverage ? '--mark-2' : '--picture-text',
            align: 'right',
          });
        }
        if (isAverage) {
          const across = new Path2D(`M${column} ${at}H${width}`);
          pen.stroke(across, { colour: '--mark-2', width: 4, dash: [2, 10] });
          return;
        }
        const bar = box(column, at - rung * 0.36, length(quantity), rung * 0.72, Math.min(8, rung / 4));
        pen.fill(kind === 'entry' ? '--picture-hint' : `--picture-${kind}`, bar, 0.7);
      });
    },
  };
}

/** Gain and loss never differ by colour alone. */
function nameOf({ kind, name }: ChartRung): string {
  return kind === 'gain' ? `▲ ${name}` : kind === 'loss' ? `▼ ${name}` : name;
}
