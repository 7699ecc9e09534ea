import { describe, expect, it } from 'vitest';
import { Decimal } from '#core/numbers.ts';
import { axisMarks, axisOf, signed } from '#features/calculators/shared/axis-marks.ts';

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

describe('axisOf', () => {
  const marks = (liquidation: string | null) =>
    axisMarks('LONG', {
      entry: price('100'),
      stop: price('90'),
      target: price('110'),
      breakEven: { price: price('105'), display: '105' },
      liquidation: liquidation === null ? null : { price: price(liquidation), display: liquidation },
    });
  const places = (liquidation: string | null) => {
    const all = marks(liquidation);
    const axis = axisOf(all, 0, 200);
    return {
      at: Object.fromEntries(all.map((mark) => [mark.kind, axis.at(mark)])),
      breakAt: axis.breakAt,
    };
  };

  it('is to scale, with a liquidation that is near', () => {
    expect(places(null)).toEqual({ at: { stop: 0, entry: 100, breakEven: 150, target: 200 }, breakAt: null });
    expect(places('85')).toEqual({
      at: { liquidation: 0, stop: 40, entry: 120, breakEven: 160, target: 200 },
      breakAt: null,
    });
  });

  it.each([
    ['1', 0, [40, 200], 20],
    ['500', 200, [0, 160], 180],
  ] as const)('breaks before a liquidation at %s', (liquidation, edge, [stop, target], breakAt) => {
    const { at, ...rest } = places(liquidation);
    expect(rest).toEqual({ breakAt });
    expect(at).toMatchObject({ liquidation: edge, stop, target });
  });

  it('holds marks of one price', () => {
    const all = axisMarks('LONG', { entry: price('100'), stop: price('100'), target: price('100') });
    const axis = axisOf(all, 0, 200);
    expect(all.map((mark) => axis.at(mark))).toEqual([100, 100, 100]);
    expect(axis.breakAt).toBeNull();
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
