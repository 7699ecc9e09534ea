import { afterEach, describe, expect, it, vi } from 'vitest';
import { canonicalZone, isSameZone } from '#core/time-zone.ts';

const NOW = Date.parse('2026-07-01T12:00:00Z');
afterEach(() => void vi.restoreAllMocks());

/** Spellings of a name in different letter case. */
function* spellings(name: string): Generator<string> {
  const letters = [...name];
  for (let bits = 0; ; bits += 1) {
    yield letters
      .map((letter, index) => ((bits >> index) & 1 ? letter.toUpperCase() : letter.toLowerCase()))
      .join('');
  }
}

describe('the name of a zone', () => {
  it.each([
    ['aMerica/new_york', 'America/New_York'],
    ['EUROPE/BERLIN', 'Europe/Berlin'],
    ['Asia/Tokyo', 'Asia/Tokyo'],
  ])('%s is %s', (text, name) => {
    expect(canonicalZone(text)).toBe(name);
  });

  it.each(['', '+03:00', 'Mars/Olympus', '../etc', 'Asia/Tokyo '])('%j is refused', (text) => {
    expect(canonicalZone(text)).toBeNull();
  });

  it('is looked up again after many other spellings, since the cache is bounded', () => {
    canonicalZone('europe/riga');
    const format = vi.spyOn(Intl, 'DateTimeFormat');
    canonicalZone('europe/riga');
    expect(format).not.toHaveBeenCalled();
    const others = spellings('america/argentina/buenos_aires');
    for (let count = 0; count < 4000; count += 1) canonicalZone(others.next().value ?? '');
    format.mockClear();
    expect(canonicalZone('europe/riga')).toBe('Europe/Riga');
    expect(format).toHaveBeenCalledOnce();
  });
});

describe('two names', () => {
  it('are the same clock without the engine if they are spelt alike', () => {
    const asked = vi.spyOn(Intl, 'DateTimeFormat');
    expect(isSameZone('Asia/Yakutsk', 'Asia/Yakutsk', NOW)).toBe(true);
    expect(isSameZone('no zone', 'no zone', NOW)).toBe(true);
    expect(asked).not.toHaveBeenCalled();
  });

  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['america/NEW_YORK', 'US/Eastern'],
    ['Mars/Olympus', 'Mars/Olympus'],
  ])('%s and %s are the same zone', (a, b) => {
    expect(isSameZone(a, b, NOW)).toBe(true);
  });

  it('are the same by their clocks if the runtime keeps an alias', () => {
    expect(isSameZone('Europe/Berlin', 'Europe/Vienna', NOW)).toBe(true);
  });

  it.each([
    ['Europe/Berlin', 'Asia/Tokyo'],
    // An hour apart in winter only.
    ['America/Phoenix', 'America/Denver'],
    ['Mars/Olympus', 'Europe/Berlin'],
  ])('%s and %s differ', (a, b) => {
    expect(isSameZone(a, b, NOW)).toBe(false);
    expect(isSameZone(b, a, NOW)).toBe(false);
  });
});
