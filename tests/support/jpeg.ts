/** A JPEG of any size, built of its markers, which the server checks. The picture is noise. */

export interface JpegOptions {
  readonly width?: number;
  readonly height?: number;
  /** Bytes of the whole file. */
  readonly bytes?: number;
  /** The frame's marker: 0xc0 baseline, 0xc2 progressive. */
  readonly frame?: number;
}

export function jpeg({
  width = 1200,
  height = 630,
  bytes = 2000,
  frame = 0xc0,
}: JpegOptions = {}): Uint8Array {
  const head = [
    [0xff, 0xd8],
    segment(0xe0, [...new TextEncoder().encode('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    segment(0xdb, [0, ...new Array<number>(64).fill(1)]),
    segment(frame, [8, ...word(height), ...word(width), 3, 1, 0x22, 0, 2, 0x11, 0, 3, 0x11, 0]),
    segment(0xc4, [0, ...new Array<number>(16).fill(0)]),
    segment(0xda, [3, 1, 0, 2, 0x11, 3, 0x11, 0, 0x3f, 0]),
  ].flat();
  const picture = new Uint8Array(bytes).fill(0x5a);
  picture.set(head);
  // A data byte that looks like a marker, and a restart.
  picture.set([0xff, 0x00, 0x11, 0xff, 0xd0, 0x22], head.length);
  picture.set([0xff, 0xd9], bytes - 2);
  return picture;
}

export function base64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function segment(marker: number, content: readonly number[]): number[] {
  return [0xff, marker, ...word(content.length + 2), ...content];
}

function word(value: number): [number, number] {
  return [value >> 8, value & 0xff];
}
