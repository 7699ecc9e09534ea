import { describe, expect, it } from 'vitest';
import { type Calculated, calculateStep, readCalculated } from '#features/calculators/shared/calculated.ts';

const kept: Calculated<{ a: string }> = { inputs: { a: '1' }, id: 'first', kept: true };

describe('recording by Calculate', () => {
  it('makes a record of a first result', () => {
    const step = calculateStep(null, { a: '1' }, true, () => 'new');
    expect(step).toEqual({ calculated: { inputs: { a: '1' }, id: 'new', kept: false }, write: true });
  });

  it('makes no record of unchanged inputs', () => {
    expect(calculateStep(kept, { a: '1' }, true, () => 'new')).toEqual({ calculated: kept, write: false });
  });

  it('retries a failed write under the same id', () => {
    const unwritten = { ...kept, kept: false };
    expect(calculateStep(unwritten, { a: '1' }, true, () => 'new')).toEqual({
      calculated: unwritten,
      write: true,
    });
  });

  it('makes another record of changed inputs', () => {
    expect(calculateStep(kept, { a: '2' }, true, () => 'new').calculated.id).toBe('new');
  });

  it('shows results of zero without a record, and records the next ones', () => {
    const zero = calculateStep(kept, { a: '0' }, false, () => 'new');
    expect(zero).toEqual({ calculated: { inputs: { a: '0' }, id: null, kept: false }, write: false });
    expect(calculateStep(zero.calculated, { a: '1' }, true, () => 'new').calculated.id).toBe('new');
  });
});

describe('readCalculated', () => {
  const readInputs = (stored: unknown) => (stored === 'inputs' ? { a: '1' } : null);

  it('reads back a stored value', () => {
    expect(readCalculated({ inputs: 'inputs', id: 'first', kept: true }, readInputs)).toEqual(kept);
  });

  it.each([null, 5, {}, { inputs: 'other', id: null, kept: true }, { inputs: 'inputs', id: 5, kept: true }])(
    'does not use %j',
    (stored) => {
      expect(readCalculated(stored, readInputs)).toBeNull();
    },
  );
});
