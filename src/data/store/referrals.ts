/** Friends, as last fetched. */
import type { ReferralsAnswer } from '#core/contract/points.ts';
import { pointsFromWire } from '#core/points/format.ts';
import type { Referrals } from '../model.ts';
import { factsOf } from './facts.ts';
import type { Reading, Store } from './port.ts';

export async function referralsOf(reading: Reading): Promise<Referrals | null> {
  const row = await reading.get('referrals', 'referrals');
  if (row === undefined) return null;
  const { asOf, total, items } = row;
  return { asOf, total, items };
}

export function takeReferrals(
  store: Store,
  answer: ReferralsAnswer,
  generation: number | null,
  asOf: number,
): Promise<void> {
  return store.write(['referrals', 'settings'], async (writing) => {
    if ((await factsOf(writing)).generation !== generation) return;
    const items = answer.referrals.map((item) => ({
      id: item.id,
      username: item.username,
      level: Number(item.level),
      isPremium: item.is_premium === 1,
      total: [
        item.activity_points,
        item.referral_points,
        item.referral_activity_points,
        item.referral_referral_points,
        item.checkin_points,
      ].reduce((sum, points) => sum + (pointsFromWire(points) ?? 0), 0),
    }));
    await writing.put('referrals', [{ key: 'referrals', asOf, total: answer.total, items }]);
  });
}
