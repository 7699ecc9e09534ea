/** Calls about badges that become tokens. They stand apart from `ANSWERS`: who starts the app is spared them. */
import * as v from 'valibot';
import { readBadge } from '#core/points/badges.ts';
import { Time, UserId } from './primitives.ts';

/** `wallet_address` is the connected wallet in the raw form; where it is left out, it counts as the linked one. */
export const SbtClaimBody = v.object({
  user_id: UserId,
  badge_id: v.pipe(v.string(), v.check(isBadgeId, 'not a badge')),
  wallet_address: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,10}:[0-9a-f]{64}$/i, 'not a raw address'))),
});
export type SbtClaimBody = v.InferInput<typeof SbtClaimBody>;

/** What the wallet connector is asked to send: seconds, nanotons, and a bag of cells in base64. */
export const SbtTransaction = v.object({
  validUntil: v.number(),
  network: v.string(),
  messages: v.array(v.object({ address: v.string(), amount: v.string(), payload: v.string() })),
});
export type SbtTransaction = v.InferOutput<typeof SbtTransaction>;

/** `link` opens a wallet with the mint prepared; `transaction` is the same where it goes through the wallet connector. */
export const SbtClaimAnswer = v.object({ link: v.string(), transaction: v.optional(SbtTransaction) });
export type SbtClaimAnswer = v.InferOutput<typeof SbtClaimAnswer>;

/**
 * - `requested`: the wallet may mint it until `requested_until`, and nobody knows yet that it has.
 * - `minted`: the chain has confirmed it. `gone`: destroyed or revoked, and never minted again.
 */
const BadgeToken = v.object({
  badge_id: v.string(),
  state: v.picklist(['requested', 'minted', 'gone']),
  requested_until: v.nullable(Time),
  /** The page of a token that the chain knows. */
  explorer_url: v.nullable(v.pipe(v.string(), v.url())),
});
export type BadgeToken = v.InferOutput<typeof BadgeToken>;

/** Tokens of the linked wallet, in the order in which their badges were earned; a badge that is not here can be claimed. */
export const SbtAnswer = v.object({
  /** The address of the collection, as people read it. */
  collection: v.string(),
  delivery: v.picklist(['link', 'ton-connect']),
  tokens: v.array(BadgeToken),
});
export type SbtAnswer = v.InferOutput<typeof SbtAnswer>;

export const SBT_ANSWERS = {
  claimSbt: { method: 'POST', path: '/api/user/sbt/claim', answer: SbtClaimAnswer },
  sbt: { method: 'GET', path: '/api/user/sbt/{id}', answer: SbtAnswer },
} as const;

function isBadgeId(text: string): boolean {
  return readBadge(text) !== null;
}
