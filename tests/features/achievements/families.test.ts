/** Badges still to be earned, and the progress towards them. */
import { expect, test } from 'vitest';
import { ALL_BADGES } from '#core/points/badges.ts';
import type { DeviceProfile } from '#device/model.ts';
import { boundOf, familiesOf, fractionOf, nextBadges } from '#features/achievements/families.ts';

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

test('there are 80 badges', () => {
  expect(ALL_BADGES).toBe(80);
  expect(familiesOf(null).flatMap(({ locked }) => locked).length).toBe(80);
});

test('locked badges come in order with their requirement and progress', () => {
  const families = familiesOf(profile);
  expect(families.map(({ family, current }) => [family, current])).toEqual([
    ['lev', 212_500],
    ['ref', 4],
    ['chain', 12_500],
    ['streak', 2],
  ]);
  const next = families.map(({ locked }) => locked[0]).filter((badge) => badge !== undefined);
  expect(next).toEqual([
    { id: 'lev_4', family: 'lev', tier: 4 },
    { id: 'ref_3', family: 'ref', tier: 3 },
    { id: 'chain_2', family: 'chain', tier: 2 },
    { id: 'streak_1', family: 'streak', tier: 1 },
  ]);
  expect(next.map(boundOf)).toEqual([2_500_000, 5, 25_000, 3]);
  for (const { locked } of families) {
    expect(locked.map(({ tier }) => tier)).toEqual(locked.map(({ tier }) => tier).toSorted((a, b) => a - b));
  }
  expect(families.flatMap(({ locked }) => locked).length).toBe(74);
});

test('before the first sync', () => {
  expect(familiesOf(null).map(({ current }) => current)).toEqual([null, null, null, null]);
});

test('progress counts from the previous tier, once it is reached', () => {
  const level = (tier: number, points: number) => fractionOf(points * 1000, { family: 'lev', tier });
  expect([level(2, 18), level(2, 250), level(3, 500), level(3, 750), level(3, 1_000)]).toEqual([
    0.036, 0.5, 0, 0.5, 1,
  ]);
  // Far from the previous tier it counts from nothing, as its bar says.
  expect([level(4, 400), level(1, 0), level(5, 18)]).toEqual([0.16, 1, 0.0036]);
  expect([3, 4, 5, 9].map((friends) => fractionOf(friends, { family: 'ref', tier: 3 }))).toEqual([
    0, 0.5, 1, 1,
  ]);
  expect(fractionOf(2, { family: 'streak', tier: 1 })).toBeCloseTo(2 / 3);
});

test('the next badges are the nearest of each family, the nearest first', () => {
  const next = nextBadges(familiesOf(profile), 3);
  expect(next.map(({ id, current }) => [id, current])).toEqual([
    ['streak_1', 2],
    ['ref_3', 4],
    ['chain_2', 12_500],
  ]);
  expect(
    nextBadges(familiesOf(profile), 9)
      .map(({ id }) => id)
      .at(-1),
  ).toBe('lev_4');
});

test('of badges that are equally near, those that need no friend come first', () => {
  const none = { activity: 0, referral: 0, referral_activity: 0, referral_referral: 0, checkin: 0 };
  const streak = { current: 0, lastDay: null, longest: 0 };
  const fresh = { ...profile, points: none, badges: [{ id: 'lev_1', at: 1 }], friends: 0, streak };
  expect(nextBadges(familiesOf(fresh), 3).map(({ id }) => id)).toEqual(['lev_2', 'streak_1', 'ref_1']);
});

test('nothing is next while the amounts are unknown, or once all of a family are earned', () => {
  expect(nextBadges(familiesOf(null), 3)).toEqual([]);
  const streaks = Array.from({ length: 20 }, (_, index) => ({ id: `streak_${index + 1}`, at: 1 }));
  const next = nextBadges(familiesOf({ ...profile, badges: streaks }), 4);
  expect(next.map(({ family }) => family)).not.toContain('streak');
  expect(next.length).toBe(3);
});
