/** Pictures with QR codes, and files that only look like some, as a user may choose them from the gallery. */
import { encodeQR } from 'qr';

export interface DrawnCode {
  readonly text: string;
  readonly x?: number;
  readonly y?: number;
  /** Pixels of a square. */
  readonly square?: number;
}

/** A picture of grey with these codes on it. */
export async function pictureOf(
  codes: readonly DrawnCode[],
  { width = 800, height = 600, type = 'image/png' } = {},
): Promise<File> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.fillStyle = '#cccccc';
  context.fillRect(0, 0, width, height);
  for (const { text, x = 20, y = 20, square = 4 } of codes) {
    encodeQR(text, 'raw', { ecc: 'medium', border: 4 }).forEach((row, j) => {
      row.forEach((isDark, i) => {
        context.fillStyle = isDark ? '#000000' : '#ffffff';
        context.fillRect(x + i * square, y + j * square, square, square);
      });
    });
  }
  return new File([await canvas.convertToBlob({ type })], 'picture', { type });
}

/** A valid PNG file of a few kilobytes that opens to this size, all black. */
export async function blackPicture(width: number, height: number): Promise<File> {
  const rows = new Uint8Array((Math.ceil(width / 8) + 1) * height);
  const deflated = new Blob([rows]).stream().pipeThrough(new CompressionStream('deflate'));
  const data = new Uint8Array(await new Response(deflated).arrayBuffer());
  const head = new Uint8Array(13);
  const view = new DataView(head.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  head[8] = 1;
  const signature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    signature,
    pngChunk('IHDR', head),
    pngChunk('IDAT', data),
    pngChunk('IEND', new Uint8Array()),
  ];
  return new File(parts, 'black.png', { type: 'image/png' });
}

function pngChunk(name: string, data: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(12 + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  chunk.set(new TextEncoder().encode(name), 4);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}

function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
