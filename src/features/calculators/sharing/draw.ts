/** Draws a result as a picture for a chat: what it is, the result, its chart, and the other figures in two columns. */
import { type Block, drawFramed, type Frame, INNER, MARGIN, WIDTH } from '#ui/shared-picture/frame.ts';
import { box, type Pen } from '#ui/shared-picture/pen.ts';
import type { Line } from '../definition.ts';
import type { PictureContent } from './content.ts';
import { axisFits } from './draw-axis.ts';
import { CHART_PADDING, chartOf } from './draw-chart.ts';

export interface ResultFrame extends Frame {
  /** The text for lines that do not fit. */
  more(count: number): string;
}

const COLUMN_SPACE = 40;
const ROW = 108;
const VALUE = { size: 38, weight: 600 } as const;
/** A value smaller than this asks for wider columns. */
const LEAST_VALUE = 28;
/** With a code below them a picture stays under the server's limit of 2048 pixels. */
const MOST_ROWS = 6;
/** So many figures stand in two columns. */
const FEW_LINES = 4;
const CHART_WIDTH = INNER - 2 * CHART_PADDING;
/** A main result smaller than this leaves no room beside it. */
const LEAST_MAIN = 72;
const MAIN = 104;
const BESIDE = 300;

/** Null if the browser cannot draw. */
export function drawResult(content: PictureContent, frame: ResultFrame): HTMLCanvasElement | null {
  return drawFramed(frame, (pen) => {
    const { main, beside, chart } = content;
    const room = INNER - BESIDE - COLUMN_SPACE;
    const isBeside = beside !== undefined && pen.measure(main.text, LEAST_MAIN, 700) <= room;
    const hasPrices = chart?.type !== 'axis' || axisFits(pen, chart.marks, CHART_WIDTH);
    const lines = [
      ...(hasPrices ? [] : chart.marks.map(({ fullName, price }) => ({ label: fullName, text: price }))),
      ...(beside === undefined || isBeside ? [] : [beside]),
      ...content.figures,
      ...content.inputs,
    ];
    return [
      titleOf(pen, content),
      mainOf(pen, main, isBeside ? beside : undefined),
      ...(chart === undefined ? [] : [cardOf(pen, chartOf(pen, chart, CHART_WIDTH))]),
      linesOf(pen, lines, frame),
    ];
  });
}

function titleOf(pen: Pen, { title, subtitle, positionType, direction }: PictureContent): Block {
  const size = subtitle === null ? 56 : 76;
  return {
    height: subtitle === null ? 76 : 124,
    draw(top) {
      let room = INNER;
      if (direction !== null) {
        const mark = positionType === 'LONG' ? '▲' : '▼';
        const colour = positionType === 'LONG' ? '--picture-gain' : '--picture-loss';
        const text = `${mark} ${direction}`;
        const width = Math.min(280, pen.measure(text, 34, 600) + 56);
        const x = WIDTH - MARGIN - width;
        pen.fill(colour, box(x, top, width, 68, 34), 0.16);
        pen.write(text, x + width / 2, top + 46, {
          size: 34,
          weight: 600,
          width: width - 40,
          colour,
          align: 'center',
        });
        room -= width + COLUMN_SPACE;
      }
      pen.write(title, MARGIN, top + 60, { size, weight: 700, width: room });
      if (subtitle !== null) {
        pen.write(subtitle, MARGIN, top + 116, { size: 34, width: INNER, colour: '--picture-hint' });
      }
    },
  };
}

function mainOf(pen: Pen, main: Line, beside: Line | undefined): Block {
  const label = { size: 30, colour: '--picture-hint' };
  return {
    height: 138,
    draw(top) {
      const width = beside === undefined ? INNER : INNER - BESIDE - COLUMN_SPACE;
      pen.write(main.label, MARGIN, top + 28, { ...label, width });
      pen.write(main.text, MARGIN, top + 130, { size: MAIN, weight: 700, width, colour: '--mark-2' });
      if (beside === undefined) return;
      const right = WIDTH - MARGIN;
      pen.write(beside.label, right, top + 28, { ...label, width: BESIDE, align: 'right' });
      pen.write(beside.text, right, top + 130, { size: 68, weight: 700, width: BESIDE, align: 'right' });
    },
  };
}

function cardOf(pen: Pen, { height, draw }: Block): Block {
  return {
    height: height + 2 * CHART_PADDING,
    draw(top) {
      pen.fill('--picture-surface', box(MARGIN, top, INNER, height + 2 * CHART_PADDING, 32));
      pen.context.save();
      pen.context.translate(MARGIN + CHART_PADDING, top + CHART_PADDING);
      draw(0);
      pen.context.restore();
    },
  };
}

function linesOf(pen: Pen, all: readonly Line[], frame: ResultFrame): Block {
  const columns = columnsOf(pen, all);
  const lines = fitting(all, columns * MOST_ROWS, frame);
  const width = widthOf(columns);
  return {
    height: Math.ceil(lines.length / columns) * ROW,
    draw(top) {
      lines.forEach(({ label, text, side }, index) => {
        const x = MARGIN + (index % columns) * (width + COLUMN_SPACE);
        const y = top + Math.floor(index / columns) * ROW;
        const colour = side === undefined ? '--picture-text' : `--picture-${side}`;
        pen.write(label, x, y + 30, { size: 28, width, colour: '--picture-hint' });
        pen.write(text, x, y + 76, { ...VALUE, width, colour });
      });
    },
  };
}

function widthOf(columns: number): number {
  return (INNER - (columns - 1) * COLUMN_SPACE) / columns;
}

function columnsOf(pen: Pen, lines: readonly Line[]): number {
  const isNarrow = lines.every(({ text }) => pen.measure(text, LEAST_VALUE, VALUE.weight) <= widthOf(3));
  return isNarrow && lines.length > FEW_LINES ? 3 : 2;
}

/** If there are more than `most`, the last one gives their number. */
function fitting(lines: readonly Line[], most: number, { more }: ResultFrame): readonly Line[] {
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), { label: more(lines.length - most + 1), text: '' }];
}
