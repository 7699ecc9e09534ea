import { describe, expect, it } from 'vitest';
import { createRecent } from '#core/recent.ts';

describe('a map of recently used values', () => {
  it('keeps used ones, drops the rest, and never holds more than two halves', () => {
    const recent = createRecent<number, string>(10);
    recent.set(-1, 'used all the time');
    for (let key = 0; key < 100; key += 1) {
      recent.set(key, `${key}`);
      expect(recent.get(key)).toBe(`${key}`);
      expect(recent.get(-1)).toBe('used all the time');
    }
    const forgotten = Array.from({ length: 80 }, (_, key) => recent.get(key));
    expect(forgotten.every((value) => value === undefined)).toBe(true);
  });

  it('has the newest value only, and nothing once cleared', () => {
    const recent = createRecent<string, number>(2);
    for (const [key, value] of [
      ['a', 1],
      ['b', 2],
      ['c', 3],
      ['a', 4],
    ] as const) {
      recent.set(key, value);
    }
    expect(recent.get('a')).toBe(4);
    recent.clear();
    expect(recent.get('a')).toBeUndefined();
  });
});
