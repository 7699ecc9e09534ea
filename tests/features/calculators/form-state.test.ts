import { describe, expect, it } from 'vitest';
import { recordedInputs } from '#core/calculators/form-rules.ts';
import { RISK_MONEY } from '#core/calculators/risk-money.ts';
import { STAKING } from '#core/calculators/staking.ts';
import {
  emptyState,
  inputsOf,
  isStale,
  missingFields,
  openedState,
  readState,
  replacesTyped,
  withAccount,
  withFields,
  withPlan,
  withTrade,
} from '#features/calculators/shared/form-state.ts';
import { NO_ACCOUNT } from '#tests/support/no-account.ts';

/** As records hold them: without what is empty beyond the specified fields. */
const recorded = {
  positionType: 'SHORT',
  riskAmount: '100',
  entryPrice: '64120.5',
  stopLossPrice: '65000',
  takeProfitPrice: '60000',
  leverage: '',
} as const;
const inputs = { ...RISK_MONEY.empty, ...recorded };

describe('a form opened from its record', () => {
  const state = openedState(RISK_MONEY, 'id', recorded);

  it('holds the inputs, is calculated, and is not stale', () => {
    expect(state.fields).toEqual(inputs);
    expect(state.calculated).toEqual({ inputs, id: 'id', kept: true });
    expect(isStale(RISK_MONEY, state)).toBe(false);
  });

  it('turns stale with the inputs, and back, however a number is written', () => {
    const typed = { ...state, fields: { ...state.fields, riskAmount: '100,5' } };
    expect(isStale(RISK_MONEY, typed)).toBe(true);
    const back = { ...state, fields: { ...state.fields, entryPrice: '64 120,50' } };
    expect(isStale(RISK_MONEY, back)).toBe(false);
  });

  it('survives being stored', () => {
    expect(readState(RISK_MONEY, 'id', JSON.parse(JSON.stringify(state)))).toEqual(state);
  });

  it('is not confused with another record or the plain form', () => {
    expect(readState(RISK_MONEY, 'other', state)).toBeNull();
    expect(readState(RISK_MONEY, null, state)).toBeNull();
  });

  it('stays empty if the record has another type', () => {
    expect(openedState(RISK_MONEY, 'id', { positionType: 'SIDEWAYS' }).fields).toEqual(RISK_MONEY.empty);
    expect(openedState(RISK_MONEY, 'id', null)).toEqual({
      openedId: 'id',
      fields: RISK_MONEY.empty,
      calculated: null,
      filled: {},
      isFromPlan: false,
      targets: [],
    });
  });
});

describe('a draft', () => {
  it.each([null, 'text', {}, { openedId: null, fields: { positionType: 'LONG' } }])(
    'is not read from %j',
    (stored) => {
      expect(readState(RISK_MONEY, null, stored)).toBeNull();
    },
  );

  it('of an earlier version, which held texts as typed, opens as plain digits', () => {
    const fields = { ...RISK_MONEY.empty, entryPrice: '64 120,50', riskAmount: '1\u00a0000', leverage: '-' };
    expect(readState(RISK_MONEY, null, { openedId: null, fields, calculated: null })?.fields).toEqual({
      ...RISK_MONEY.empty,
      entryPrice: '64120.50',
      riskAmount: '1000',
    });
    expect(openedState(RISK_MONEY, 'id', fields).fields.entryPrice).toBe('64120.50');
  });

  it('with an unknown word is not read', () => {
    const fields = { ...RISK_MONEY.empty, positionType: 'UP' };
    expect(readState(RISK_MONEY, null, { openedId: null, fields, calculated: null })).toBeNull();
  });
});

describe('fields that came later', () => {
  it('are empty in an earlier draft, whose texts stay', () => {
    const fields = { ...recorded, riskAmount: '7' };
    const state = readState(RISK_MONEY, null, { openedId: null, fields, calculated: null });
    expect(state?.fields).toEqual({ ...inputs, riskAmount: '7' });
    expect(state?.filled).toEqual({});
  });

  it('are left out of a record while they are empty', () => {
    expect(recordedInputs(RISK_MONEY, inputs)).toEqual(recorded);
    const more = { symbol: 'BTC', exitFee: '0.1', riskIncludesFees: true };
    expect(recordedInputs(RISK_MONEY, { ...inputs, ...more })).toEqual({ ...recorded, ...more });
  });

  it('hold a symbol as it is meant', () => {
    const fields = { ...inputs, symbol: ' btc!' };
    expect(readState(RISK_MONEY, null, { openedId: null, fields, calculated: null })?.fields.symbol).toBe(
      'BTC',
    );
    expect(inputsOf(RISK_MONEY, { ...inputs, symbol: '1INCH' }).symbol).toBe('1INCH');
  });
});

describe('the account', () => {
  const account = { ...NO_ACCOUNT, riskAmount: '50', leverage: '5' };
  const filled = withAccount(RISK_MONEY, emptyState(RISK_MONEY), account);

  it('fills in what is empty, and only that', () => {
    expect(filled.fields).toEqual({ ...RISK_MONEY.empty, riskAmount: '50', leverage: '5' });
    const typed = withFields(RISK_MONEY, emptyState(RISK_MONEY), { leverage: '3' });
    expect(withAccount(RISK_MONEY, typed, account).fields).toMatchObject({ riskAmount: '50', leverage: '3' });
  });

  it('changes what it has filled in, not what was typed since', () => {
    const typed = withFields(RISK_MONEY, filled, { leverage: '7' });
    const later = { ...account, riskAmount: '60', leverage: '2' };
    expect(withAccount(RISK_MONEY, typed, later).fields).toMatchObject({ riskAmount: '60', leverage: '7' });
    expect(withAccount(RISK_MONEY, filled, NO_ACCOUNT).fields).toEqual(RISK_MONEY.empty);
  });

  it('leaves a field that the user has emptied', () => {
    const emptied = withFields(RISK_MONEY, filled, { leverage: '' });
    expect(withAccount(RISK_MONEY, emptied, account).fields.leverage).toBe('');
  });

  it('changes nothing, not even the object, where all is as it says', () => {
    expect(withAccount(RISK_MONEY, filled, account)).toBe(filled);
    expect(withAccount(STAKING, emptyState(STAKING), account)).toEqual(emptyState(STAKING));
  });

  it('outlives being stored', () => {
    expect(readState(RISK_MONEY, null, JSON.parse(JSON.stringify(filled)))).toEqual(filled);
  });
});

