import { describe, expect, it } from 'vitest';
import { plainNumber } from '#core/number-input.ts';
import { plainFields, sameInputs } from '#features/calculators/shared/inputs.ts';

describe('plainNumber', () => {
  it.each([
    ['1 000,50', '1000.5'],
    ['1\u00a0000', '1000'],
    ['007', '7'],
    [',5', '0.5'],
    ['5,', '5'],
    ['0,00000001', '0.00000001'],
    ['0.0', '0'],
    ['', ''],
    ['.', ''],
    ['-5', ''],
    ['1.2.3', ''],
  ])('%j is %j', (typed, plain) => {
    expect(plainNumber(typed)).toBe(plain);
  });
});

describe('plainFields', () => {
  it('leaves words and flags unchanged', () => {
    const fields = { positionType: 'LONG', entryPrice: '64 120,50', autoCompound: true };
    expect(plainFields(fields, ['positionType'])).toEqual({
      positionType: 'LONG',
      entryPrice: '64120.5',
      autoCompound: true,
    });
  });
});

describe('sameInputs', () => {
  it('ignores the order of keys and compares everything else', () => {
    expect(sameInputs({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 2] }, a: 1 })).toBe(true);
    expect(sameInputs({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(sameInputs({ a: '1' }, { a: '1', b: '' })).toBe(false);
  });
});
