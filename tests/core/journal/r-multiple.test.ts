import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALCULATION_TYPES, type CalculationType } from '#core/calculators/catalogue.ts';
import { tradeOfRecord } from '#core/calculators/trade-of-record.ts';
import { NO_OUTCOME, RESULTS, type TradeOutcome } from '#core/journal/outcome.ts';
import { rDigits, rMultiple } from '#core/journal/r-multiple.ts';

const LONG = {
  positionType: 'LONG',
  riskAmount: '100',
  entryPrice: '100',
  stopLossPrice: '90',
  takeProfitPrice: '130',
  leverage: '',
};
const SHORT = { ...LONG, positionType: 'SHORT', stopLossPrice: '110', takeProfitPrice: '70' };
const FEES = { entryFee: '1', exitFee: '2' };

function rOf(
  type: CalculationType,
  inputs: Readonly<Record<string, unknown>>,
  outcome: Partial<TradeOutcome>,
): string | null {
  const trade = tradeOfRecord(type, inputs);
  const r = trade === null ? null : rMultiple(trade, { ...NO_OUTCOME, ...outcome });
  return r === null ? null : rDigits(r);
}

describe('R of a record', () => {
  it.each<[string, CalculationType, Record<string, unknown>, Partial<TradeOutcome>, string | null]>([
    ['a target reached', 'RiskMoney', LONG, { result: 'won' }, '+3'],
    ['a short target reached', 'RiskPercent', SHORT, { result: 'won' }, '+3'],
    ['an exit before the target', 'RiskMoney', LONG, { result: 'won', exitPrice: '115' }, '+1.5'],
    ['a short exit', 'RiskMoney', SHORT, { result: 'won', exitPrice: '85' }, '+1.5'],
    ['a stop hit', 'RiskMoney', LONG, { result: 'lost' }, '−1'],
    ['an exit beyond the stop', 'RiskMoney', LONG, { result: 'lost', exitPrice: '85' }, '−1.5'],
    ['break-even, with a price left over', 'RiskMoney', LONG, { result: 'break_even', exitPrice: '85' }, '0'],
    ['skipped', 'RiskMoney', LONG, { result: 'skipped' }, null],
    ['open', 'RiskMoney', LONG, { exitPrice: '115' }, null],
    // (130 × 0.98 − 101) ÷ (101 − 90 × 0.98) = 26.4 ÷ 12.8
    ['fees of a long', 'RiskMoney', { ...LONG, ...FEES }, { result: 'won' }, '+2.06'],
    // (99 − 70 × 1.02) ÷ (110 × 1.02 − 99) = 27.6 ÷ 13.2
    ['fees of a short', 'RiskMoney', { ...SHORT, ...FEES }, { result: 'won' }, '+2.09'],
    ['fees at the stop', 'RiskMoney', { ...LONG, ...FEES }, { result: 'lost', exitPrice: '90' }, '−1'],
    ['an exit that is no price', 'RiskMoney', LONG, { result: 'won', exitPrice: '0' }, '+3'],
    ['no target', 'RiskMoney', { ...LONG, takeProfitPrice: '' }, { result: 'won' }, null],
    ['a stop on the wrong side', 'RiskMoney', { ...LONG, stopLossPrice: '110' }, { result: 'won' }, null],
    ['a stop at the entry', 'RiskMoney', { ...LONG, stopLossPrice: '100' }, { result: 'lost' }, null],
    ['no stop', 'RiskMoney', { ...LONG, stopLossPrice: '' }, { result: 'lost' }, null],
    [
      'percents',
      'TakeProfitStopLoss',
      {
        positionType: 'SHORT',
        calculationType: 'percent',
        entryPrice: '100',
        takeProfit: '10',
        stopLoss: '4',
      },
      { result: 'won' },
      '+2.5',
    ],
    [
      'prices',
      'TakeProfitStopLoss',
      {
        positionType: 'LONG',
        calculationType: 'price',
        entryPrice: '100',
        takeProfit: '120',
        stopLoss: '90',
      },
      { result: 'won' },
      '+2',
    ],
    ['staking', 'Staking', { ...LONG, apr: '10' }, { result: 'won' }, null],
    ['a position', 'AveragePosition', { ...LONG, entries: [['1', '10']] }, { result: 'lost' }, null],
    ['waves', 'ElliottWave', { ...LONG, startPrice: '1' }, { result: 'lost' }, null],
  ])('%s', (_, type, inputs, outcome, r) => {
    expect(rOf(type, inputs, outcome)).toBe(r);
  });

  it('at the stop is −1 and at the entry below 0, whatever the fees', () => {
    const price = fc.integer({ min: 1, max: 1_000_000 });
    const fee = fc.integer({ min: 1, max: 99 }).map((hundredths) => String(hundredths / 100));
    fc.assert(
      fc.property(
        price,
        fc.integer({ min: 1, max: 1_000_000 }),
        fee,
        fee,
        fc.boolean(),
        (low, more, a, b, isLong) => {
          const [entry, stop] = isLong ? [low + more, low] : [low, low + more];
          const inputs = {
            ...LONG,
            positionType: isLong ? 'LONG' : 'SHORT',
            entryPrice: String(entry),
            stopLossPrice: String(stop),
            entryFee: a,
            exitFee: b,
          };
          const trade = tradeOfRecord('RiskMoney', inputs);
          if (trade === null) throw new Error('the trade is lost');
          const at = (exit: number) =>
            rMultiple(trade, { result: 'lost', exitPrice: String(exit), note: '' })?.toNumber();
          expect(at(stop)).toBe(-1);
          expect(at(entry)).toBeLessThan(0);
        },
      ),
    );
  });

  it('survives any recorded inputs', () => {
    const names = [...Object.keys(LONG), ...Object.keys(FEES), 'calculationType', 'takeProfit', 'stopLoss'];
    fc.assert(
      fc.property(
        fc.constantFrom(...CALCULATION_TYPES),
        fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.jsonValue(), fc.double().map(String))),
        fc.constantFrom(...RESULTS),
        fc.string(),
        (type, inputs, result, exitPrice) => {
          expect(rOf(type, inputs, { result, exitPrice }) ?? '0').toMatch(/^(0|[+−]\d+(\.\d+)?)$/);
        },
      ),
    );
  });
});
