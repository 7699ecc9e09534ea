/** Calls about the user: registration, onboarding, language, profile, last seen, deletion. */
import * as v from 'valibot';
import { Count, HeadOnWire, Language, Points, Time, UserId } from './primitives.ts';

const Text = v.optional(v.nullable(v.string()));

/** Only `id` and `firstLaunch` matter: everything else comes from the signed launch data. */
export const RegisterBody = v.object({
  id: UserId,
  first_name: Text,
  last_name: Text,
  username: Text,
  languageCode: Text,
  is_premium: v.optional(v.nullable(v.union([v.boolean(), v.number()]))),
  photo_url: Text,
  referred_by: v.optional(v.nullable(v.union([v.number(), v.string()]))),
  utm_source: Text,
  utm_medium: Text,
  utm_content: Text,
  /**
   * The first launch data this device ever had, as received, of any age. It gives the referrer, the campaign and the
   * earliest time.
   */
  firstLaunch: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(8192)))),
});
export type RegisterBody = v.InferInput<typeof RegisterBody>;

export const BadgeEarned = v.object({ id: v.string(), at: Time });

/** The profile record. Points are strings; `badges` and `earned` are oldest first. */
export const ProfileRecord = v.object({
  id: UserId,
  activity_points: Points,
  referral_points: Points,
  referral_activity_points: Points,
  referral_referral_points: Points,
  checkin_points: Points,
  balance: Points,
  /** Comma-separated badge ids, or null if there are none. */
  badges: v.nullable(v.string()),
  earned: v.array(BadgeEarned),
  /** '1' to '20'. */
  level: v.pipe(v.string(), v.regex(/^([1-9]|1\d|20)$/)),
  is_premium: v.picklist([0, 1]),
  wallet_address: v.nullable(v.string()),
  friends: v.number(),
  referral_link: v.string(),
  /** `last_day`: whole days since 1970-01-01 UTC, or null before the first check-in. */
  streak: v.object({
    current: v.number(),
    longest: v.number(),
    last_day: v.nullable(v.number()),
    /** Each keeps the streak over one missed day. */
    freezes: Count,
  }),
  head: HeadOnWire,
  /** How often this user's data were deleted. Sent back in `x-generation`. */
  generation: v.number(),
  onboarded: v.boolean(),
  /** The number of the user's newest change: see `edits.ts`. */
  edits: Count,
});
export type ProfileRecord = v.InferOutput<typeof ProfileRecord>;

/** `isNewUser` until onboarding is completed. */
export const RegisterAnswer = v.object({
  isNewUser: v.boolean(),
  generation: v.number(),
  profile: ProfileRecord,
  /** Proof of the newest deletion, if there was one: see `x-deletion-proof`. */
  deletionProof: v.optional(v.string()),
});
export type RegisterAnswer = v.InferOutput<typeof RegisterAnswer>;

export const OnboardingBody = v.object({ userId: UserId });
export const OnboardingAnswer = v.object({
  isNewUser: v.boolean(),
  generation: v.number(),
  profile: ProfileRecord,
});
export type OnboardingAnswer = v.InferOutput<typeof OnboardingAnswer>;

/**
 * Null if the user's language is neither chosen nor known: the app then uses the messaging app's. A phone reads null for a
 * language that only a newer version knows, and keeps its own.
 */
export const LanguageAnswer = v.object({ language_code: v.fallback(v.nullable(Language), null) });
export type LanguageAnswer = v.InferOutput<typeof LanguageAnswer>;
/**
 * `chosenAt` (time of the choice) and `sentAt` (time of sending) are by the device's clock. The newest choice wins,
 * whatever the order of arrival, and the answer returns it. Without `chosenAt` the choice is made now.
 */
export const LanguageBody = v.object({
  id: UserId,
  languageCode: Language,
  chosenAt: v.optional(v.nullable(Time)),
  sentAt: v.optional(v.nullable(Time)),
});
export type LanguageBody = v.InferInput<typeof LanguageBody>;

/** `known` as in `SyncBody`. */
export const SessionsBody = v.object({ userId: UserId, known: v.optional(Count) });
/**
 * `recorded` is false if the last-seen time was less than 30 minutes old and stayed. `change` and `isKnown` as in `SyncAnswer`.
 */
export const SessionsAnswer = v.object({
  recorded: v.boolean(),
  change: v.optional(Count),
  isKnown: v.optional(v.boolean()),
});
export type SessionsAnswer = v.InferOutput<typeof SessionsAnswer>;

/**
 * Needs launch data younger than an hour, or in `x-deletion-proof` the proof of a deletion that the server has lost.
 */
export const DeleteAnswer = v.object({
  deleted: v.literal(true),
  generation: v.number(),
  proof: v.optional(v.string()),
});
export type DeleteAnswer = v.InferOutput<typeof DeleteAnswer>;
