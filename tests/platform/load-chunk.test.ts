/** Retries of code that fails to load. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadChunk, waitAfter } from '#platform/chunks/load-chunk.ts';

const page = new EventTarget();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', page);
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Code that fails for the first `failures` tries, and when each was made. */
function code(failures: number) {
  const began = performance.now();
  const tries: number[] = [];
  const fetchIt = async () => {
    tries.push(performance.now() - began);
    if (tries.length <= failures) throw new TypeError(`failure ${tries.length}`);
    return 'code';
  };
  return { tries, fetchIt };
}

test('after 350 ms, then twice as long each time, for as long as needed', async () => {
  const { tries, fetchIt } = code(10);
  const fetched = loadChunk('it', fetchIt);
  await vi.advanceTimersByTimeAsync(200_000);
  expect(await fetched).toBe('code');
  expect(tries).toEqual([0, 350, 1050, 2450, 5250, 10_850, 22_050, 44_450, 74_450, 104_450, 134_450]);
  expect([1, 2, 7, 8, 99].map(waitAfter)).toEqual([350, 700, 22_400, 30_000, 30_000]);
});

test('at once when the network is back', async () => {
  const { tries, fetchIt } = code(1);
  const fetched = loadChunk('it', fetchIt);
  await vi.advanceTimersByTimeAsync(100);
  page.dispatchEvent(new Event('online'));
  expect(await fetched).toBe('code');
  expect(tries).toEqual([0, 100]);
});

test('five times within five seconds of patience, then the latest failure is thrown', async () => {
  const { tries, fetchIt } = code(99);
  const fetched = expect(loadChunk('it', fetchIt, { patience: 5000 })).rejects.toThrow('failure 5');
  await vi.advanceTimersByTimeAsync(10_000);
  await fetched;
  expect(tries).toEqual([0, 350, 1050, 2450, 5250]);
});

test('once without patience, and that failure is reported', async () => {
  const { tries, fetchIt } = code(99);
  const onFailure = vi.fn();
  await expect(loadChunk('it', fetchIt, { patience: 0, onFailure })).rejects.toThrow('failure 1');
  expect(tries).toEqual([0]);
  expect(onFailure.mock.calls).toEqual([[new TypeError('failure 1'), 1]]);
});
