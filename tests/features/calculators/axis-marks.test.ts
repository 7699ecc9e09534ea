import { describe, expect, it } from 'vitest';
import { Decimal } from '#core/numbers.ts';
import { axisMarks, signed } from '#features/calculators/shared/axis-marks.ts';

const price = (text: string) => new Decimal(text);

describe('axisMarks', () => {
  it('tells loss from gain by the direction', () => {
    const long = axisMarks('LONG', { entry: price('100'), stop: price('90'), target: price('130') });
    expect(long.map(({ kind, percent, isLoss }) => [kind, percent, isLoss])).toEqual([
      ['entry', null, false],
      ['stop', '−10', true],
      ['target', '+30', false],
    ]);
    const short = axisMarks('SHORT', { entry: price('100'), stop: price('110'), target: price('120') });
    expect(short.map(({ percent }) => percent)).toEqual([null, '−10', '−20']);
  });

  it('leaves out marks beyond the axis', () => {
    const marks = axisMarks('SHORT', {
      entry: price('0'),
      stop: price('1'),
      target: price('0'),
      liquidation: { price: price('2'), display: '2' },
    });
    expect(marks.map(({ kind }) => kind)).toEqual(['stop', 'liquidation']);
  });
});

describe('signed', () => {
  it.each([
    ['1.239', '+1.23'],
    ['-1234.5', '−1234.5'],
    ['0.001', '0'],
  ])('%s is %j', (value, text) => {
    expect(signed(price(value))).toBe(text);
  });
});
