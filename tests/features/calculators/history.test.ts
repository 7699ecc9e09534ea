import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CALCULATION_TYPES, type CalculationType } from '#core/calculators/catalogue.ts';
import { csvCell } from '#core/csv-cell.ts';
import type { DeviceRecord } from '#device/model.ts';
import { summaryOf } from '#features/calculators/registry.ts';
import { historyCsv } from '#features/history/csv.ts';

function recordOf(calculationType: CalculationType, inputs: Record<string, unknown>): DeviceRecord {
  return {
    id: '0190f5d8-0000-7000-8000-000000000001',
    calculationType,
    occurredAt: Date.UTC(2026, 10, 21, 14, 5),
    inputs,
    revision: 0,
    state: 'counted',
    awarded: 1000,
    reason: 'counted',
    refusal: null,
    seq: 2,
  };
}

describe('a CSV cell', () => {
  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=SUM(A1)', '"\'=SUM(A1)"'],
    ['@cmd', '"\'@cmd"'],
    ['+1', '"\'+1"'],
    ['-5', '"\'-5"'],
    ['\tx', '"\'\tx"'],
    ['＝SUM(A1)', '"\'＝SUM(A1)"'],
    ['＋1', '"\'＋1"'],
    ['－5', '"\'－5"'],
    ['＠cmd', '"\'＠cmd"'],
  ])('%j is written %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it('is never a formula, and loses nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'=-+@＝－＋＠",\n\r\ta1 ') }), (text) => {
        const cell = csvCell(text);
        const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
        expect(read).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/);
        expect(read.replace(/^'/, '')).toBe(text.replace(/^'/, ''));
        if (!cell.startsWith('"')) expect(cell).not.toMatch(/[",\r\n]/);
      }),
    );
  });
});

describe('the history as CSV', () => {
  it('has one row per record and one column per input', () => {
    const csv = historyCsv([
      recordOf('Staking', { apr: '10', days: '365', autoCompound: true }),
      recordOf('AveragePosition', { entries: [['1', '10']] }),
    ]);
    expect(csv.split('\r\n')).toEqual([
      '\ufeffid,date,calculation,state,points,reason,symbol,result,exitPrice,r,note,apr,autoCompound,days,entries',
      '0190f5d8-0000-7000-8000-000000000001,2026-11-21T14:05:00.000Z,Staking,counted,1,counted,,,,,,10,true,365,',
      '0190f5d8-0000-7000-8000-000000000001,2026-11-21T14:05:00.000Z,AveragePosition,counted,1,counted,,,,,,,,,"[[""1"",""10""]]"',
      '',
    ]);
  });

  it('has the coin, the outcome, its R and the note, which is never a formula', () => {
    const record = recordOf('RiskMoney', {
      symbol: 'BTC',
      positionType: 'LONG',
      entryPrice: '100',
      stopLossPrice: '90',
    });
    const csv = historyCsv([
      { ...record, outcome: { result: 'lost', exitPrice: '85', note: '=HYPERLINK("a")' } },
    ]);
    const [header, row] = csv.split('\r\n');
    expect(header).toMatch(/,reason,symbol,result,exitPrice,r,note,entryPrice,positionType,stopLossPrice$/);
    expect(row).toContain(`,counted,BTC,lost,85,-1.5,"'=HYPERLINK(""a"")",100,LONG,90`);
  });
});

describe('a record in one line', () => {
  it.each([
    [
      recordOf('RiskMoney', {
        positionType: 'LONG',
        riskAmount: '100',
        entryPrice: '100',
        stopLossPrice: '90',
        takeProfitPrice: '130',
        leverage: '',
      }),
      {
        side: 'LONG',
        line: 'prices',
        figures: { entry: '100', stop: '90', target: '130' },
        result: '3.00:1',
      },
    ],
    [
      recordOf('RiskPercent', {
        positionType: 'SHORT',
        riskPercent: '1',
        depositAmount: '1000',
        entryPrice: '100',
        stopLossPrice: '110',
        takeProfitPrice: '80',
        leverage: '',
      }),
      {
        side: 'SHORT',
        line: 'prices',
        figures: { entry: '100', stop: '110', target: '80' },
        result: '2.00:1',
      },
    ],
    [
      recordOf('TakeProfitStopLoss', {
        positionType: 'LONG',
        calculationType: 'percent',
        entryPrice: '1000',
        takeProfit: '10',
        stopLoss: '5',
      }),
      {
        side: 'LONG',
        line: 'percents',
        figures: { entry: '1000', stop: '5', target: '10' },
        result: '2.00:1',
      },
    ],
    [
      recordOf('AveragePosition', {
        positionType: 'LONG',
        quantityType: 'quantity',
        entries: [
          ['1', '10'],
          ['1', '20'],
        ],
        takeProfits: [['30', '1']],
      }),
      { side: 'LONG', line: 'position', figures: { entries: '2', targets: '1' }, result: '15' },
    ],
    [
      recordOf('ElliottWave', {
        positionType: 'LONG',
        startPrice: '100',
        endPrice: '150',
        choices: { '2': { level: 0 } },
      }),
      { side: 'LONG', line: 'waves', figures: { start: '100', end: '150', wave: '3' }, result: null },
    ],
    [
      recordOf('Staking', {
        apr: '10',
        depositAmount: '1000',
        days: '365',
        autoCompound: false,
        warmUpDays: '0',
        accrualDelay: '0',
      }),
      { side: null, line: 'staking', figures: { amount: '1000', apr: '10', days: '365' }, result: '1100' },
    ],
  ])('$calculationType', (record, summary) => {
    expect(summaryOf(record)).toEqual(summary);
  });

  it('is built for any record without an error', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CALCULATION_TYPES),
        fc.dictionary(
          fc.constantFrom(
            'positionType',
            'entries',
            'takeProfits',
            'choices',
            'startPrice',
            'endPrice',
            'apr',
          ),
          fc.jsonValue(),
        ),
        (type, inputs) => {
          expect(typeof summaryOf(recordOf(type, inputs)).line).toBe('string');
        },
      ),
    );
  });
});
