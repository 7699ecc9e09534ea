import { describe, expect, it } from 'vitest';
import { SHARE_TEXTS, shareTextAtRandom } from '#features/calculators/shared/share-text.ts';
import { recordWord } from '#ui/record-state.ts';

describe('the shared text', () => {
  it('is one of five', () => {
    const chosen = [0, 0.2, 0.4, 0.6, 0.8, 0.999_999].map(shareTextAtRandom);
    expect(new Set(chosen)).toEqual(new Set(SHARE_TEXTS));
  });
});

describe('the state of a record', () => {
  it.each([
    [{ state: 'pending', awarded: null, reason: null }, true, 'pending'],
    [{ state: 'pending', awarded: null, reason: null }, false, 'memory'],
    [{ state: 'counted', awarded: 1000, reason: 'counted' }, true, 'counted'],
    [{ state: 'counted', awarded: 0, reason: 'daily_limit' }, true, 'zero_daily_limit'],
    [{ state: 'counted', awarded: 0, reason: null }, true, 'zero_other'],
    [{ state: 'not_counted', awarded: null, reason: null }, true, 'not_counted'],
  ] as const)('%j', (record, kept, word) => {
    expect(recordWord(record, kept)).toBe(word);
  });
});
