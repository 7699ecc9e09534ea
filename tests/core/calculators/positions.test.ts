import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AveragePositionInput,
  calculateAveragePosition,
  isEntry,
  isTakeProfitLevel,
} from '#core/calculators/average-position.ts';
import {
  calculateTakeProfitStopLoss,
  type TakeProfitStopLossInput,
} from '#core/calculators/take-profit-stop-loss.ts';
import { readOrZero } from '#core/numbers.ts';
import { anyText, expectPlainTexts, positive } from './support.ts';

const side = fc.constantFrom('LONG' as const, 'SHORT' as const);
const entry = fc.record({ quantity: positive(8), price: positive(8) });
const level = fc.record({ price: positive(8), quantityOrPercent: positive(8) });

describe('take-profit and stop-loss', () => {
  const input: TakeProfitStopLossInput = {
    positionType: 'LONG',
    calculationType: 'percent',
    entryPrice: '100',
    takeProfit: '10',
    stopLoss: '5',
  };
  const figures = (partial: Partial<TakeProfitStopLossInput>) => {
    const result = calculateTakeProfitStopLoss({ ...input, ...partial });
    if (!result.ok) throw new Error('refused');
    return result;
  };

  it('converts percents to prices and back', () => {
    const percents = fc.integer({ min: 1, max: 99 }).map(String);
    fc.assert(
      fc.property(side, positive(8), percents, percents, (positionType, entryPrice, takeProfit, stopLoss) => {
        const there = figures({ positionType, entryPrice, takeProfit, stopLoss });
        const back = figures({
          positionType,
          calculationType: 'price',
          entryPrice,
          takeProfit: there.value.tpPrice.toFixed(),
          stopLoss: there.value.slPrice.toFixed(),
        });
        expect(back.display).toEqual(there.display);
      }),
    );
  });

  it('changes only the sign of both percents with the direction', () => {
    fc.assert(
      fc.property(positive(8), positive(8), positive(8), (entryPrice, takeProfit, stopLoss) => {
        const prices = { calculationType: 'price', entryPrice, takeProfit, stopLoss } as const;
        const long = figures(prices).value;
        const short = figures({ ...prices, positionType: 'SHORT' }).value;
        expect(short.tpPercent.eq(long.tpPercent.neg())).toBe(true);
        expect(short.slPercent.eq(long.slPercent.neg())).toBe(true);
        expect(short.tpPrice.eq(long.tpPrice) && short.slPrice.eq(long.slPrice)).toBe(true);
        expect(long.riskRewardRatio.isZero() || short.riskRewardRatio.isZero()).toBe(true);
      }),
    );
  });

  it('returns plain texts for any input without throwing', () => {
    const kinds = fc.constantFrom('percent' as const, 'price' as const);
    fc.assert(
      fc.property(side, kinds, anyText(), anyText(), anyText(), (positionType, calculationType, ...texts) => {
        const [entryPrice, takeProfit, stopLoss] = texts;
        expectPlainTexts(
          figures({ positionType, calculationType, entryPrice, takeProfit, stopLoss }).display,
        );
      }),
    );
  });

  it('offers sharing only with results', () => {
    expect(figures({}).shareable).toBe(true);
    expect(figures({ stopLoss: '' }).shareable).toBe(false);
  });
});

describe('average position', () => {
  const calculate = (partial: Partial<AveragePositionInput>) => {
    const result = calculateAveragePosition({
      positionType: 'LONG',
      quantityType: 'quantity',
      entries: [],
      takeProfits: [],
      ...partial,
    });
    if (!result.ok) throw new Error('refused');
    return result;
  };

  it('lies between the lowest and the highest price in any order', () => {
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 8 }), (entries) => {
        const { value, display } = calculate({ entries });
        const prices = entries.map((one) => readOrZero(one.price)).sort((a, b) => a.cmp(b));
        const slack = value.averagePrice.times('1e-40');
        expect(prices.at(0)?.minus(slack).lte(value.averagePrice)).toBe(true);
        expect(prices.at(-1)?.plus(slack).gte(value.averagePrice)).toBe(true);
        expect(calculate({ entries: entries.toReversed() }).display.averagePrice).toBe(display.averagePrice);
      }),
    );
  });

  it('changes the sign of every profit with the direction', () => {
    fc.assert(
      fc.property(
        fc.array(entry, { maxLength: 5 }),
        fc.array(level, { maxLength: 5 }),
        (entries, takeProfits) => {
          const long = calculate({ entries, takeProfits }).value;
          const short = calculate({ entries, takeProfits, positionType: 'SHORT' }).value;
          long.profits.forEach((profit, index) => {
            expect(short.profits[index]?.eq(profit.neg())).toBe(true);
          });
          expect(short.totalProfit.eq(long.totalProfit.neg())).toBe(true);
        },
      ),
    );
  });

  it('treats 100 percent as the total quantity', () => {
    const entries = [
      { quantity: '3', price: '10' },
      { quantity: '3', price: '11' },
    ];
    const all = calculate({ entries, takeProfits: [{ price: '12', quantityOrPercent: '6' }] });
    const percent = calculate({
      entries,
      quantityType: 'percentage',
      takeProfits: [{ price: '12', quantityOrPercent: '100' }],
    });
    expect(percent.display).toEqual(all.display);
  });

  it('leaves out emptied entries and levels', () => {
    const { display } = calculate({
      entries: [
        { quantity: '2', price: '10' },
        { quantity: '5', price: '0' },
        { quantity: '', price: '7' },
      ],
      takeProfits: [
        { price: '0', quantityOrPercent: '1' },
        { price: '11', quantityOrPercent: '1' },
      ],
    });
    expect(display).toEqual({
      averagePrice: '10',
      totalQuantity: '2',
      invested: '20',
      amounts: ['20', '0', '0'],
      profits: ['0', '1'],
      totalProfit: '1',
    });
  });

  it('accepts only entries and levels above 0, and percents up to 100', () => {
    expect(isEntry({ quantity: '1', price: '0,1' })).toBe(true);
    expect(isEntry({ quantity: '0', price: '1' })).toBe(false);
    expect(isEntry({ quantity: '1', price: '-1' })).toBe(false);
    expect(isTakeProfitLevel({ price: '1', quantityOrPercent: '101' }, 'quantity')).toBe(true);
    expect(isTakeProfitLevel({ price: '1', quantityOrPercent: '101' }, 'percentage')).toBe(false);
    expect(isTakeProfitLevel({ price: '1', quantityOrPercent: '100' }, 'percentage')).toBe(true);
    expect(isTakeProfitLevel({ price: '0', quantityOrPercent: '1' }, 'quantity')).toBe(false);
    expect(isTakeProfitLevel({ price: '1', quantityOrPercent: '0' }, 'quantity')).toBe(false);
  });

  it('returns plain texts for any input without throwing', () => {
    const anyEntry = fc.record({ quantity: anyText(), price: anyText() });
    const anyLevel = fc.record({ price: anyText(), quantityOrPercent: anyText() });
    fc.assert(
      fc.property(
        side,
        fc.constantFrom('quantity' as const, 'percentage' as const),
        fc.array(anyEntry, { maxLength: 4 }),
        fc.array(anyLevel, { maxLength: 4 }),
        (positionType, quantityType, entries, takeProfits) => {
          const { display, shareable } = calculate({ positionType, quantityType, entries, takeProfits });
          expectPlainTexts(display);
          expect(shareable).toBe(entries.some(isEntry));
        },
      ),
    );
  });
});
