/** Levels, badges, streaks, day counts and rules: the tables and their lookups. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ALL_BADGES, BADGE_FAMILIES, BADGE_TIERS, readBadge } from '#core/points/badges.ts';
import { addOn, countOn, DAY_MS, type DayCounts, dayOf, KEPT_DAYS } from '#core/points/days.ts';
import { pointsFromWire } from '#core/points/format.ts';
import { LEVEL_BOUNDS, levelOf, levelProgress, MAX_LEVEL } from '#core/points/levels.ts';
import { RULES, RULES_V1, RULES_V2, rulesOf } from '#core/points/rules.ts';
import {
  checkInStatus,
  currentStreak,
  isClaimable,
  labelAfter,
  NO_STREAK,
  nextLabel,
} from '#core/points/streak.ts';
import { correctionOf, creditOf, HOUR, Ledger, onboarded, REGISTER, START, START_DAY } from './ledgers.ts';

const vectors = JSON.parse(readFileSync(new URL('../../vectors/numbers.json', import.meta.url), 'utf8')) as {
  level: { points: string; level: number }[];
};

describe('levels', () => {
  it.each(vectors.level)('$points is level $level', ({ points, level }) => {
    expect(levelOf(pointsFromWire(points) ?? Number.NaN)).toBe(level);
  });

  it('are 20 and rise', () => {
    expect(LEVEL_BOUNDS).toHaveLength(MAX_LEVEL);
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 6e11 }), fc.nat(1e9), (total, more) => {
        expect(levelOf(total + more)).toBeGreaterThanOrEqual(levelOf(total));
      }),
    );
  });

  it('have a progress toward the next', () => {
    expect(levelProgress(1, 125_000)).toEqual({ from: 0, to: 500_000, fraction: 0.25 });
    expect(levelProgress(2, 750_000)).toEqual({ from: 500_000, to: 1_000_000, fraction: 0.5 });
    expect(levelProgress(4, 3_125_000).fraction).toBe(0.25);
    expect(levelProgress(2, 1_200_000).fraction).toBe(1);
    expect(levelProgress(2, 400_000)).toEqual({ from: 500_000, to: 1_000_000, fraction: 0 });
    expect(levelProgress(20, 7e11)).toEqual({ from: 5e11, to: null, fraction: 1 });
  });
});

describe('badges', () => {
  it('have 20 tiers in each of four families', () => {
    for (const family of BADGE_FAMILIES) {
      const tiers = BADGE_TIERS[family];
      expect(tiers).toHaveLength(20);
      expect(tiers).toEqual([...new Set(tiers)].sort((a, b) => a - b));
    }
    expect(ALL_BADGES).toBe(80);
  });

  it('are named by family and tier', () => {
    expect(readBadge('streak_20')).toEqual({ family: 'streak', tier: 20 });
    for (const id of ['lev_0', 'lev_21', 'lev_01', 'gold_1', 'lev_', 'lev_1 ', 'xlev_1', '']) {
      expect(readBadge(id), id).toBeNull();
    }
  });

  it('of every passed level are earned at once', () => {
    const ledger = onboarded();
    ledger.must(correctionOf('checkin', 2_500_000), START + 1);
    expect(ledger.state.badges.map(({ id }) => id)).toEqual(['lev_1', 'lev_2', 'lev_3', 'lev_4']);
  });

  it('before onboarding: lev_1 comes when it is completed', () => {
    const ledger = new Ledger();
    ledger.must(REGISTER, START);
    ledger.must(correctionOf('checkin', 500_000), START + 1);
    ledger.must({ type: 'complete_onboarding' }, START + 2);
    expect(ledger.state.badges).toEqual([
      { id: 'lev_2', at: START + 1 },
      { id: 'lev_1', at: START + 2 },
    ]);
  });

  it('for invited users', () => {
    const ledger = onboarded();
    for (let index = 0; index < 5; index += 1) {
      ledger.must(creditOf('friend_registered'), START + index);
    }
    expect(ledger.state.badges).toEqual([
      { id: 'lev_1', at: START },
      { id: 'ref_1', at: START },
      { id: 'ref_2', at: START + 2 },
      { id: 'ref_3', at: START + 4 },
    ]);
  });

  it('for what friends earn, never twice', () => {
    const ledger = onboarded();
    ledger.must(creditOf('friend_activity', 99_990), START);
    expect(ledger.state.badges).toHaveLength(1);
    ledger.must(creditOf('friend_activity', 10), START + 1);
    ledger.must(creditOf('friend_activity', -50_000), START + 2);
    ledger.must(creditOf('friend_activity', 200_000), START + 3);
    expect(ledger.state.badges).toEqual([
      { id: 'lev_1', at: START },
      { id: 'chain_1', at: START + 1 },
      { id: 'chain_2', at: START + 3 },
    ]);
  });

  it('for the longest streak', () => {
    const ledger = onboarded();
    for (const day of [0, 1, 2, 5, 6, 7, 8, 9, 10, 11]) {
      ledger.must({ type: 'claim_check_in' }, START + day * DAY_MS);
    }
    const streaks = ledger.state.badges.filter(({ id }) => id.startsWith('streak'));
    expect(streaks).toEqual([
      { id: 'streak_1', at: START + 2 * DAY_MS },
      { id: 'streak_2', at: START + 11 * DAY_MS },
    ]);
  });
});

describe('streak', () => {
  const streak = { lastDay: START_DAY, current: 4, longest: 9, freezes: 0 };

  it('counts up to today or yesterday, else 0', () => {
    expect([-1, 0, 1, 2].map((later) => currentStreak(streak, START_DAY + later))).toEqual([4, 4, 4, 0]);
    expect(currentStreak(NO_STREAK, START_DAY)).toBe(0);
    expect(currentStreak({ ...NO_STREAK, current: 3 }, 0)).toBe(0);
  });

  it('can start on any day, including the very first', () => {
    expect([0, 1, START_DAY].map((day) => isClaimable(NO_STREAK, day))).toEqual([true, true, true]);
    expect([-1, 0, 1].map((later) => isClaimable(streak, START_DAY + later))).toEqual([false, false, true]);
  });

  it('has a next label of at most 10', () => {
    expect(nextLabel(streak, START_DAY + 1)).toBe(5);
    expect(nextLabel(streak, START_DAY + 2)).toBe(1);
    expect(nextLabel({ ...streak, current: 30 }, START_DAY + 1)).toBe(10);
    expect([0, 1, 8, 9, 10, 30].map((days) => labelAfter(days))).toEqual([1, 2, 9, 10, 10, 10]);
  });

  it('reports what the next claim pays, and when the day changes', () => {
    expect(checkInStatus(streak, START + 23 * HOUR)).toEqual({
      isAvailable: false,
      currentStreak: 4,
      bonusAmount: 50_000,
      freezes: 0,
      freezesAtWork: 0,
      nextDayAt: START + DAY_MS,
    });
    expect(checkInStatus(streak, START + 2 * DAY_MS)).toEqual({
      isAvailable: true,
      currentStreak: 0,
      bonusAmount: 10_000,
      freezes: 0,
      freezesAtWork: 0,
      nextDayAt: START + 3 * DAY_MS,
    });
    expect(checkInStatus(NO_STREAK, START)).toMatchObject({ isAvailable: true, bonusAmount: 10_000 });
  });
});

describe('counts per day', () => {
  const days = fc.array(fc.integer({ min: -40, max: 60 }), { maxLength: 200, size: 'max' });

  it('never report less than was counted', () => {
    fc.assert(
      fc.property(days, (added) => {
        let counts: DayCounts = [];
        const model = new Map<number, number>();
        for (const day of added) {
          expect(countOn(counts, day)).toBeGreaterThanOrEqual(model.get(day) ?? 0);
          if (countOn(counts, day) !== Number.POSITIVE_INFINITY) {
            counts = addOn(counts, day);
            model.set(day, (model.get(day) ?? 0) + 1);
          }
        }
        expect(counts.length).toBeLessThanOrEqual(KEPT_DAYS);
        const greatest = [...model].sort(([a], [b]) => a - b).slice(-KEPT_DAYS);
        expect(counts).toEqual(greatest);
      }),
    );
  });

  it('take a day from any time', () => {
    expect([0, DAY_MS - 1, DAY_MS, -1].map(dayOf)).toEqual([0, 0, 1, -1]);
  });
});

describe('rules', () => {
  it('are known by version only', () => {
    expect(rulesOf(1)).toBe(RULES_V1);
    expect(RULES[1]).toBe(RULES_V1);
    expect(rulesOf(2)).toBe(RULES_V2);
    expect(Object.entries(RULES).every(([version, rules]) => rules.version === Number(version))).toBe(true);
    for (const version of [0, 3, -1, 1.5, Number.NaN]) {
      expect(rulesOf(version)).toBeNull();
    }
  });

  it('of version 2 add freezes to those of version 1', () => {
    expect(RULES_V2).toEqual({ ...RULES_V1, version: 2, freezes: { every: 7, most: 2 } });
  });

  it('of a released version are never edited', () => {
    expect(RULES_V1).toEqual({
      version: 1,
      activityAward: 1_000,
      activityPerDay: 30,
      activityPerReceiptDay: 210,
      oldestRecord: 604_800_000,
      firstLaunchGrace: 600_000,
      clockTolerance: 120_000,
      friendRegistered: 50_000,
      friendRegisteredPremium: 75_000,
      creditDivisor: 10,
      checkInStep: 10_000,
      checkInMaxLabel: 10,
      freezes: null,
      levels: [
        0, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
        250_000_000, 500_000_000, 1e9, 2.5e9, 5e9, 10e9, 25e9, 50e9, 100e9, 250e9, 500e9,
      ],
      badges: {
        lev: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20],
        ref: [
          1, 3, 5, 10, 15, 25, 50, 75, 100, 150, 250, 500, 750, 1000, 1500, 2500, 5000, 10000, 25000, 50000,
        ],
        chain: [
          10e3, 25e3, 50e3, 100e3, 250e3, 500e3, 1e6, 2.5e6, 5e6, 10e6, 25e6, 50e6, 100e6, 250e6, 500e6, 1e9,
          2.5e9, 5e9, 10e9, 25e9,
        ],
        streak: [3, 7, 14, 21, 30, 45, 60, 75, 90, 100, 120, 150, 180, 210, 250, 300, 365, 500, 730, 1000],
      },
    });
  });
});
