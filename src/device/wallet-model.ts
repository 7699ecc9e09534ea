/** Types of the device's wallet calls and of badge tokens. */
import type { SbtClaimAnswer } from '#core/contract/sbt.ts';

export type { SbtTransaction } from '#core/contract/sbt.ts';
export type { WalletOptions } from '#core/contract/wallet.ts';

/** Proof that the app's user owns an address: the wallet's signature, and the data to check it. */
export interface WalletProof {
  /** Whole seconds; some wallets write them as text. */
  readonly timestamp: number | string;
  readonly domain: { readonly lengthBytes: number; readonly value: string };
  readonly payload: string;
  /** Base64. */
  readonly signature: string;
  readonly network: string;
  /** Hexadecimal. */
  readonly publicKey: string;
  /** Base64 of a bag of cells. */
  readonly walletStateInit: string;
}

/**
 * - `offline`: no answer; `failed`: an answer that says nothing about the wallet. Either way the call can be repeated.
 * - `reopen`: the launch data are no longer accepted; `stale`: they are too old for this call.
 */
export type WalletTrouble = 'offline' | 'failed' | 'reopen' | 'stale';

export type WalletAnswer<T, E = WalletTrouble> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/**
 * - `linked`: the wallet is the user's, now or already before.
 * - `invalid`: the proof is not valid; `bound`: the account has another wallet; `taken`: another account has the
 *   wallet.
 */
export type LinkOutcome = 'linked' | 'invalid' | 'bound' | 'taken' | WalletTrouble;

/** A badge with a token state, which is therefore not simply claimable. */
export interface BadgeToken {
  readonly badgeId: string;
  /** - `requested`: the wallet may mint it; `minted`: the chain has it; `gone`: destroyed or revoked, for good. */
  readonly state: 'requested' | 'minted' | 'gone';
  /** Its explorer page, if the token is on the chain. */
  readonly explorerUrl: string | null;
}

/** `none`: this server does not offer badges as tokens. */
export type TokensRefusal = 'none' | WalletTrouble;

/**
 * `unearned`: the server does not know the user to have this badge; `unlinked`: no wallet is linked; `other`: the
 * linked wallet is not the connected one.
 */
export type ClaimRefusal = 'unearned' | 'unlinked' | 'other' | TokensRefusal;

/** The mint as a link and, if the wallet connector sends it, as a transaction. */
export type Claimed = SbtClaimAnswer;
