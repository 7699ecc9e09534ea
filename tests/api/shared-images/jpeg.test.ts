/** What counts as a complete JPEG. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jpegSize } from '#api/shared-images/jpeg.ts';
import { jpeg } from '#tests/support/jpeg.ts';

const joined = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
/** The file with the bytes at `find` replaced. */
function changed(find: readonly number[], put: readonly number[]): Uint8Array {
  const bytes = jpeg();
  const at = bytes.findIndex((_, index) => find.every((byte, offset) => bytes[index + offset] === byte));
  bytes.set(put, at);
  return bytes;
}

test.each([
  ['baseline', 0xc0],
  ['extended', 0xc1],
  ['progressive', 0xc2],
])('a %s picture has its size', (_name, frame) => {
  expect(jpegSize(jpeg({ frame }))).toEqual({ width: 1200, height: 630 });
});

test('sides may be 100 to 2048 pixels', () => {
  expect(jpegSize(jpeg({ width: 100, height: 2048 }))).toEqual({ width: 100, height: 2048 });
  for (const side of [0, 1, 99, 2049, 65_535]) {
    expect(jpegSize(jpeg({ width: side })), `${side}`).toBeNull();
    expect(jpegSize(jpeg({ height: side })), `${side}`).toBeNull();
  }
});

test('several scans with tables between them are accepted', () => {
  const bytes = jpeg({ frame: 0xc2 });
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0x12, 0x34];
  const tables = [0xff, 0xc4, 0, 3, 0];
  const more = joined(bytes.subarray(0, -2), tables, scan, [0xff, 0xd9]);
  expect(jpegSize(more)).toEqual({ width: 1200, height: 630 });
});

test('as many scans as browsers write are accepted, not thousands, which take minutes to show', () => {
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0x12];
  const withScans = (count: number) => {
    const more = Array.from({ length: count - 1 }, () => scan);
    return joined(jpeg({ frame: 0xc2 }).subarray(0, -2), ...more, [0xff, 0xd9]);
  };
  expect(jpegSize(withScans(20))).toEqual({ width: 1200, height: 630 });
  for (const count of [21, 10_000]) expect(jpegSize(withScans(count)), `${count}`).toBeNull();
});

describe('is refused', () => {
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  test.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a PNG', joined(png, jpeg())],
    ['a page', new TextEncoder().encode('<script>alert(1)</script>')],
    ['only start and end', joined([0xff, 0xd8, 0xff, 0xd9])],
    ['bytes before its start', joined([0], jpeg())],
    ['bytes after its end', joined(jpeg(), [0])],
    ['a second picture after it', joined(jpeg(), jpeg())],
    ['no tables', changed([0xff, 0xdb], [0xff, 0xfe])],
    ['no frame', changed([0xff, 0xc0], [0xff, 0xfe])],
    ['a lossless frame', jpeg({ frame: 0xc3 })],
    ['an arithmetic frame', jpeg({ frame: 0xc9 })],
    ['no scan', changed([0xff, 0xda], [0xff, 0xfe])],
    ['12 bits a sample', changed([0xff, 0xc0, 0, 17, 8], [0xff, 0xc0, 0, 17, 12])],
    ['a segment longer than the file', changed([0xff, 0xdb], [0xff, 0xdb, 0xff, 0xff])],
    ['a segment without a length', changed([0xff, 0xdb], [0xff, 0xdb, 0, 0])],
  ])('%s', (_name, bytes) => {
    expect(jpegSize(bytes)).toBeNull();
  });

  test('a file cut at any byte is refused', () => {
    const whole = jpeg({ bytes: 400 });
    for (let length = 0; length < whole.length; length += 1) {
      expect(jpegSize(whole.subarray(0, length)), `${length}`).toBeNull();
    }
  });
});

test('any bytes get an answer', () => {
  const bytes = fc.array(fc.oneof(fc.constantFrom(0xff, 0xd8, 0xd9, 0xda, 0xdb, 0xc0, 0), fc.nat(255)));
  fc.assert(
    fc.property(bytes, (tail) => {
      const size = jpegSize(Uint8Array.from([0xff, 0xd8, ...tail]));
      expect(size === null || size.width >= 100).toBe(true);
    }),
  );
});
