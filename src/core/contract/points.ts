/** Calls about points: check-in, friends, and the ledger itself with its exports. */
import * as v from 'valibot';
import { BucketName, Count, Hash, HeadOnWire, Points, Seq, Time, UserId } from './primitives.ts';
import { pageNumber } from './records.ts';
import { ProfileRecord } from './user.ts';

export const CheckInBody = v.object({ userId: UserId });
/** `bonusAmount` is what the next claim pays, `freezesAtWork` how many of the kept `freezes` it uses. */
export const CheckInStatus = v.object({
  isAvailable: v.boolean(),
  currentStreak: v.number(),
  bonusAmount: Points,
  freezes: Count,
  freezesAtWork: Count,
});
export type CheckInStatus = v.InferOutput<typeof CheckInStatus>;
/** `bonusAmount` is what this claim paid, `freezesAtWork` how many freezes it used. A second claim on a day is 409 `already_claimed`. */
export const CheckInClaim = v.object({
  message: v.literal('Bonus claimed'),
  newStreak: v.number(),
  bonusAmount: Points,
  freezesAtWork: Count,
  profile: ProfileRecord,
});
export type CheckInClaim = v.InferOutput<typeof CheckInClaim>;

export const MAX_REFERRALS_PAGE = 200;
export const ReferralsBody = v.object({
  userId: UserId,
  cursor: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(100)))),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_REFERRALS_PAGE))),
});
export type ReferralsBody = v.InferInput<typeof ReferralsBody>;
export const ReferralItem = v.object({
  id: UserId,
  username: v.nullable(v.string()),
  level: v.string(),
  is_premium: v.picklist([0, 1]),
  activity_points: Points,
  referral_points: Points,
  referral_activity_points: Points,
  referral_referral_points: Points,
  checkin_points: Points,
});
export type ReferralItem = v.InferOutput<typeof ReferralItem>;
/**
 * Pass `nextCursor` back as `cursor`; it is null on the last page. `maxAgeS`: greatest age of the friends' points,
 * seconds.
 */
export const ReferralsAnswer = v.object({
  referrals: v.array(ReferralItem),
  total: Count,
  nextCursor: v.nullable(v.string()),
  maxAgeS: Count,
});
export type ReferralsAnswer = v.InferOutput<typeof ReferralsAnswer>;

export const MAX_LEDGER_PAGE = 1000;
/** Query of `GET /api/ledger/{id}`: events with a sequence number above `after`, oldest first; limit defaults to 500. */
export const LedgerQuery = v.object({
  after: v.optional(pageNumber(0, Number.MAX_SAFE_INTEGER)),
  limit: v.optional(pageNumber(1, MAX_LEDGER_PAGE)),
});
/** Exactly the hashed values: `at` in milliseconds, `award` in thousandths. */
export const EventOnWire = v.object({
  userId: UserId,
  seq: Seq,
  eventId: v.string(),
  type: v.string(),
  rules: v.number(),
  at: v.number(),
  bucket: v.nullable(BucketName),
  award: v.number(),
  data: v.string(),
  hash: Hash,
});
export const LedgerAnswer = v.object({ events: v.array(EventOnWire), head: HeadOnWire });
export type LedgerAnswer = v.InferOutput<typeof LedgerAnswer>;

/** `personal`: everything that is kept about the user. */
export const ExportBody = v.object({ userId: UserId, kind: v.picklist(['ledger', 'history', 'personal']) });
export type ExportBody = v.InferInput<typeof ExportBody>;
/** `url` is absolute, needs no headers and lives until `expiresAt`, 5 minutes. */
export const ExportAnswer = v.object({
  token: v.string(),
  url: v.string(),
  fileName: v.string(),
  expiresAt: Time,
});
export type ExportAnswer = v.InferOutput<typeof ExportAnswer>;
