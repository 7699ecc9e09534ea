/**
 * Checks by its markers alone that bytes are one whole JPEG (ITU-T T.81, annex B). Nothing is decoded, so the cost depends only
 * on the number of bytes, not on the size that the picture claims.
 */

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Limits for the sides of a picture, pixels. */
const LEAST_SIDE = 100;
const MOST_SIDE = 2048;
/** A viewer processes the whole picture for each scan. Browsers write at most ten. */
const MOST_SCANS = 20;

const [START, END, SCAN, TABLES] = [0xd8, 0xd9, 0xda, 0xdb];
/** Baseline, extended and progressive, all Huffman-coded: the frames that browsers write and every viewer reads. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Huffman codes, restart interval, comment; besides them application data, from 0xe0 to 0xef. */
const OTHERS: ReadonlySet<number> = new Set([0xc4, 0xdd, 0xfe]);

/** Null if the picture is cut, has bytes behind its end, is not a JPEG, has a side out of bounds, or has too many scans. */
export function jpegSize(bytes: Uint8Array): PictureSize | null {
  if (bytes[0] !== 0xff || bytes[1] !== START) return null;
  let size: PictureSize | null = null;
  let hasTables = false;
  let scans = 0;
  for (let at = 2; ; ) {
    const marker = bytes[at + 1];
    if (bytes[at] !== 0xff || marker === undefined) return null;
    if (marker === END) return scans > 0 && at + 2 === bytes.length ? size : null;
    const length = wordAt(bytes, at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > bytes.length) return null;
    if (FRAMES.has(marker)) {
      if (size !== null) return null;
      size = frameSize(bytes.subarray(at + 4, end));
      if (size === null) return null;
    } else if (marker === TABLES) hasTables = true;
    else if (marker === SCAN) {
      scans += 1;
      if (size === null || !hasTables || scans > MOST_SCANS) return null;
    } else if (!OTHERS.has(marker) && (marker & 0xf0) !== 0xe0) return null;
    at = marker === SCAN ? scanEnd(bytes, end) : end;
  }
}

/** Reads a frame header without its length: 8 bits a sample, grey or in three colours. */
function frameSize(header: Uint8Array): PictureSize | null {
  const [height, width, components = 0] = [wordAt(header, 1), wordAt(header, 3), header[5]];
  if (header[0] !== 8 || (components !== 1 && components !== 3)) return null;
  if (header.length !== 6 + 3 * components) return null;
  return isSide(width) && isSide(height) ? { width, height } : null;
}

function isSide(pixels: number): boolean {
  return pixels >= LEAST_SIDE && pixels <= MOST_SIDE;
}

/** The position of the marker after coded data: 0xff followed by neither 0 nor a restart. */
function scanEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] ?? 0xff;
    if (next !== 0 && (next & 0xf8) !== 0xd0) return at;
  }
  return bytes.length;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
}
