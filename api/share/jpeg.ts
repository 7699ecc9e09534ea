/**
 * Whether bytes are one whole JPEG, by its markers alone (ITU-T T.81, annex B): nothing is decoded, so that no picture costs
 * more to look at than its bytes, however large it says that it is.
 */

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Sides of a picture that is taken, pixels. */
const LEAST_SIDE = 100;
const MOST_SIDE = 2048;
/** A viewer goes over the whole picture for each scan. Browsers write at most ten. */
const MOST_SCANS = 20;

const [START, END, SCAN, TABLES] = [0xd8, 0xd9, 0xda, 0xdb];
/** Baseline, extended and progressive, all by Huffman's codes: what browsers write and everybody reads. */
const FRAMES: ReadonlySet<number> = new Set([0xc0, 0xc1, 0xc2]);
/** Huffman codes, restart interval, comment; beside them what applications add, from 0xe0 to 0xef. */
const OTHERS: ReadonlySet<number> = new Set([0xc4, 0xdd, 0xfe]);

/** Null for what is cut, has anything behind its end, is no JPEG, has a side out of bounds, or is far too slow to show. */
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

/** Of a frame header without its length: 8 bits a sample, grey or in three colours. */
function frameSize(header: Uint8Array): PictureSize | null {
  const [height, width, components = 0] = [wordAt(header, 1), wordAt(header, 3), header[5]];
  if (header[0] !== 8 || (components !== 1 && components !== 3)) return null;
  if (header.length !== 6 + 3 * components) return null;
  return isSide(width) && isSide(height) ? { width, height } : null;
}

function isSide(pixels: number): boolean {
  return pixels >= LEAST_SIDE && pixels <= MOST_SIDE;
}

/** Where the marker after coded data stands: 0xff followed by neither 0 nor a restart. */
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
