/** The limit of a note. */
import { describe, expect, it } from 'vitest';
import { limitNote, NOTE_LENGTH } from '#core/journal/outcome.ts';

const FAMILY = '👨‍👩‍👧';

describe('a note that is too long', () => {
  it('is cut before an emoji that does not fit', () => {
    for (const emoji of ['🚀', FAMILY, 'e\u0301']) {
      const start = 'a'.repeat(NOTE_LENGTH - emoji.length + 1);
      expect(limitNote(start + emoji)).toBe(start);
      expect(limitNote(start.slice(1) + emoji)).toBe(start.slice(1) + emoji);
    }
  });

  it('loses what was put in, not its end', () => {
    const end = 'b'.repeat(NOTE_LENGTH - 5);
    expect(limitNote(`aaa${FAMILY}${end}`, 3 + FAMILY.length)).toBe(`aaa${end}`);
    expect(limitNote(`aaa🚀z${end}`, 6)).toBe(`aaa🚀${end}`);
    expect(limitNote('c'.repeat(999), 0)).toBe('c'.repeat(NOTE_LENGTH));
  });
});
