import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateLiquidation } from '#core/calculators/liquidation.ts';
import { calculateRiskMoney, type RiskMoneyInput } from '#core/calculators/risk-money.ts';
import { calculateRiskPercent, type RiskPercentInput } from '#core/calculators/risk-percent.ts';
import { Decimal, readOrZero } from '#core/numbers.ts';
import { anyText, expectPlainTexts, positive } from './support.ts';

const side = fc.constantFrom('LONG' as const, 'SHORT' as const);
const leverage = fc.constantFrom('', '1', '2', '12,5', '25', '25.1', '100');

const money: RiskMoneyInput = {
  positionType: 'LONG',
  riskAmount: '100',
  entryPrice: '100',
  stopLossPrice: '90',
  takeProfitPrice: '130',
  leverage: '',
};
const percent: RiskPercentInput = {
  positionType: 'LONG',
  riskPercent: '1',
  depositAmount: '1000',
  leverage: '',
  entryPrice: '100',
  stopLossPrice: '90',
  takeProfitPrice: '130',
};

it.each([
  ['money', calculateRiskMoney({ ...money, takeProfitPrice: '130,5' })],
  ['percent', calculateRiskPercent({ ...percent, takeProfitPrice: '130,5' })],
])('risk by %s returns the prices of its calculation', (_, result) => {
  if (!result.ok) throw new Error('refused');
  const { entry, stop, target } = result.prices;
  expect([entry, stop, target].map((price) => price.toFixed())).toEqual(['100', '90', '130.5']);
});

describe('risk by money', () => {
  it('mirrors: a short with prices reflected about the entry gives the same coins, profit and ratio', () => {
    fc.assert(
      fc.property(
        positive(2),
        fc.nat(50),
        fc.nat(50),
        fc.nat(49),
        leverage,
        (risk, entry, up, down, times) => {
          const long = { ...money, riskAmount: risk, leverage: times };
          const at = entry + 50;
          const a = calculateRiskMoney({
            ...long,
            entryPrice: String(at),
            stopLossPrice: String(at - down - 1),
            takeProfitPrice: String(at + up),
          });
          const b = calculateRiskMoney({
            ...long,
            positionType: 'SHORT',
            entryPrice: String(at),
            stopLossPrice: String(at + down + 1),
            takeProfitPrice: String(at - up),
          });
          expect(a.ok && b.ok && a.display).toEqual(b.ok && b.display);
        },
      ),
    );
  });

  it('loses the risked amount at the stop, unless there are too few coins', () => {
    fc.assert(
      fc.property(side, positive(2), positive(8), positive(8), (positionType, riskAmount, a, b) => {
        const [low, high] = readOrZero(a).lt(readOrZero(b)) ? [a, b] : [b, a];
        const [entryPrice, stopLossPrice] = positionType === 'LONG' ? [high, low] : [low, high];
        const result = calculateRiskMoney({ ...money, positionType, riskAmount, entryPrice, stopLossPrice });
        if (!result.ok) {
          expect(readOrZero(a).eq(readOrZero(b))).toBe(true);
          return;
        }
        const loss = readOrZero(high).minus(readOrZero(low)).times(result.value.coins);
        const risk = readOrZero(riskAmount);
        const few = result.value.coins.isZero() && loss.isZero();
        expect(few || loss.minus(risk).abs().lte(risk.times('1e-40'))).toBe(true);
      }),
    );
  });

  it('buys more for more risk, and needs less margin with more leverage', () => {
    fc.assert(
      fc.property(positive(2), positive(2), (a, b) => {
        const [less, more] = readOrZero(a).lt(readOrZero(b)) ? [a, b] : [b, a];
        const x = calculateRiskMoney({ ...money, riskAmount: less });
        const y = calculateRiskMoney({ ...money, riskAmount: more, leverage: '10' });
        if (!x.ok || !y.ok) throw new Error('refused');
        expect(x.value.coins.lte(y.value.coins)).toBe(true);
        expect(y.value.leveragedAmount.times(10).eq(y.value.entryAmount)).toBe(true);
      }),
    );
  });

  it('returns plain texts for any input without throwing', () => {
    fc.assert(
      fc.property(side, anyText(), anyText(), anyText(), anyText(), anyText(), (positionType, ...texts) => {
        const [riskAmount, entryPrice, stopLossPrice, takeProfitPrice, times] = texts;
        const result = calculateRiskMoney({
          positionType,
          riskAmount,
          entryPrice,
          stopLossPrice,
          takeProfitPrice,
          leverage: times,
        });
        if (!result.ok) return;
        expectPlainTexts(result.display);
        expectPlainTexts(result.liquidation?.display);
      }),
    );
  });

  it('offers no sharing without a ratio above 0', () => {
    expect(calculateRiskMoney(money)).toMatchObject({ shareable: true });
    expect(calculateRiskMoney({ ...money, takeProfitPrice: '95' })).toMatchObject({ shareable: false });
    expect(calculateRiskMoney({ ...money, riskAmount: '' })).toMatchObject({
      shareable: false,
      display: { coins: '0', riskRewardRatio: '0:1' },
    });
  });
});

