/** What is still to be earned, and how far it is. */
import { expect, test } from 'vitest';
import { ALL_BADGES } from '#core/points/badges.ts';
import type { DeviceProfile } from '#data/model.ts';
import { familiesOf, fractionOf } from '#features/achievements/families.ts';

const profile: DeviceProfile = {
  userId: 42,
  points: { activity: 0, referral: 200_000, referral_activity: 12_500, referral_referral: 0, checkin: 0 },
  level: 3,
  badges: ['lev_1', 'ref_1', 'lev_2', 'ref_2', 'lev_3', 'chain_1', 'star_7'].map((id) => ({ id, at: 1 })),
  friends: 4,
  streak: { current: 1, lastDay: 20_000, longest: 2 },
  referralLink: 'https://t.me/irich_bot/app?startapp=42',
  walletAddress: null,
  head: { seq: 1, hash: '' },
  asOf: 1,
};

test('there are 80', () => {
  expect(ALL_BADGES).toBe(80);
  expect(familiesOf(null).flatMap(({ locked }) => locked).length).toBe(80);
});

test('what is locked, in order, with what it asks for and what there is', () => {
  const families = familiesOf(profile);
  expect(families.map(({ family, current }) => [family, current])).toEqual([
    ['lev', 3],
    ['ref', 4],
    ['chain', 12_500],
    ['streak', 2],
  ]);
  expect(families.map(({ locked }) => locked[0])).toEqual([
    { id: 'lev_4', family: 'lev', tier: 4, bound: 4 },
    { id: 'ref_3', family: 'ref', tier: 3, bound: 5 },
    { id: 'chain_2', family: 'chain', tier: 2, bound: 25_000 },
    { id: 'streak_1', family: 'streak', tier: 1, bound: 3 },
  ]);
  for (const { locked } of families) {
    expect(locked.map(({ tier }) => tier)).toEqual(locked.map(({ tier }) => tier).toSorted((a, b) => a - b));
  }
  expect(families.flatMap(({ locked }) => locked).length).toBe(74);
});

test('before anybody knows', () => {
  expect(familiesOf(null).map(({ current }) => current)).toEqual([null, null, null, null]);
});

test('how far', () => {
  expect([fractionOf(0, 3), fractionOf(3, 12), fractionOf(20, 12), fractionOf(-1, 12)]).toEqual([
    0, 0.25, 1, 0,
  ]);
});
