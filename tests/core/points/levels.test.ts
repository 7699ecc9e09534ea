/** The sum of the buckets, from which levels follow. */
import { expect, test } from 'vitest';
import { totalOf } from '#core/points/levels.ts';

test('a total has every bucket once', () => {
  const points = {
    activity: 1,
    referral: 10,
    referral_activity: 100,
    referral_referral: 1_000,
    checkin: 10_000,
  };
  expect(totalOf(points)).toBe(11_111);
});
