/** The forms of the calculators: their fields, what these accept, and what a record holds of them. */
import { describe, expect, it } from 'vitest';
import { readInputs, recordedInputs } from '#core/calculators/form-rules.ts';
import { calculateRiskMoney, RISK_MONEY } from '#core/calculators/risk-money.ts';
import { RISK_PERCENT } from '#core/calculators/risk-percent.ts';
import { STAKING } from '#core/calculators/staking.ts';
import { TAKE_PROFIT_STOP_LOSS } from '#core/calculators/take-profit-stop-loss.ts';

const EXTRAS = { symbol: '', entryFee: '', exitFee: '', riskIncludesFees: false };
const PRICES = { entryPrice: '', stopLossPrice: '', takeProfitPrice: '', leverage: '' };
const OF_PRICES = {
  leverage: 1,
  entryPrice: 8,
  stopLossPrice: 8,
  takeProfitPrice: 8,
  entryFee: 4,
  exitFee: 4,
};
const OF_ACCOUNT = { leverage: 'leverage', entryFee: 'entryFee', exitFee: 'exitFee' };
const SIDES = ['LONG', 'SHORT'];

describe('each form', () => {
  it('of risk by money', () => {
    const { empty, required, calculate, ...rest } = RISK_MONEY;
    expect(empty).toEqual({ positionType: 'LONG', riskAmount: '', ...PRICES, ...EXTRAS });
    expect(rest).toEqual({
      type: 'RiskMoney',
      extras: Object.keys(EXTRAS),
      account: { riskAmount: 'riskAmount', ...OF_ACCOUNT },
      words: { positionType: SIDES },
      decimals: { riskAmount: 2, ...OF_PRICES },
    });
    expect(required(empty)).toEqual(['riskAmount', 'entryPrice', 'stopLossPrice', 'takeProfitPrice']);
    expect(calculate(empty)).toEqual({ ok: false, error: { type: 'direction' } });
  });

  it('of risk by percent', () => {
    const { empty, required, calculate, ...rest } = RISK_PERCENT;
    const own = { positionType: 'LONG', riskPercent: '', depositAmount: '' };
    expect(empty).toEqual({ ...own, ...PRICES, ...EXTRAS });
    expect(rest).toEqual({
      type: 'RiskPercent',
      extras: Object.keys(EXTRAS),
      account: { riskPercent: 'riskPercent', depositAmount: 'deposit', ...OF_ACCOUNT },
      words: { positionType: SIDES },
      decimals: { riskPercent: 2, depositAmount: 2, ...OF_PRICES },
    });
    expect(required(empty)).toEqual([
      'riskPercent',
      'depositAmount',
      'entryPrice',
      'stopLossPrice',
      'takeProfitPrice',
    ]);
    expect(calculate(empty)).toEqual({ ok: false, error: { type: 'direction' } });
  });

  it('of take-profit and stop-loss', () => {
    const { empty, required, calculate, ...rest } = TAKE_PROFIT_STOP_LOSS;
    expect(empty).toEqual({
      positionType: 'LONG',
      calculationType: 'percent',
      symbol: '',
      entryPrice: '',
      takeProfit: '',
      stopLoss: '',
    });
    expect(rest).toEqual({
      type: 'TakeProfitStopLoss',
      extras: ['symbol'],
      words: { positionType: SIDES, calculationType: ['percent', 'price'] },
      decimals: { entryPrice: 8, takeProfit: 8, stopLoss: 8 },
    });
    expect(required(empty)).toEqual(['entryPrice', 'takeProfit', 'stopLoss']);
    expect(calculate(empty)).toMatchObject({ ok: true, shareable: false });
  });

  it('of staking', () => {
    const { empty, required, calculate, settle, ...rest } = STAKING;
    const always = ['apr', 'depositAmount', 'days', 'warmUpDays'];
    expect(empty).toEqual({
      symbol: '',
      apr: '',
      depositAmount: '',
      days: '',
      autoCompound: false,
      warmUpDays: '0',
      accrualDelay: '0',
    });
    expect(rest).toEqual({
      type: 'Staking',
      extras: ['symbol'],
      words: {},
      decimals: { apr: 2, depositAmount: 8, days: 0, warmUpDays: 0, accrualDelay: 0 },
    });
    expect(required(empty)).toEqual(always);
    expect(required({ ...empty, autoCompound: true })).toEqual([...always, 'accrualDelay']);
    expect(settle?.({ ...empty, accrualDelay: '7' })).toEqual(empty);
    const on = { ...empty, autoCompound: true, accrualDelay: '7' };
    expect(settle?.(on)).toEqual(on);
    expect(calculate(empty)).toEqual({ ok: false, error: { type: 'not-positive' } });
  });
});

describe('recorded inputs', () => {
  const typed = { ...RISK_MONEY.empty, positionType: 'SHORT', riskAmount: '5', leverage: '' } as const;

  it('leave out what is empty beyond the specified fields, and nothing else', () => {
    const { symbol: _, entryFee: __, exitFee: ___, riskIncludesFees: ____, ...specified } = typed;
    expect(recordedInputs(RISK_MONEY, typed)).toEqual(specified);
    expect(recordedInputs(RISK_MONEY, { ...typed, symbol: 'BTC', riskIncludesFees: true })).toEqual({
      ...specified,
      symbol: 'BTC',
      riskIncludesFees: true,
    });
    const { extras: _____, ...without } = RISK_MONEY;
    expect(recordedInputs(without, typed)).toEqual(typed);
  });

  it('are read back as fields, whatever another version has written', () => {
    expect(readInputs(RISK_MONEY, recordedInputs(RISK_MONEY, typed))).toEqual(typed);
    const odd = { positionType: 'UP', riskAmount: 5, symbol: ' btc?', riskIncludesFees: 'yes', more: 1 };
    expect(readInputs(RISK_MONEY, odd)).toEqual({ ...RISK_MONEY.empty, symbol: 'BTC' });
  });
});

describe('fields that an input lacks', () => {
  const specified = {
    positionType: 'LONG',
    riskAmount: '100',
    entryPrice: '100',
    stopLossPrice: '90',
    takeProfitPrice: '130',
    leverage: '2',
  } as const;

  it('count as empty: no fees, and the risk without them', () => {
    const result = calculateRiskMoney(specified);
    expect(result).toEqual(calculateRiskMoney({ ...RISK_MONEY.empty, ...specified }));
    expect(result.ok && result.order).toEqual({ value: '1000', margin: '500' });
    const half = calculateRiskMoney({ ...specified, entryFee: '1' });
    expect(half.ok && half.net?.display).toMatchObject({ feesAtStop: '10', feesAtTarget: '10' });
    expect(half).toEqual(calculateRiskMoney({ ...specified, entryFee: '1', riskIncludesFees: false }));
  });
});
