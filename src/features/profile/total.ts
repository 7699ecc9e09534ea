/** All points of a profile in one figure. */
import { BUCKETS } from '#core/points/events.ts';
import type { DeviceProfile } from '#device/model.ts';

/** The sum of the five buckets, thousandths. */
export function totalOf(profile: Pick<DeviceProfile, 'points'>): number {
  return BUCKETS.reduce((sum, bucket) => sum + profile.points[bucket], 0);
}
