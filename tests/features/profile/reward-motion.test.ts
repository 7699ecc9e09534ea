import { describe, expect, it } from 'vitest';
import { milliseconds } from '#features/profile/reward-motion.ts';

describe('a CSS time', () => {
  it.each([
    ['320ms', 320],
    [' .32s', 320],
    ['0.32s', 320],
    ['1s', 1000],
    ['.5ms', 0.5],
    ['2S', 2000],
    ['0ms', 0],
    ['0s', 0],
    ['0', 0],
    ['', 0],
    ['-1s', 0],
    ['320', 0],
    ['calc(1s)', 0],
  ])('%j is %d ms', (text, expected) => {
    expect(milliseconds(text)).toBe(expected);
  });
});
