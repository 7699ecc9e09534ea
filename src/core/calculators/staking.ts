/** Staking: what an amount earns day by day, with or without compounding. */
import { Decimal as D, type Decimal, formatStaking, HUNDRED, ONE, readOrZero, ZERO } from '../numbers.ts';
import { type Outcome, refused } from './outcome.ts';

/** Texts as typed; days are cut to whole ones. */
export interface StakingInput {
  readonly apr: string;
  readonly depositAmount: string;
  readonly days: string;
  readonly autoCompound: boolean;
  readonly warmUpDays: string;
  /** Counts only with `autoCompound`. */
  readonly accrualDelay: string;
}

export type StakingFigure = 'finalBalance' | 'profit' | 'profitability';

export interface StakingRow {
  /** From 1. */
  readonly day: number;
  /** All that is owned at the start of the day. */
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
  readonly display: Readonly<Record<StakingFigure, string>>;
  readonly rows: StakingRows;
  /** Whether the share prompt may follow. */
  readonly shareable: boolean;
}

export const MAX_STAKING_DAYS = 36_500;
export const DAYS_PER_YEAR = 365;

export type StakingRefusal = 'not-positive' | 'too-many-days' | 'too-large';

/**
 * rate = APR / 100 / 365 a day, and nothing while day ≤ warm-up. With compounding, what was earned joins the balance
 * every max(1, delay) earning days; what has not joined yet counts in the final balance.
 * - `not-positive`: amount, APR or days at or below 0.
 * - `too-many-days`: more than MAX_STAKING_DAYS.
 * - `too-large`: the final balance has over 100 digits.
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
  const finalBalance = rowOf(plan, days).end;
  if (finalBalance.gte(TOO_LARGE)) return refused('too-large');
  const profit = finalBalance.minus(amount);
  const profitability = profit.times(HUNDRED).div(amount);
  return {
    ok: true,
    value: { finalBalance, profit, profitability },
    display: {
      finalBalance: formatStaking(finalBalance),
      profit: formatStaking(profit),
      profitability: formatStaking(profitability),
    },
    rows: {
      length: days,
      between: (from, to) => rowsBetween(plan, Math.max(1, Math.ceil(from)), Math.min(days, Math.floor(to))),
    },
    shareable: profit.gt(0),
  };
}

/** The texts of a row, in the form of staking. */
export function displayStakingRow(
  row: StakingRow,
): Readonly<Record<'day' | 'start' | 'profit' | 'end', string>> {
  return {
    day: String(row.day),
    start: formatStaking(row.start),
    profit: formatStaking(row.profit),
    end: formatStaking(row.end),
  };
}

interface Plan {
  readonly amount: Decimal;
  /** Of one day. */
  readonly rate: Decimal;
  readonly warmUp: number;
  /** Earning days after which what was earned joins the balance; null without compounding. */
  readonly period: number | null;
}

const TOO_LARGE: Decimal = new D(10).pow(100);

function atMostDays(text: string): number {
  const days = readOrZero(text).trunc();
  return days.gt(MAX_STAKING_DAYS) ? MAX_STAKING_DAYS : days.toNumber();
}

/** The balance that earns after `joins` periods: each multiplies it by 1 + rate × period. */
function balanceAfter(plan: Plan, joins: number): Decimal {
  if (plan.period === null || joins === 0) return plan.amount;
  return plan.amount.times(ONE.plus(plan.rate.times(plan.period)).pow(joins));
}

function rowOf(plan: Plan, day: number): StakingRow {
  const earned = day - 1 - plan.warmUp;
  const joins = plan.period === null ? 0 : Math.floor(Math.max(0, earned) / plan.period);
  return rowFrom(plan, day, balanceAfter(plan, joins), Math.max(0, earned) - joins * (plan.period ?? 0));
}

/** `balance` is what earns on that day, `waiting` the earning days whose profit has not joined it. */
function rowFrom(plan: Plan, day: number, balance: Decimal, waiting: number): StakingRow {
  const daily = balance.times(plan.rate);
  const start = balance.plus(daily.times(waiting));
  const profit = day > plan.warmUp ? daily : ZERO;
  return { day, start, profit, end: start.plus(profit) };
}

function rowsBetween(plan: Plan, from: number, to: number): StakingRow[] {
  const rows: StakingRow[] = [];
  for (let day = from; day <= to; day += 1) rows.push(rowOf(plan, day));
  return rows;
}
