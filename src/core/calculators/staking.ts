/** Staking: what an amount earns day by day, with or without compounding. */
import { Decimal as D, type Decimal, HUNDRED, ONE, readOrZero, stakingDigits, ZERO } from '../numbers.ts';
import { type FormRules, SYMBOL } from './form-rules.ts';
import { type Outcome, refused } from './outcome.ts';

/** Texts as typed; days are cut to whole ones. */
export interface StakingInput {
  readonly apr: string;
  readonly depositAmount: string;
  readonly days: string;
  readonly autoCompound: boolean;
  readonly warmUpDays: string;
  /** Used only with `autoCompound`. */
  readonly accrualDelay: string;
}

export type StakingFigure = 'finalBalance' | 'profit' | 'profitability';

export interface StakingRow {
  /** From 1. */
  readonly day: number;
  /** The whole balance at the start of the day. */
  readonly start: Decimal;
  readonly profit: Decimal;
  readonly end: Decimal;
}

/** The day table, computed when asked for: 36,500 rows are never held at once. */
export interface StakingRows {
  readonly length: number;
  /** Rows of the days `from` to `to`, both included, counted from 1 and kept within the table. */
  between(from: number, to: number): StakingRow[];
}

export interface StakingResult {
  readonly value: Readonly<Record<StakingFigure, Decimal>>;
  /** Plain digits; `number-format.ts` formats them for a language. */
  readonly display: Readonly<Record<StakingFigure, string>>;
  readonly rows: StakingRows;
  /** Whether the share prompt may follow. */
  readonly shareable: boolean;
}

export const MAX_STAKING_DAYS = 36_500;
export const DAYS_PER_YEAR = 365;

export type StakingRefusal = 'not-positive' | 'too-many-days' | 'too-large';

export type StakingFields = Pick<StakingInput, keyof StakingInput> & { readonly symbol: string };

export const STAKING: FormRules<StakingFields, StakingResult, StakingRefusal> = {
  type: 'Staking',
  empty: {
    symbol: '',
    apr: '',
    depositAmount: '',
    days: '',
    autoCompound: false,
    warmUpDays: '0',
    accrualDelay: '0',
  },
  extras: [SYMBOL],
  words: {},
  decimals: { apr: 2, depositAmount: 8, days: 0, warmUpDays: 0, accrualDelay: 0 },
  required: ({ autoCompound }) =>
    autoCompound
      ? ['apr', 'depositAmount', 'days', 'warmUpDays', 'accrualDelay']
      : ['apr', 'depositAmount', 'days', 'warmUpDays'],
  settle: (fields) => (fields.autoCompound ? fields : { ...fields, accrualDelay: '0' }),
  calculate: calculateStaking,
};

/**
 * rate = APR / 100 / 365 a day, and nothing while day ≤ warm-up. With compounding, profit joins the balance every
 * max(1, delay) earning days; profit that has not joined yet counts in the final balance.
 * - `not-positive`: amount, APR or days at or below 0.
 * - `too-many-days`: more than MAX_STAKING_DAYS.
 * - `too-large`: the final balance is 10^100 or more.
 */
export function calculateStaking(input: StakingInput): Outcome<StakingResult, StakingRefusal> {
  const apr = readOrZero(input.apr);
  const amount = readOrZero(input.depositAmount);
  const wholeDays = readOrZero(input.days).trunc();
  if (apr.lte(0) || amount.lte(0) || wholeDays.lte(0)) return refused('not-positive');
  if (wholeDays.gt(MAX_STAKING_DAYS)) return refused('too-many-days');

  const days = wholeDays.toNumber();
  const plan: Plan = {
    amount,
    rate: apr.div(HUNDRED).div(DAYS_PER_YEAR),
    warmUp: atMostDays(input.warmUpDays),
    period: input.autoCompound ? Math.max(1, atMostDays(input.accrualDelay)) : null,
  };
  const finalBalance = endOf(plan, days);
  if (finalBalance.gte(TOO_LARGE)) return refused('too-large');
  const profit = finalBalance.minus(amount);
  const profitability = profit.times(HUNDRED).div(amount);
  return {
    ok: true,
    value: { finalBalance, profit, profitability },
    display: {
      finalBalance: stakingDigits(finalBalance),
      profit: stakingDigits(profit),
      profitability: stakingDigits(profitability),
    },
    rows: {
      length: days,
      between: (from, to) => rowsBetween(plan, Math.max(1, Math.ceil(from)), Math.min(days, Math.floor(to))),
    },
    shareable: profit.gt(0),
  };
}

/** The figures of a row as plain digits. */
export function displayStakingRow(
  row: StakingRow,
): Readonly<Record<'day' | 'start' | 'profit' | 'end', string>> {
  return {
    day: String(row.day),
    start: stakingDigits(row.start),
    profit: stakingDigits(row.profit),
    end: stakingDigits(row.end),
  };
}

interface Plan {
  readonly amount: Decimal;
  /** Per day. */
  readonly rate: Decimal;
  readonly warmUp: number;
  /** Earning days after which profit joins the balance; null without compounding. */
  readonly period: number | null;
}

const TOO_LARGE: Decimal = new D(10).pow(100);

function atMostDays(text: string): number {
  const days = readOrZero(text).trunc();
  return days.gt(MAX_STAKING_DAYS) ? MAX_STAKING_DAYS : days.toNumber();
}

/** Factor by which the balance grows each time a period's profit joins it. */
function growthOf(plan: Plan): Decimal {
  return ONE.plus(plan.rate.times(plan.period ?? 0));
}

/** The earning days before `day`, split into whole periods that have joined and days that still wait. */
function progressAt(plan: Plan, day: number): { joins: number; waiting: number } {
  const earned = Math.max(0, day - 1 - plan.warmUp);
  if (plan.period === null) return { joins: 0, waiting: earned };
  return { joins: Math.floor(earned / plan.period), waiting: earned % plan.period };
}

function endOf(plan: Plan, day: number): Decimal {
  return rowsBetween(plan, day, day)[0]?.end ?? plan.amount;
}

/** The first row's balance in closed form, the following ones step by step. */
function rowsBetween(plan: Plan, from: number, to: number): StakingRow[] {
  const growth = growthOf(plan);
  const first = progressAt(plan, from);
  let balance = first.joins === 0 ? plan.amount : plan.amount.times(growth.pow(first.joins));
  let daily = balance.times(plan.rate);
  let waiting = first.waiting;
  let start = balance.plus(daily.times(waiting));
  const rows: StakingRow[] = [];
  for (let day = from; day <= to; day += 1) {
    const earns = day > plan.warmUp;
    const end = earns ? start.plus(daily) : start;
    rows.push({ day, start, profit: earns ? daily : ZERO, end });
    start = end;
    if (earns) waiting += 1;
    if (waiting === plan.period) {
      balance = balance.times(growth);
      daily = balance.times(plan.rate);
      waiting = 0;
    }
  }
  return rows;
}
