import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calculateStaking,
  displayStakingRow,
  MAX_STAKING_DAYS,
  type StakingInput,
  type StakingRow,
} from '#core/calculators/staking.ts';
import { Decimal } from '#core/numbers.ts';
import { anyText, expectPlainTexts, positive } from './support.ts';

const input: StakingInput = {
  apr: '10',
  depositAmount: '1000',
  days: '365',
  autoCompound: true,
  warmUpDays: '0',
  accrualDelay: '0',
};

function staked(partial: Partial<StakingInput>) {
  const result = calculateStaking({ ...input, ...partial });
  if (!result.ok) throw new Error(`refused: ${result.error.type}`);
  return result;
}

/** Day by day, as the rules are worded. */
function dayByDay(plan: { apr: string; amount: string; days: number; warmUp: number; delay: number | null }) {
  const rate = new Decimal(plan.apr).div(100).div(365);
  let balance = new Decimal(plan.amount);
  let waiting = new Decimal(0);
  let earningDays = 0;
  const rows: StakingRow[] = [];
  for (let day = 1; day <= plan.days; day += 1) {
    const start = balance.plus(waiting);
    const profit = day <= plan.warmUp ? new Decimal(0) : balance.times(rate);
    if (day > plan.warmUp) {
      earningDays += 1;
      waiting = waiting.plus(profit);
      if (plan.delay !== null && earningDays % Math.max(1, plan.delay) === 0) {
        balance = balance.plus(waiting);
        waiting = new Decimal(0);
      }
    }
    rows.push({ day, start, profit, end: start.plus(profit) });
  }
  return rows;
}

describe('staking', () => {
  it('agrees with a plain day-by-day calculation, on every row and for any row range', () => {
    const few = fc.nat(40);
    fc.assert(
      fc.property(
        positive(2),
        positive(8),
        fc.integer({ min: 1, max: 120 }),
        few,
        few,
        fc.boolean(),
        fc.nat(130),
        (apr, amount, days, warmUp, delay, autoCompound, from) => {
          const result = calculateStaking({
            apr,
            depositAmount: amount,
            days: String(days),
            autoCompound,
            warmUpDays: String(warmUp),
            accrualDelay: String(delay),
          });
          if (!result.ok) {
            expect(result.error.type).toBe('too-large');
            return;
          }
          const plain = (text: string) => text.replace(',', '.');
          const wanted = dayByDay({
            apr: plain(apr),
            amount: plain(amount),
            days,
            warmUp,
            delay: autoCompound ? delay : null,
          });
          expect(result.rows.length).toBe(days);
          const all = result.rows.between(1, days);
          expect(all.map(displayStakingRow)).toEqual(wanted.map(displayStakingRow));
          const some = result.rows.between(from, from + 5);
          expect(some.map(displayStakingRow)).toEqual(
            wanted.slice(Math.max(0, from - 1), from + 5).map(displayStakingRow),
          );
          expect(
            all
              .at(-1)
              ?.end.minus(result.value.finalBalance)
              .abs()
              .lte(result.value.finalBalance.times('1e-40')),
          ).toBe(true);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("chains its rows: each day starts with the previous day's end", () => {
    const rows = staked({ days: '400', warmUpDays: '20', accrualDelay: '7' }).rows.between(1, 400);
    rows.forEach((row, index) => {
      expect(row.day).toBe(index + 1);
      if (index > 0) expect(row.start.eq(rows[index - 1]?.end ?? -1)).toBe(true);
      expect(row.end.eq(row.start.plus(row.profit))).toBe(true);
    });
  });

  it('limits requested rows to the table', () => {
    const { rows } = staked({ days: '10' });
    expect(rows.between(-5, 3).map((row) => row.day)).toEqual([1, 2, 3]);
    expect(rows.between(9, 99).map((row) => row.day)).toEqual([9, 10]);
    expect(rows.between(11, 12)).toEqual([]);
    expect(rows.between(5, 4)).toEqual([]);
  });

  it('earns more over more days, and with compounding', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.nat(30), (days, delay) => {
        const of = (more: Partial<StakingInput>) =>
          staked({ days: String(days), accrualDelay: String(delay), ...more }).value.profit;
        expect(of({}).lt(of({ days: String(days + 1) }))).toBe(true);
        expect(of({ autoCompound: false }).lte(of({}))).toBe(true);
      }),
    );
  });

  it('ignores a delay without compounding, and earns nothing if the warm-up exceeds the term', () => {
    expect(staked({ autoCompound: false, accrualDelay: '99' }).display).toEqual(
      staked({ autoCompound: false }).display,
    );
    const none = staked({ warmUpDays: '9'.repeat(25), accrualDelay: '9'.repeat(25) });
    expect(none.display).toEqual({ finalBalance: '1000', profit: '0', profitability: '0' });
    expect(none.shareable).toBe(false);
  });

  it.each([
    [{ apr: '' }, 'not-positive'],
    [{ depositAmount: '0' }, 'not-positive'],
    [{ days: '0,9' }, 'not-positive'],
    [{ days: '36501' }, 'too-many-days'],
    [{ days: '9'.repeat(30) }, 'too-many-days'],
    [{ days: '36500', apr: '1000000' }, 'too-large'],
    [{ apr: '9'.repeat(30), days: '36500' }, 'too-large'],
  ] as const)('refuses %j as %s', (partial, type) => {
    expect(calculateStaking({ ...input, ...partial })).toEqual({ ok: false, error: { type } });
  });

  it('computes the longest term in reasonable time', () => {
    const long = staked({ days: String(MAX_STAKING_DAYS), apr: '171.28' });
    expect(long.display.finalBalance).toMatch(/^\d{70,80}$/);
    const last = long.rows.between(MAX_STAKING_DAYS, MAX_STAKING_DAYS)[0];
    expect(last && displayStakingRow(last).end).toBe(long.display.finalBalance);
  });

  it('returns plain texts for any input without throwing', () => {
    fc.assert(
      fc.property(
        anyText(),
        anyText(),
        anyText(),
        fc.boolean(),
        anyText(),
        anyText(),
        (apr, depositAmount, days, autoCompound, warmUpDays, accrualDelay) => {
          const result = calculateStaking({
            apr,
            depositAmount,
            days,
            autoCompound,
            warmUpDays,
            accrualDelay,
          });
          if (!result.ok) return;
          expectPlainTexts(result.display);
          for (const row of result.rows.between(1, 3)) expectPlainTexts(displayStakingRow(row));
        },
      ),
    );
  });
});
