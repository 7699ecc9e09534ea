/** A stand-in for a profile that has not arrived: rendering it gives the real size. */
import type { DeviceProfile } from '#device/model.ts';

export const UNKNOWN_PROFILE: DeviceProfile = {
  userId: 0,
  points: { activity: 0, referral: 0, referral_activity: 0, referral_referral: 0, checkin: 0 },
  level: 1,
  // Completing onboarding earns this one.
  badges: [{ id: 'lev_1', at: 0 }],
  friends: 0,
  streak: { current: 0, lastDay: null, longest: 0 },
  referralLink: '',
  walletAddress: null,
  head: { seq: 0, hash: '' },
  asOf: 0,
};
