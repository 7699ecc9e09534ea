/** Draws a result as a picture for a chat: in the colours and the font of its screen. */
import type { Line } from '../definition.ts';
import type { PictureContent } from './content.ts';
import { drawMark, openPen } from './pen.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 56;
/** The results are left of it; the inputs are right of it, on a card. */
const MIDDLE = 640;
const PADDING = 32;
const LEFT_WIDTH = MIDDLE - MARGIN - PADDING;
const RIGHT_WIDTH = WIDTH - MARGIN - MIDDLE - PADDING;
const CARD_TOP = 120;
const CARD_RADIUS = 24;
const FOOTER = 588;
const LINE_HEIGHT = 52;
/** Base lines of the first lines, and the limit of the last ones. */
const FIGURES_TOP = 318;
const INPUTS_TOP = 176;
const LAST_LINE = 528;

export interface Footer {
  readonly name: string;
  readonly advice: string;
  /** The text for lines that do not fit. */
  more(count: number): string;
}

/** Null if the browser cannot draw. */
export function drawResult(
  { title, direction, main, figures, inputs }: PictureContent,
  footer: Footer,
): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return null;
  const pen = openPen(context);

  function list(all: readonly Line[], x: number, top: number, width: number): void {
    fitting(all, top, footer).forEach(({ label, text, side }, index) => {
      const y = top + index * LINE_HEIGHT;
      const colour = side === undefined ? '--text' : `--${side}`;
      pen.write(label, x, y, { size: 28, width: width * 0.48, colour: '--hint' });
      pen.write(text, x + width, y, { size: 30, weight: 600, width: width * 0.49, colour, isEnd: true });
    });
  }

  pen.fill('--bg', 0, 0, WIDTH, HEIGHT, 0);
  pen.write(title, MARGIN, 84, { size: 44, weight: 700, width: 800 });
  const side = { size: 40, weight: 700, width: 280, colour: '--accent-text', isEnd: true };
  if (direction !== null) pen.write(direction, WIDTH - MARGIN, 84, side);

  pen.write(main.label, MARGIN, 152, { size: 30, width: LEFT_WIDTH, colour: '--hint' });
  pen.write(main.text, MARGIN, 240, { size: 84, weight: 700, width: LEFT_WIDTH });
  list(figures, MARGIN, FIGURES_TOP, LEFT_WIDTH);

  const height = (fitting(inputs, INPUTS_TOP, footer).length - 1) * LINE_HEIGHT + INPUTS_TOP - CARD_TOP;
  const cardWidth = RIGHT_WIDTH + 2 * PADDING;
  pen.fill('--surface', MIDDLE, CARD_TOP, cardWidth, height + PADDING, CARD_RADIUS);
  list(inputs, MIDDLE + PADDING, INPUTS_TOP, RIGHT_WIDTH);

  drawMark(context, MARGIN, FOOTER - 34, 44, pen.colour);
  pen.write(footer.name, MARGIN + 58, FOOTER, { size: 32, weight: 700, width: 200 });
  pen.write(footer.advice, WIDTH - MARGIN, FOOTER, { size: 26, width: 800, colour: '--hint', isEnd: true });
  return canvas;
}

/** As many lines as fit below `top`; if there are more, the last one gives their number. */
function fitting(lines: readonly Line[], top: number, { more }: Footer): readonly Line[] {
  const room = Math.floor((LAST_LINE - top) / LINE_HEIGHT) + 1;
  if (lines.length <= room) return lines;
  return [...lines.slice(0, room - 1), { label: more(lines.length - room + 1), text: '' }];
}
