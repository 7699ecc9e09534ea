/** Fees, cures and averaging: the published cases, and what holds for all others. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calculateAveragePosition,
  quantityForAverage,
  quantityForMoney,
} from '#core/calculators/average-position.ts';
import { estimateLiquidation, highestLeverage } from '#core/calculators/liquidation.ts';
import type { PositionType } from '#core/calculators/outcome.ts';
import { calculateRiskMoney, RISK_MONEY, type RiskMoneyInput } from '#core/calculators/risk-money.ts';
import { calculateRiskPercent, RISK_PERCENT } from '#core/calculators/risk-percent.ts';
import { Decimal, readOrZero } from '#core/numbers.ts';
import { readSymbol } from '#core/trade-symbol.ts';
import { expectValues } from './support.ts';

interface TradeTools {
  readonly fees: readonly { readonly input: RiskMoneyInput; readonly expected: Record<string, string> }[];
  readonly leverage: readonly {
    readonly input: Record<'entryPrice' | 'stopLossPrice', string> & { readonly positionType: PositionType };
    readonly expected: { readonly highestLeverage: string | null };
  }[];
  readonly average: readonly {
    readonly input: {
      readonly entries: readonly { readonly price: string; readonly quantity: string }[];
      readonly price: string;
      readonly wantedAverage: string;
    };
    readonly expected: Record<string, string>;
  }[];
}

const TOOLS = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../vectors/trade-tools.json'), 'utf8'),
) as TradeTools;

const side = fc.constantFrom('LONG' as const, 'SHORT' as const);
const price = fc.integer({ min: 1, max: 1_000_000 }).map((cents) => new Decimal(cents).div(100));

describe('fees', () => {
  it.each(TOOLS.fees)('$input', ({ input, expected }) => {
    const result = calculateRiskMoney({ ...RISK_MONEY.empty, ...input });
    if (!result.ok || result.net === null) throw new Error('no fees');
    const { value, breakEven } = result.net;
    expectValues({ ...value, quantity: result.value.coins, breakEven: breakEven?.price }, expected);
  });

  it('change nothing of the specified results unless the risk includes them', () => {
    for (const { input: given } of TOOLS.fees.filter((one) => !one.input.riskIncludesFees)) {
      const input = { ...RISK_MONEY.empty, ...given };
      const plain = calculateRiskMoney({ ...input, entryFee: '', exitFee: '' });
      const withFees = calculateRiskMoney(input);
      if (!plain.ok || !withFees.ok) throw new Error('refused');
      expect(withFees.display).toEqual(plain.display);
      expect(plain.net).toBeNull();
      expect(plain.lossAtStop).not.toBe(withFees.lossAtStop);
    }
  });

  it('at the break-even price a trade neither wins nor loses', () => {
    fc.assert(
      fc.property(side, price, fc.nat(999), fc.nat(999), (positionType, entry, a, b) => {
        const result = calculateRiskMoney({
          ...RISK_MONEY.empty,
          positionType,
          riskAmount: '100',
          entryPrice: entry.toFixed(),
          stopLossPrice: entry.times(positionType === 'LONG' ? '0.9' : '1.1').toFixed(),
          takeProfitPrice: entry.toFixed(),
          entryFee: `${a}`.replace(/(\d)$/, '.$1'),
          exitFee: `${b}`.replace(/(\d)$/, '.$1'),
        });
        if (!result.ok || !result.net?.breakEven) return;
        const target = result.net.breakEven.price;
        const [bought, sold] = positionType === 'LONG' ? [entry, target] : [target, entry];
        const [entryFee, exitFee] = [a, b].map((fee) => new Decimal(fee).div(1000));
        const fees = entry.times(entryFee ?? 0).plus(target.times(exitFee ?? 0));
        expect(sold.minus(bought).minus(fees).abs().lt('1e-20')).toBe(true);
      }),
    );
  });

  it('that the risk includes change no ratio: both risk calculators show the same', () => {
    const trade = {
      positionType: 'SHORT',
      entryPrice: '29090.65',
      stopLossPrice: '32331.34841',
      takeProfitPrice: '20680.543085',
      entryFee: '0.143',
      exitFee: '0.022',
      riskIncludesFees: true,
    } as const;
    const money = calculateRiskMoney({ ...RISK_MONEY.empty, ...trade, riskAmount: '2000' });
    const share = calculateRiskPercent({
      ...RISK_PERCENT.empty,
      ...trade,
      riskPercent: '2',
      depositAmount: '100000',
    });
    if (!money.ok || !share.ok) throw new Error('refused');
    expect(money.display.riskRewardRatio).toBe('2.59:1');
    expect(share.display.riskRewardRatio).toBe('2.59:1');
    expect(money.display.coins).toBe(share.display.quantity);
  });

  it('of the whole value leave no break-even price', () => {
    const result = calculateRiskMoney({
      ...RISK_MONEY.empty,
      riskAmount: '100',
      entryPrice: '100',
      stopLossPrice: '90',
      takeProfitPrice: '130',
      exitFee: '100',
    });
    expect(result.ok && result.net).toMatchObject({ breakEven: null, display: { netRatio: '0:1' } });
  });

  it('count in the capped risk by percent', () => {
    const result = calculateRiskPercent({
      ...RISK_PERCENT.empty,
      riskPercent: '10',
      depositAmount: '1000',
      entryPrice: '100',
      stopLossPrice: '99',
      takeProfitPrice: '110',
      entryFee: '0.1',
      exitFee: '0.1',
    });
    if (!result.ok) throw new Error('refused');
    // 10 coins instead of 100: 10 at the stop, and 1 + 0.99 for the fees.
    expect(result.display.quantity).toBe('10');
    expect(result.warnings[0]).toMatchObject({
      type: 'capped',
      display: { riskTaken: '11.99', riskTakenPercent: '1.19' },
      cure: '10',
    });
    expect(result.lossAtStop).toBe('11.99');
    expect(result.order).toEqual({ value: '1000', margin: '1000' });
  });
});

describe('the highest leverage', () => {
  it.each(TOOLS.leverage)('$input', ({ input, expected }) => {
    const { positionType, entryPrice, stopLossPrice } = input;
    const highest = highestLeverage(positionType, readOrZero(entryPrice), readOrZero(stopLossPrice));
    expect(highest?.toFixed() ?? null).toBe(expected.highestLeverage);
  });

  it('puts the liquidation strictly beyond the stop, and a tenth more does not', () => {
    fc.assert(
      fc.property(side, price, fc.integer({ min: 1, max: 900 }), (positionType, entry, perMille) => {
        const share = new Decimal(perMille).div(1000);
        const stop = entry.times(positionType === 'LONG' ? new Decimal(1).minus(share) : share.plus(1));
        const highest = highestLeverage(positionType, entry, stop);
        const isBeyond = (leverage: Decimal) => {
          const at = estimateLiquidation(positionType, entry, leverage)?.price;
          if (at === undefined) return true;
          return positionType === 'LONG' ? at.lt(stop) : at.gt(stop);
        };
        if (highest !== null) expect(isBeyond(highest)).toBe(true);
        if (highest !== null) expect(isBeyond(highest.plus('0.1'))).toBe(false);
      }),
    );
  });

  it('cures the warning of both calculators', () => {
    const input = { ...RISK_MONEY.empty, riskAmount: '100', entryPrice: '100', takeProfitPrice: '120' };
    const far = calculateRiskMoney({ ...input, stopLossPrice: '80', leverage: '10' });
    expect(far.ok && far.warnings).toEqual([{ type: 'stop-beyond-liquidation', cure: '4.8' }]);
    const cured = calculateRiskMoney({ ...input, stopLossPrice: '80', leverage: '4.8' });
    expect(cured.ok && cured.warnings).toEqual([]);
    const none = calculateRiskMoney({ ...input, stopLossPrice: '0.1', leverage: '10' });
    expect(none.ok && none.warnings).toEqual([{ type: 'stop-beyond-liquidation', cure: null }]);
  });
});

describe('a capped quantity', () => {
  it('is carried by the leverage of its cure, and by no lower one', () => {
    const input = {
      ...RISK_PERCENT.empty,
      riskPercent: '5',
      depositAmount: '1000',
      entryPrice: '100',
      stopLossPrice: '97',
      takeProfitPrice: '110',
    };
    const warning = (leverage: string) => {
      const result = calculateRiskPercent({ ...input, leverage });
      return result.ok ? result.warnings.find(({ type }) => type === 'capped') : undefined;
    };
    expect(warning('')).toMatchObject({ cure: '1.7' });
    expect(warning('1.6')).toMatchObject({ cure: '1.7' });
    expect(warning('1.7')).toBeUndefined();
  });
});

it('names the very leverage that carries it, though its quantity is a rounded one', () => {
  const result = calculateRiskPercent({
    ...RISK_PERCENT.empty,
    riskPercent: '9',
    depositAmount: '100',
    entryPrice: '700',
    stopLossPrice: '693',
    takeProfitPrice: '800',
  });
  expect(result.ok && result.warnings[0]).toMatchObject({ type: 'capped', cure: '9' });
});

describe('averaging', () => {
  it.each(TOOLS.average)('$input', ({ input, expected }) => {
    const { entries, price: buyAt, wantedAverage } = input;
    const position = calculateAveragePosition({
      positionType: 'LONG',
      quantityType: 'quantity',
      entries,
      takeProfits: [],
    });
    if (!position.ok) throw new Error('refused');
    const found = quantityForAverage(position.value, readOrZero(buyAt), readOrZero(wantedAverage));
    if (expected['invalid'] !== undefined) {
      expect(found).toEqual({ ok: false, error: { type: expected['invalid'] } });
      return;
    }
    expectValues(found, expected);
  });

  it('really moves the average there', () => {
    const entries = [
      { price: '100', quantity: '2' },
      { price: '80', quantity: '1' },
    ];
    const table = { positionType: 'LONG', quantityType: 'quantity', takeProfits: [] } as const;
    const before = calculateAveragePosition({ ...table, entries });
    if (!before.ok) throw new Error('refused');
    expect(before.display.invested).toBe('280');
    const found = quantityForAverage(before.value, new Decimal(50), new Decimal(70));
    if (!found.ok) throw new Error('refused');
    const after = calculateAveragePosition({
      ...table,
      entries: [...entries, { price: '50', quantity: found.quantity.toFixed() }],
    });
    expect(after.ok && after.display.averagePrice).toBe('70');
  });

  it.each([
    ['100', '3', '33.33333333'],
    ['100', '0', ''],
    ['', '3', ''],
    ['0.000000001', '100', ''],
  ])('%j of money at %j buys %j', (amount, each, quantity) => {
    expect(quantityForMoney(amount, each)).toBe(quantity);
  });
});

describe('readSymbol', () => {
  it.each([
    ['btc', 'BTC'],
    [' 1inch ', '1INCH'],
    ['$wif/usdt', 'WIFUSDT'],
    ['ШИБА', ''],
    ['abcdefghijklmnop', 'ABCDEFGHIJKL'],
    ['x'.repeat(100_000), 'X'.repeat(12)],
    [`${' '.repeat(64)}btc`, ''],
  ])('%j is %j', (text, symbol) => {
    expect(readSymbol(text)).toBe(symbol);
  });
});
