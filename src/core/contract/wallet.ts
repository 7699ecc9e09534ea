/** Calls about the wallet: the payload to sign, the proof of ownership, and how the app reaches wallets. */
import * as v from 'valibot';
import { Time, UserId } from './primitives.ts';
import { ProfileRecord } from './user.ts';

/** `payload` serves one proof of this user until `expiresAt`, 15 minutes. */
export const ProofPayloadAnswer = v.object({ payload: v.string(), expiresAt: Time });
export type ProofPayloadAnswer = v.InferOutput<typeof ProofPayloadAnswer>;

const Text = (most: number) => v.pipe(v.string(), v.maxLength(most));

/** The wallet's account and its signature (TON Connect: `account` and `ton_proof`), as received. */
export const WalletProof = v.object({
  network: Text(20),
  /** Hexadecimal. */
  publicKey: Text(128),
  /** A bag of cells in base64. */
  walletStateInit: Text(16_384),
  /** Seconds; some wallets write it as text. */
  timestamp: v.union([v.number(), Text(20)]),
  domain: v.object({ lengthBytes: v.number(), value: Text(256) }),
  payload: Text(256),
  /** Base64. */
  signature: Text(128),
});

/** `wallet_address` in the raw form: workchain, a colon, 64 hex digits. */
export const WalletBody = v.object({ id: UserId, wallet_address: Text(100), proof: WalletProof });
export type WalletBody = v.InferInput<typeof WalletBody>;
/** `wallet_address` in the raw form, lower case. */
export const WalletAnswer = v.object({ wallet_address: v.string(), profile: ProfileRecord });
export type WalletAnswer = v.InferOutput<typeof WalletAnswer>;

const Url = v.pipe(v.string(), v.url());

/**
 * How the app reaches wallets: its manifest, the wallets, and the origins of their bridges. One wallet may be
 * preferred.
 */
export const WalletOptions = v.object({
  manifestUrl: Url,
  walletsListUrl: Url,
  bridges: v.array(Url),
  /** A wallet's `app_name` in the list. */
  preferredWallet: v.nullable(v.string()),
});
export type WalletOptions = v.InferOutput<typeof WalletOptions>;
