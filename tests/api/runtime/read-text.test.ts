/** A body read up to a size. */
import { expect, test } from 'vitest';
import { readText } from '#api/runtime/read-text.ts';

const bytes = new TextEncoder().encode('ünï 🚀');

/** One byte at a time, so that every letter is cut. */
function streamed(onCancel: () => void = () => undefined, end?: Error): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      if (next < bytes.length) return controller.enqueue(bytes.slice(next, ++next));
      return end === undefined ? controller.close() : controller.error(end);
    },
    cancel: onCancel,
  });
}

test('all of it, up to the last byte that fits', async () => {
  expect(await readText(streamed(), bytes.length)).toBe('ünï 🚀');
  expect(await readText(null, 0)).toBe('');
});

test('a longer body is null, and the rest of it is cancelled', async () => {
  let isCancelled = false;
  const stream = streamed(() => {
    isCancelled = true;
  });
  expect([await readText(stream, 3), isCancelled]).toEqual([null, true]);
});

test('a cut body throws', async () => {
  const lost = new Error('lost');
  await expect(readText(streamed(undefined, lost), 1_000)).rejects.toBe(lost);
});