describe('risk by percent', () => {
  it('never uses more than the deposit, and shows the real risk', () => {
    fc.assert(
      fc.property(
        side,
        positive(2),
        fc.integer({ min: 1, max: 99 }),
        leverage,
        (positionType, depositAmount, gap, times) => {
          const stopLossPrice = String(positionType === 'LONG' ? 100 - gap : 100 + gap);
          const input = {
            ...percent,
            positionType,
            depositAmount,
            stopLossPrice,
            leverage: times,
            riskPercent: '40',
          };
          const result = calculateRiskPercent(input);
          if (!result.ok) throw new Error('refused');
          const deposit = readOrZero(depositAmount);
          const bound = result.value.quantity.times(100).div(Decimal.max(1, readOrZero(times)));
          expect(bound.lte(deposit.times('1.0000000000000000000000000000000001'))).toBe(true);
          const taken = result.value.quantity.times(gap);
          const capped = result.warnings.find((warning) => warning.type === 'capped');
          expect(result.value.riskAmount.eq(deposit.times('0.4'))).toBe(true);
          if (capped === undefined) {
            expect(taken.minus(result.value.riskAmount).abs().lte(deposit.times('1e-40'))).toBe(true);
          } else {
            expect(capped.riskTaken.eq(taken)).toBe(true);
            expect(taken.lt(result.value.riskAmount)).toBe(true);
          }
        },
      ),
    );
  });

  it('shows the real risk and the candle', () => {
    const result = calculateRiskPercent({ ...percent, riskPercent: '50', stopLossPrice: '99,5' });
    expect(result).toMatchObject({
      ok: true,
      display: { riskAmount: '500', quantity: '10', candleSize: '0.5' },
      warnings: [
        { type: 'capped', display: { riskTaken: '5', riskTakenPercent: '0.5' } },
        { type: 'extreme-risk' },
      ],
    });
  });

  it('refuses to risk more than the deposit', () => {
    expect(calculateRiskPercent({ ...percent, riskPercent: '100.01' })).toEqual({
      ok: false,
      error: { type: 'risk-over-100' },
    });
    expect(calculateRiskPercent({ ...percent, riskPercent: '100' }).ok).toBe(true);
  });

  it('returns plain texts for any input without throwing', () => {
    const text = anyText();
    fc.assert(
      fc.property(side, text, text, text, text, text, text, (positionType, ...texts) => {
        const [riskPercent, depositAmount, entryPrice, stopLossPrice, takeProfitPrice, times] = texts;
        const result = calculateRiskPercent({
          positionType,
          riskPercent,
          depositAmount,
          entryPrice,
          stopLossPrice,
          takeProfitPrice,
          leverage: times,
        });
        if (!result.ok) return;
        expectPlainTexts(result.display);
        for (const warning of result.warnings) if ('display' in warning) expectPlainTexts(warning.display);
      }),
    );
  });
});

describe('the estimated liquidation price', () => {
  it('follows the formula', () => {
    const estimate = (type: 'LONG' | 'SHORT', times: string, entry = '100') =>
      estimateLiquidation(type, new Decimal(entry), new Decimal(times))?.display;
    expect(estimate('LONG', '10')).toBe('90.5');
    expect(estimate('SHORT', '10')).toBe('109.5');
    // As many decimals as the entry price has, and at least 2.
    expect(estimate('LONG', '3')).toBe('67.16');
    expect(estimate('LONG', '3', '100.1')).toBe('67.23');
    expect(estimate('LONG', '3', '0.00012345')).toBe('0.00008291');
    expect(estimate('LONG', '1')).toBeUndefined();
    expect(estimate('LONG', '1.1')).toBe('9.59');
    expect(estimateLiquidation('LONG', new Decimal(0), new Decimal(10))).toBeNull();
  });

  it('is nearer the entry with higher leverage', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 150 }), positive(8), (times, entry) => {
        const price = readOrZero(entry);
        const far = estimateLiquidation('LONG', price, new Decimal(times))?.price ?? price;
        const near = estimateLiquidation('LONG', price, new Decimal(times + 1))?.price ?? price;
        const short = estimateLiquidation('SHORT', price, new Decimal(times))?.price ?? price;
        expect(far.lt(near) && near.lt(price)).toBe(true);
        expect(short.plus(far).minus(price.times(2)).abs().lte(price.times('1e-40'))).toBe(true);
      }),
    );
  });

  it.each([
    ['LONG', '90,6', []],
    ['LONG', '90.5', []],
    ['LONG', '90,4', ['stop-beyond-liquidation']],
    ['SHORT', '109.5', []],
    ['SHORT', '109,6', ['stop-beyond-liquidation']],
  ] as const)('%s with the stop at %s warns %j', (positionType, stopLossPrice, warnings) => {
    const result = calculateRiskMoney({ ...money, positionType, stopLossPrice, leverage: '10' });
    expect(result.ok && result.warnings.map((warning) => warning.type)).toEqual(warnings);
  });

  it('marks leverage over 25 and risk over 5 % as extreme', () => {
    const types = (input: Partial<RiskPercentInput>) => {
      const result = calculateRiskPercent({ ...percent, stopLossPrice: '99', ...input });
      return result.ok && result.warnings.map((warning) => warning.type);
    };
    expect(types({})).toEqual([]);
    expect(types({ leverage: '25', riskPercent: '5' })).toEqual([]);
    expect(types({ leverage: '25,1' })).toEqual(['extreme-leverage']);
    expect(types({ leverage: '25', riskPercent: '5,01' })).toEqual(['extreme-risk']);
  });
});
