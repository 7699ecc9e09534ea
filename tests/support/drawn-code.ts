/** Files with a QR code for a browser to open, written without one: a picture, and what a camera sees. */
import { encodeQR } from 'qr';

const WIDTH = 1280;
const HEIGHT = 720;
/** Pixels of a square. */
const SQUARE = 5;
const [PAPER, INK, GREY] = [235, 20, 120];

/** Brightness of each pixel, from the upper left corner. */
function drawn(text: string): Uint8Array {
  const rows = encodeQR(text, 'raw', { ecc: 'low', border: 4 });
  const side = rows.length * SQUARE;
  if (side > HEIGHT) throw new Error('The code does not fit');
  const [left, top] = [Math.floor((WIDTH - side) / 2), Math.floor((HEIGHT - side) / 2)];
  return Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => {
    const [x, y] = [(at % WIDTH) - left, Math.floor(at / WIDTH) - top];
    const isDark = rows[Math.floor(y / SQUARE)]?.[Math.floor(x / SQUARE)];
    return isDark === undefined ? GREY : isDark ? INK : PAPER;
  });
}

/** A picture of 24 bits a pixel, whose rows go from the lowest up. */
export function bitmapOf(text: string): Buffer {
  const bytes = Buffer.alloc(54 + 3 * WIDTH * HEIGHT);
  bytes.write('BM');
  for (const [value, at] of [
    [bytes.length, 2],
    [54, 10],
    [40, 14],
    [WIDTH, 18],
    [HEIGHT, 22],
  ] as const)
    bytes.writeUInt32LE(value, at);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  drawn(text).forEach((light, at) => {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    const start = 54 + 3 * ((HEIGHT - 1 - y) * WIDTH + x);
    bytes.fill(light, start, start + 3);
  });
  return bytes;
}

/** A film of one picture, as Chromium's camera of tests plays it again and again. */
export function filmOf(text: string): Buffer {
  return Buffer.concat([
    Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`),
    drawn(text),
    Buffer.alloc((WIDTH * HEIGHT) / 2, 128),
  ]);
}
