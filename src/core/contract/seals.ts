/** Calls about sealed plans. They are apart from `ANSWERS` so that starting the app does not load them. */
import * as v from 'valibot';
import { SALT_BYTES } from '#core/proof/seal.ts';
import { Count, Hash, Seq, Time, UserId } from './primitives.ts';

/** A sealed plan holds at most so many bytes. */
export const MAX_PLAN_BYTES = 384;

/** `hash` is that of salt and plan; `sealedAt` is what the device claims, `sentAt` its own clock at sending. */
export const SealBody = v.object({
  userId: UserId,
  hash: Hash,
  sealedAt: Time,
  sentAt: v.optional(v.nullable(Time)),
});
export type SealBody = v.InferInput<typeof SealBody>;

/**
 * The seal as the ledger has it, also when it is sent again. More than 20 on a UTC day are 429 `too_many_seals`; the same
 * hash with another claimed time is 409 `conflict`.
 */
export const SealAnswer = v.object({ hash: Hash, seq: Seq, receivedAt: Time });
export type SealAnswer = v.InferOutput<typeof SealAnswer>;

/** `plan`: the bytes of a plan link before its sender, base64url. */
const PlanText = v.pipe(
  v.string(),
  v.maxLength(Math.ceil((MAX_PLAN_BYTES / 3) * 4)),
  v.regex(/^[A-Za-z0-9_-]+$/, 'not base64url'),
);
const Salt = v.pipe(v.string(), v.length(2 * SALT_BYTES), v.regex(/^[0-9a-f]*$/, 'not hexadecimal'));

/** Shows a plan to everybody. 409 `not_sealed` if this user has sealed no such plan. */
export const RevealBody = v.object({ userId: UserId, plan: PlanText, salt: Salt });
export type RevealBody = v.InferInput<typeof RevealBody>;
/** `url` is the page that shows the plan to everybody. */
export const RevealAnswer = v.object({ hash: Hash, revealedAt: Time, url: v.string() });
export type RevealAnswer = v.InferOutput<typeof RevealAnswer>;

const PriceSeen = v.object({ at: Time, price: v.string() });

/** What the prices that the server has kept since the time of receipt say, read every five minutes. Times are null for what was not reached. */
export const PricesSince = v.object({
  /** Of the first and the last of these prices. */
  from: Time,
  to: Time,
  low: PriceSeen,
  high: PriceSeen,
  entryAt: v.nullable(Time),
  stopAt: v.nullable(Time),
  targetsAt: v.array(v.nullable(Time)),
});
export type PricesSince = v.InferOutput<typeof PricesSince>;

/** Where the hash stands among the seals of its published day. */
export const PublishedSeal = v.object({
  /** The day's entry in the log, and its number there. */
  entry: v.string(),
  entryIndex: Count,
  index: Count,
  size: Count,
  /** Base64, from the hash to the root. */
  path: v.pipe(v.array(v.string()), v.maxLength(64)),
});
export type PublishedSeal = v.InferOutput<typeof PublishedSeal>;

export const RevealedPlan = v.object({
  userId: UserId,
  hash: Hash,
  plan: PlanText,
  salt: Salt,
  /** What the device claimed, and its clock when it sent that. */
  sealedAt: Time,
  sentAt: v.nullable(Time),
  receivedAt: Time,
  revealedAt: Time,
  /** The UTC day of receipt. */
  day: v.string(),
  /** How many plans this user has sealed, and how many of them revealed. */
  sealed: Count,
  revealed: Count,
  /** Null while the day is not published, and where nothing is. */
  published: v.nullable(PublishedSeal),
  /** Null where the server keeps no prices of the plan's coin, or none since then. */
  prices: v.nullable(PricesSince),
});
export type RevealedPlan = v.InferOutput<typeof RevealedPlan>;

export const SEAL_ANSWERS = {
  sealPlan: { method: 'POST', path: '/api/seals', answer: SealAnswer },
  revealPlan: { method: 'POST', path: '/api/seals/reveal', answer: RevealAnswer },
  revealedPlan: { method: 'GET', path: '/api/seals/{user}/{hash}', answer: RevealedPlan },
} as const;
