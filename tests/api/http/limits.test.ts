/** The limiter: a minute per key, in bounded memory and time however many keys there are. */
import { expect, test } from 'vitest';
import { createLimiter } from '#api/http/limits.ts';

test('a minute per key, also where the clock goes back', () => {
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
  // Well under a second; a look at every key for each new one takes most of a minute.
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('a flood of keys makes room of its own windows, and not of one that is near its limit', () => {
  const limiter = createLimiter({ now: () => 1e12 });
  for (let call = 0; call < 120; call++) limiter.take('call:42', 120);
  for (let key = 0; key < 350_000; key++) limiter.take(`address:${key}`, 600);
  expect(limiter.take('call:42', 120)).toBe(60);
});
