/** Freezes, of version 2 of the rules: what earns one, what uses one, and what version 1 makes of them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startCheck } from '#core/points/audit.ts';
import { DAY_MS } from '#core/points/days.ts';
import { RULES_V1, RULES_V2 } from '#core/points/rules.ts';
import { checkInStatus, claimed, currentStreak, NO_STREAK, type Streak } from '#core/points/streak.ts';
import { type Ledger, onboarded, START, START_DAY, sha256 } from './ledgers.ts';

/** The streak after claims of version 2 on these days. */
function streakOf(...days: readonly number[]): Streak {
  return days.reduce((streak, day) => claimed(streak, day, RULES_V2), NO_STREAK);
}

/** The first so many days. */
const daily = (count: number) => Array.from({ length: count }, (_, day) => day);

describe('a freeze', () => {
  it('is earned on every seventh day in a row, and at most two are kept', () => {
    const kept = [6, 7, 13, 14, 20, 21, 28].map((count) => streakOf(...daily(count)).freezes);
    expect(kept).toEqual([0, 1, 1, 2, 2, 2, 2]);
  });

  it('keeps a streak over one missed day, and is used up by it', () => {
    expect(streakOf(...daily(7), 8)).toEqual({ lastDay: 8, current: 8, longest: 8, freezes: 0 });
    expect(streakOf(...daily(7), 9)).toEqual({ lastDay: 9, current: 1, longest: 7, freezes: 1 });
  });

  it.each([
    [0, 15, 2],
    [1, 15, 1],
    [2, 15, 0],
    [3, 1, 2],
  ])('of two keeps the streak over the missed days that they fit: %i', (missed, current, freezes) => {
    expect(streakOf(...daily(14), 14 + missed)).toMatchObject({ current, freezes });
  });

  it('may be earned by the claim that uses one', () => {
    // The day count reaches 14 on the claim after the missed day.
    expect(streakOf(...daily(13), 14)).toMatchObject({ current: 14, freezes: 1 });
  });

  it('stays with a streak that was lost', () => {
    expect(streakOf(...daily(14), 30)).toMatchObject({ current: 1, freezes: 2 });
  });

  it('counts a streak for as long as the missed days up to yesterday fit', () => {
    const streak = streakOf(...daily(7));
    expect([5, 6, 7, 8, 9].map((today) => currentStreak(streak, today))).toEqual([7, 7, 7, 7, 0]);
  });

  it('stands in the status with the one that the next claim uses', () => {
    const streak = streakOf(...daily(7));
    const at = (day: number) => checkInStatus(streak, day * DAY_MS, RULES_V2);
    expect(at(7)).toMatchObject({ freezes: 1, freezesAtWork: 0, bonusAmount: 80_000 });
    expect(at(8)).toMatchObject({ freezes: 1, freezesAtWork: 1, bonusAmount: 80_000, currentStreak: 7 });
    expect(at(9)).toMatchObject({ freezes: 1, freezesAtWork: 0, bonusAmount: 10_000, currentStreak: 0 });
    expect(checkInStatus(streak, 8 * DAY_MS, RULES_V1)).toMatchObject({
      freezesAtWork: 0,
      bonusAmount: 10_000,
    });
    expect(checkInStatus(NO_STREAK, DAY_MS, RULES_V2)).toMatchObject({ freezes: 0, freezesAtWork: 0 });
  });

  it('is neither earned nor used by a claim of version 1', () => {
    const streak = streakOf(...daily(7));
    expect(claimed(streak, 8, RULES_V1)).toEqual({ lastDay: 8, current: 1, longest: 7, freezes: 1 });
    expect(claimed(streakOf(...daily(6)), 6, RULES_V1)).toMatchObject({ current: 7, freezes: 0 });
  });
});

/** The rule as a table of cases, without the code's own functions. */
function model(claims: readonly (readonly [day: number, version: 1 | 2])[]) {
  let [count, best, kept] = [0, 0, 0];
  let last: number | null = null;
  const labels: number[] = [];
  for (const [day, version] of claims) {
    const k = last === null ? 1e9 : day - last - 1;
    if (version === 1) count = k === 0 ? count + 1 : 1;
    else {
      if (k <= kept) {
        kept -= k;
        count += 1;
      } else count = 1;
      if (count % 7 === 0) kept = Math.min(2, kept + 1);
    }
    best = Math.max(best, count);
    last = day;
    labels.push(Math.min(count, 10));
  }
  return { streak: { lastDay: last, current: count, longest: best, freezes: kept }, labels };
}

const claims = fc.array(
  fc.tuple(
    fc.oneof(
      { weight: 8, arbitrary: fc.constant(1) },
      { weight: 3, arbitrary: fc.integer({ min: 2, max: 4 }) },
    ),
    fc.oneof(
      { weight: 5, arbitrary: fc.constant(2 as const) },
      { weight: 1, arbitrary: fc.constant(1 as const) },
    ),
  ),
  { minLength: 1, maxLength: 60 },
);

describe('claims of both versions in one ledger', () => {
  it('give streak, freezes and awards as the model does, and every ledger passes the check', () => {
    fc.assert(
      fc.property(claims, (steps) => {
        const ledger = onboarded();
        let day = START_DAY;
        const made = steps.map(([step, version]) => {
          day += step;
          ledger.rules = version === 1 ? RULES_V1 : RULES_V2;
          ledger.must({ type: 'claim_check_in' }, day * DAY_MS);
          return [day, version] as const;
        });
        const expected = model(made);
        expect(ledger.state.streak).toEqual(expected.streak);
        const events = ledger.events.filter(({ type }) => type === 'CheckInClaimed.v1');
        expect(events.map(({ award }) => award / 10_000)).toEqual(expected.labels);
        const check = startCheck(7, sha256);
        for (const event of ledger.events) expect(check.next(event)).toBeNull();
        expect(check.state).toEqual(ledger.state);
      }),
    );
  });

  it('survive a deletion and a return with their freezes', () => {
    const ledger = onboarded();
    ledger.rules = RULES_V2;
    for (const day of daily(7)) ledger.must({ type: 'claim_check_in' }, START + day * DAY_MS);
    ledger.must({ type: 'delete_data' }, START + 6 * DAY_MS + 1);
    ledger.must({ type: 'complete_onboarding' }, START + 6 * DAY_MS + 2);
    ledger.must({ type: 'claim_check_in' }, START + 8 * DAY_MS);
    expect(ledger.state.streak).toMatchObject({ current: 8, freezes: 0 });
  });

  it('are refused on a day that is claimed, and on an earlier one', () => {
    const ledger: Ledger = onboarded();
    ledger.rules = RULES_V2;
    ledger.must({ type: 'claim_check_in' }, START + DAY_MS);
    for (const at of [START + DAY_MS, START]) {
      expect(ledger.run({ type: 'claim_check_in' }, at)).toBe('already_claimed');
    }
  });
});
