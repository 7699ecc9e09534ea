/** The frame of every shared picture: deep blue with gold, the app's name and the date above, advice and a code below. */
import { ownMark } from './own-mark.ts';
import { box, openPen, type Pen } from './pen.ts';
import { drawQr, type QrMatrix, qrSide } from './qr.ts';

export const WIDTH = 1080;
export const MARGIN = 72;
/** Between the margins. */
export const INNER = WIDTH - 2 * MARGIN;

/** A part of a picture; the parts stand below each other. */
export interface Block {
  readonly height: number;
  /** @param top where the block begins, pixels. */
  draw(top: number): void;
}

export interface Frame {
  /** Empty for a picture without one. */
  readonly date: string;
  /** Broken into lines. */
  readonly advice?: string;
  /** A code, with a line that says what it opens. */
  readonly qr?: { readonly matrix: QrMatrix; readonly caption: string } | undefined;
}

const HEADER = 152;
const SPACE = 36;
const ADVICE = { size: 26, line: 36 } as const;
const CAPTION = { size: 34, line: 46 } as const;
const EDGE = { inset: 22, radius: 44 } as const;

/** The picture is as high as its blocks need. Call `loadOwnMark` first. Null if the browser cannot draw. */
export function drawFramed(
  { date, advice = '', qr }: Frame,
  blocksOf: (pen: Pen) => readonly Block[],
): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) return null;
  const pen = openPen(context);
  const blocks = blocksOf(pen);
  const side = qr === undefined ? 0 : qrSide(qr.matrix);
  const adviceWidth = qr === undefined ? INNER : INNER - side - SPACE;
  const lines = advice === '' ? [] : pen.wrapped(advice, ADVICE.size, adviceWidth);
  const footer = Math.max(lines.length * ADVICE.line, side);
  const body = blocks.reduce((sum, { height }) => sum + height + SPACE, 0);
  const bottom = HEADER + body + footer;
  canvas.width = WIDTH;
  canvas.height = Math.ceil(bottom + MARGIN);

  drawGround(pen, canvas.height);
  drawMark(pen, MARGIN, 64, 64);
  pen.write(import.meta.env.VITE_APP_NAME, MARGIN + 84, 110, {
    size: 40,
    weight: 700,
    width: 400,
    colour: '--mark-1',
  });
  pen.write(date, WIDTH - MARGIN, 106, { size: 28, width: 440, colour: '--picture-hint', align: 'right' });
  let top = HEADER + SPACE / 2;
  for (const block of blocks) {
    block.draw(top);
    top += block.height + SPACE;
  }
  const size = { size: ADVICE.size, width: adviceWidth, colour: '--picture-hint' };
  lines.forEach((line, index) => {
    pen.write(line, MARGIN, bottom - (lines.length - 1 - index) * ADVICE.line, size);
  });
  if (qr !== undefined) {
    drawQr(pen, qr.matrix, WIDTH - MARGIN - side, bottom - side);
    pen.wrapped(qr.caption, CAPTION.size, adviceWidth).forEach((line, index) => {
      const y = bottom - side + CAPTION.size + index * CAPTION.line;
      pen.write(line, MARGIN, y, { size: CAPTION.size, weight: 600, width: adviceWidth });
    });
  }
  return canvas;
}

function drawGround(pen: Pen, height: number): void {
  const { context, colour } = pen;
  const ground = context.createLinearGradient(0, 0, 0, height);
  ground.addColorStop(0, colour('--picture-ground'));
  ground.addColorStop(1, colour('--mark-ground'));
  context.fillStyle = ground;
  context.fillRect(0, 0, WIDTH, height);
  // The plate of the badges, cut by the corner.
  for (const radius of [190, 236, 282]) {
    pen.stroke(hexagon(WIDTH - 110, 190, radius), { colour: '--mark-2', width: 3, opacity: 0.09 });
  }
  const { inset, radius } = EDGE;
  const gold = context.createLinearGradient(0, 0, WIDTH, height);
  gold.addColorStop(0, colour('--mark-1'));
  gold.addColorStop(0.5, colour('--mark-3'));
  gold.addColorStop(1, colour('--mark-2'));
  context.strokeStyle = gold;
  context.lineWidth = 3;
  context.setLineDash([]);
  context.stroke(box(inset, inset, WIDTH - 2 * inset, height - 2 * inset, radius));
}

/** Standing on a corner. */
function hexagon(x: number, y: number, radius: number): Path2D {
  const path = new Path2D();
  for (let corner = 0; corner < 6; corner++) {
    const angle = (corner * Math.PI) / 3;
    path.lineTo(x + radius * Math.sin(angle), y - radius * Math.cos(angle));
  }
  path.closePath();
  return path;
}

/** The bars of the app's mark, as in public/mark.svg, which is a square of 512. */
const BARS = [
  'M256 56a34 34 0 0 1 0 68a34 34 0 0 1 0-68z',
  'M229 152h54v304h-54z',
  'M211 211v165.5l-57 21.4q-22 8-22-14v-126q0-17 16-23z',
  'M301 177.3l57-21.4q22-8 22 14v126q0 17-16 23l-63 23.6z',
];

function drawMark(pen: Pen, x: number, y: number, size: number): void {
  const { context } = pen;
  if (import.meta.env.VITE_HAS_MARK) {
    const mark = ownMark();
    if (mark !== null) context.drawImage(mark, x, y, size, size);
    return;
  }
  context.save();
  context.translate(x, y);
  context.scale(size / 512, size / 512);
  pen.fill('--mark-ground', box(0, 0, 512, 512, 112));
  pen.stroke(box(0, 0, 512, 512, 112), { colour: '--mark-3', width: 12 });
  for (const bar of BARS) pen.fill('--mark-2', new Path2D(bar));
  context.restore();
}
