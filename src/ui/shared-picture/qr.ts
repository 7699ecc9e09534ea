/** A QR code on a picture: dark on white with its quiet zone, whatever is around it. */
import { box, type Pen } from './pen.ts';

/** The squares of a QR code, without its quiet zone. */
export interface QrMatrix {
  /** Squares per side. */
  readonly size: number;
  isDark(x: number, y: number): boolean;
}

/** Light squares around the code that scanners need (ISO/IEC 18004). */
const QUIET = 4;
/** A code is about as wide as this, pixels. */
const USUAL_SIDE = 288;
/** A smaller square is lost where the picture is shown in a chat. */
const LEAST_SQUARE = 5;

/** Pixels. */
export function qrSide({ size }: QrMatrix): number {
  return squareOf(size) * (size + 2 * QUIET);
}

/** Squares are whole pixels, so that no seam shows between them. */
export function drawQr(pen: Pen, qr: QrMatrix, x: number, y: number): void {
  const side = qrSide(qr);
  const square = squareOf(qr.size);
  const edge = square * QUIET;
  pen.fill('--picture-qr', box(x, y, side, side, edge / 2));
  const dark = new Path2D();
  for (let row = 0; row < qr.size; row++) {
    for (let column = 0; column < qr.size; column++) {
      if (qr.isDark(column, row))
        dark.rect(x + edge + column * square, y + edge + row * square, square, square);
    }
  }
  pen.fill('--mark-ground', dark);
}

function squareOf(size: number): number {
  return Math.max(LEAST_SQUARE, Math.floor(USUAL_SIDE / (size + 2 * QUIET)));
}
