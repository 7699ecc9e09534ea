/** Which parts of a profile do not match its ledger. */
import { describe, expect, it } from 'vitest';
import { DAY_MS, dayOf } from '#core/points/days.ts';
import type { LedgerState } from '#core/points/evolve.ts';
import { standingFault, standingOf } from '#core/points/standing.ts';
import { onboarded, START } from './ledgers.ts';

const TODAY = dayOf(START);
const { state: fresh } = onboarded();
/** Three days in a row, the last of them today. */
const state: LedgerState = { ...fresh, streak: { lastDay: TODAY, current: 3, longest: 5, freezes: 1 } };

describe('a profile', () => {
  it('is right if it shows what the ledger gives', () => {
    for (const at of [START, START + DAY_MS, START + 9 * DAY_MS]) {
      expect(standingFault(state, standingOf(state, at))).toBeNull();
      expect(standingFault(fresh, standingOf(fresh, at))).toBeNull();
    }
  });

  it.each([
    ['head', { head: { ...state.head, hash: '0' } }],
    ['head', { head: { ...state.head, seq: 9 } }],
    ['points', { points: { ...state.points, checkin: 10 } }],
    ['level', { level: 2 }],
    ['badges', { badges: [] }],
    ['badges', { badges: [{ id: 'lev_1', at: 0 }] }],
    ['badges', { badges: [{ id: 'lev_2', at: START }] }],
    ['friends', { friends: 1 }],
    ['streak', { streak: { ...state.streak, lastDay: TODAY - 1 } }],
    ['streak', { streak: { ...state.streak, longest: 6 } }],
    ['streak', { streak: { ...state.streak, current: 4 } }],
    ['streak', { streak: { ...state.streak, current: 2 } }],
    ['streak', { streak: { ...state.streak, freezes: 0 } }],
  ] as const)('is wrong about the %s: %j', (fault, change) => {
    expect(standingFault(state, { ...standingOf(state, START), ...change })).toBe(fault);
  });

  it('is right without a word of freezes, as an earlier version kept it', () => {
    const { freezes: _, ...streak } = state.streak;
    expect(standingFault(state, { ...standingOf(state, START), streak })).toBeNull();
  });

  it('is wrong about the badges if it shows one more, one less, or a different one among many', () => {
    const badges = ['lev_1', 'ref_1', 'ref_2'].map((id) => ({ id, at: START }));
    const many: LedgerState = { ...state, badges };
    const shown = (list: readonly { id: string; at: number }[]) =>
      standingFault(many, { ...standingOf(many, START), badges: list });
    expect(shown(badges)).toBeNull();
    expect(shown([...badges, { id: 'streak_20', at: START }])).toBe('badges');
    expect(shown(badges.slice(0, 2))).toBe('badges');
    for (const index of badges.keys()) {
      expect(shown(badges.with(index, { id: 'streak_20', at: START }))).toBe('badges');
      expect(shown(badges.with(index, { id: badges[index]?.id ?? '', at: START + 1 }))).toBe('badges');
    }
  });

  it('shows the streak as 0 once more days were missed than freezes are kept', () => {
    const current = (at: number) => standingOf(state, at).streak.current;
    expect([0, 1, 2, 3].map((days) => current(START + days * DAY_MS))).toEqual([3, 3, 3, 0]);
  });
});
