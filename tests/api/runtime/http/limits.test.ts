/** The limiter: a limit per key and minute, with bounded memory and time for any number of keys. */
import { expect, test } from 'vitest';
import { createLimiter } from '#api/runtime/http/limits.ts';

test('limits each key per minute, also when the clock goes back', () => {
  const clock = { at: 1e12, now: () => clock.at };
  const limiter = createLimiter(clock);
  expect([1, 2, 3].map(() => limiter.take('a', 2))).toEqual([0, 0, 60]);
  expect(limiter.take('b', 2)).toBe(0);
  clock.at += 59_500;
  expect(limiter.take('a', 2)).toBe(1);
  clock.at += 500;
  expect(limiter.take('a', 2)).toBe(0);
  clock.at -= 3_600_000;
  expect([1, 2, 3].map(() => limiter.take('a', 2))).toEqual([0, 0, 60]);
});

test('a flood of keys costs each call little', () => {
  const limiter = createLimiter({ now: () => 1e12 });
  const began = performance.now();
  for (let key = 0; key < 120_000; key++) limiter.take(`address:${key}`, 600);
  // Well under a second; scanning all keys for each new one takes most of a minute.
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a flood of keys evicts its own windows, not those near their limit', () => {
  const limiter = createLimiter({ now: () => 1e12 });
  for (let call = 0; call < 120; call++) limiter.take('call:42', 120);
  for (let key = 0; key < 350_000; key++) limiter.take(`address:${key}`, 600);
  expect(limiter.take('call:42', 120)).toBe(60);
});