describe('required fields', () => {
  it('are all except the leverage in risk by money', () => {
    expect(missingFields(RISK_MONEY, RISK_MONEY.empty)).toEqual([
      'riskAmount',
      'entryPrice',
      'stopLossPrice',
      'takeProfitPrice',
    ]);
    expect(missingFields(RISK_MONEY, inputs)).toEqual([]);
  });

  it('include the accrual delay only with auto-compounding', () => {
    const filled = { ...STAKING.empty, apr: '10', depositAmount: '1', days: '5', accrualDelay: '' };
    expect(missingFields(STAKING, filled)).toEqual([]);
    expect(missingFields(STAKING, { ...filled, autoCompound: true })).toEqual(['accrualDelay']);
  });

  it('are empty without a number, even if they hold characters', () => {
    expect(missingFields(RISK_MONEY, { ...inputs, riskAmount: '.' })).toEqual(['riskAmount']);
    expect(inputsOf(RISK_MONEY, { ...inputs, riskAmount: '.' }).riskAmount).toBe('');
  });

  it('start without a calculation', () => {
    expect(emptyState(STAKING).calculated).toBeNull();
  });
});

describe('the accrual delay of staking', () => {
  const fields = {
    ...STAKING.empty,
    apr: '10',
    depositAmount: '1',
    days: '5',
    autoCompound: true,
    accrualDelay: '7',
  };
  const off = { ...fields, autoCompound: false };

  it('resets to 0 when auto-compound is switched off, and stays there when it is on again', () => {
    const state = { ...emptyState(STAKING), fields };
    const without = withFields(STAKING, state, { autoCompound: false });
    expect(without.fields.accrualDelay).toBe('0');
    expect(withFields(STAKING, without, { autoCompound: true }).fields.accrualDelay).toBe('0');
    expect(withFields(STAKING, state, { days: '6' }).fields.accrualDelay).toBe('7');
  });

  it('is recorded as 0 without auto-compound', () => {
    expect(inputsOf(STAKING, off).accrualDelay).toBe('0');
    expect(inputsOf(STAKING, fields).accrualDelay).toBe('7');
  });

  it('is 0 in an older draft or record', () => {
    const stored = { openedId: null, fields: off, calculated: { inputs: off, id: 'id', kept: true } };
    const draft = readState(STAKING, null, stored);
    expect(draft?.fields.accrualDelay).toBe('0');
    expect(draft?.calculated?.inputs.accrualDelay).toBe('0');
    expect(draft !== null && isStale(STAKING, draft)).toBe(false);
    const opened = openedState(STAKING, 'id', off);
    expect([opened.fields.accrualDelay, opened.calculated?.inputs.accrualDelay]).toEqual(['0', '0']);
    expect(isStale(STAKING, opened)).toBe(false);
  });
});

describe('a trade from elsewhere', () => {
  const account = { ...NO_ACCOUNT, riskAmount: '50', leverage: '5' };
  const ofAccount = withAccount(RISK_MONEY, emptyState(RISK_MONEY), account);
  const trade = { positionType: 'SHORT', entryPrice: '100', stopLossPrice: '110', leverage: '3' } as const;

  it.each([
    ['an empty form', emptyState(RISK_MONEY), false],
    ['what the account has filled in', ofAccount, false],
    ['a direction alone', withFields(RISK_MONEY, ofAccount, { positionType: 'LONG' }), false],
    ['the same trade', withFields(RISK_MONEY, ofAccount, trade), false],
    ['a field that it leaves alone', withFields(RISK_MONEY, ofAccount, { riskAmount: '70' }), false],
    ['a price', withFields(RISK_MONEY, ofAccount, { entryPrice: '7' }), true],
    ['leverage typed over that of the account', withFields(RISK_MONEY, ofAccount, { leverage: '7' }), true],
  ])('replaces typed text or not: %s', (_name, state, isReplaced) => {
    expect(replacesTyped(RISK_MONEY, state, trade)).toBe(isReplaced);
  });

  it('of a plan link stays marked through the draft, until another trade or Clear', () => {
    const planned = withPlan(RISK_MONEY, ofAccount, trade, ['130', '140']);
    expect(planned.fields).toMatchObject({ ...trade, riskAmount: '50' });
    const read = readState(RISK_MONEY, null, JSON.parse(JSON.stringify(planned)));
    expect(read).toEqual(planned);
    expect(withTrade(RISK_MONEY, planned, trade).targets).toEqual([]);
    const foreign = { ...planned, targets: ['1', 2, '3', null, '4', '5'] };
    expect(readState(RISK_MONEY, null, foreign)?.targets).toEqual(['1', '3', '4']);
    expect(readState(RISK_MONEY, null, { ...planned, targets: undefined })?.targets).toEqual([]);
    expect(withFields(RISK_MONEY, planned, { entryPrice: '101' }).isFromPlan).toBe(true);
    expect(withTrade(RISK_MONEY, planned, trade).isFromPlan).toBe(false);
    expect(emptyState(RISK_MONEY).isFromPlan).toBe(false);
  });
});
