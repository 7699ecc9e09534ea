/** Calls about badges as tokens. They are apart from `ANSWERS` so that starting the app does not load them. */
import * as v from 'valibot';
import { readBadge } from '#core/points/badges.ts';
import { Time, UserId } from './primitives.ts';

/** `wallet_address` is the connected wallet in raw form; without it the linked wallet is used. */
export const SbtClaimBody = v.object({
  user_id: UserId,
  badge_id: v.pipe(v.string(), v.check(isBadgeId, 'not a badge')),
  wallet_address: v.optional(v.pipe(v.string(), v.regex(/^-?\d{1,10}:[0-9a-f]{64}$/i, 'not a raw address'))),
});
export type SbtClaimBody = v.InferInput<typeof SbtClaimBody>;

/** The transaction for the wallet connector: seconds, nanotons, and a bag of cells in base64. */
export const SbtTransaction = v.object({
  validUntil: v.number(),
  network: v.string(),
  messages: v.array(v.object({ address: v.string(), amount: v.string(), payload: v.string() })),
});
export type SbtTransaction = v.InferOutput<typeof SbtTransaction>;

/** `link` opens a wallet with the mint prepared; `transaction` is the same mint for the wallet connector. */
export const SbtClaimAnswer = v.object({ link: v.string(), transaction: v.optional(SbtTransaction) });
export type SbtClaimAnswer = v.InferOutput<typeof SbtClaimAnswer>;

/**
 * - `requested`: the wallet may mint it until `requested_until`; a mint is not confirmed yet.
 * - `minted`: the chain has confirmed it. `gone`: destroyed or revoked, and never minted again.
 */
const BadgeToken = v.object({
  badge_id: v.string(),
  state: v.picklist(['requested', 'minted', 'gone']),
  requested_until: v.nullable(Time),
  /** The explorer page of a token that is on the chain. */
  explorer_url: v.nullable(v.pipe(v.string(), v.url())),
});
export type BadgeToken = v.InferOutput<typeof BadgeToken>;

/**
 * Tokens of the linked wallet, in the order in which their badges were earned. A badge that is not listed can be
 * claimed.
 */
export const SbtAnswer = v.object({
  /** The collection's address in user-friendly form. */
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
