/** Notices from events to their own user, without repeats. */
import { beforeEach, expect, test } from 'vitest';
import type { Command } from '#core/points/commands.ts';
import { DAY_MS } from '#core/points/days.ts';
import { initialState, type LedgerState } from '#core/points/evolve.ts';
import { execute } from '#core/points/execute.ts';
import type { Notice } from '#core/points/notices.ts';
import { correctionOf, creditOf, REGISTER, recordAt, START, sha256 } from './ledgers.ts';

let state: LedgerState;
beforeEach(() => {
  state = initialState(7);
  told(REGISTER);
  told({ type: 'complete_onboarding' });
});

function told(command: Command, at = START): readonly Notice[] {
  const result = execute(state, command, at, sha256);
  if (!result.ok) throw new Error(result.error.type);
  state = result.state;
  return result.notices;
}

const friend = (id?: number) =>
  told({ ...creditOf('friend_registered'), ...(id && { friend: id }) } as Command);

test('registration, onboarding, calculations and credits alone give no notice', () => {
  state = initialState(8);
  expect(told(REGISTER)).toEqual([]);
  expect(told({ type: 'complete_onboarding' })).toEqual([]);
  expect(state.badges.map(({ id }) => id)).toEqual(['lev_1']);
  expect(told(recordAt(START))).toEqual([]);
  expect(told(creditOf('friend_activity', 1000))).toEqual([]);
});

test('a friend who joined gives a notice with its badge', () => {
  const notices = friend(12);
  const of = { userId: 7, seq: 3, at: START };
  const { hash } = state.head;
  expect(notices).toEqual([
    { kind: 'friend_joined', friend: 12, award: 50_000, id: `${hash}:friend_joined`, ...of },
    { kind: 'badges_earned', badges: ['ref_1'], id: `${hash}:badges_earned`, ...of },
  ]);
  expect(friend()).toMatchObject([{ kind: 'friend_joined', friend: null }]);
});

test('an id belongs to one event: a ledger that was set back and diverged gets other ids', () => {
  const before = state;
  const [first] = friend(12);
  state = before;
  const [second] = friend(13);
  expect(second).toMatchObject({ seq: first?.seq, kind: first?.kind });
  expect(second?.id).not.toBe(first?.id);
});

test('a level gives one notice that includes its badge', () => {
  told(correctionOf('activity', 499_990));
  expect(told(correctionOf('activity', 10))).toMatchObject([{ kind: 'level_reached', level: 2 }]);
  expect(state.badges.map(({ id }) => id)).toContain('lev_2');
  told(correctionOf('activity', -10));
  expect(told(correctionOf('activity', 10))).toEqual([]);
});

test('one event that reaches several levels and badges gives one notice of each kind', () => {
  expect(told(correctionOf('referral_activity', 1_000_000))).toMatchObject([
    { kind: 'level_reached', level: 3 },
    {
      kind: 'badges_earned',
      badges: ['chain_1', 'chain_2', 'chain_3', 'chain_4', 'chain_5', 'chain_6', 'chain_7'],
    },
  ]);
});

test('a streak badge gives one on the third day', () => {
  const days = [0, 1, 2].map((day) => told({ type: 'claim_check_in' }, START + day * DAY_MS));
  expect(days).toMatchObject([[], [], [{ kind: 'badges_earned', badges: ['streak_1'] }]]);
});

test('a user who erased their data gets none until they return', () => {
  expect(told({ type: 'delete_data' })).toEqual([]);
  expect(friend()).toEqual([]);
  told({ type: 'complete_onboarding' });
  expect(friend().map(({ kind }) => kind)).toEqual(['friend_joined']);
});
