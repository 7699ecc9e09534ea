/** What the device asks the server about wallets and the tokens in them, and what comes of it. */
import type { SbtClaimAnswer } from '#core/contract/sbt.ts';

export type { SbtTransaction } from '#core/contract/sbt.ts';
export type { WalletOptions } from '#core/contract/wallet.ts';

/** That whoever uses the app owns an address: what the wallet has signed, and by what that can be checked. */
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
 * - `offline`: no answer; `failed`: one that says nothing of the wallet. What was to be sent can be sent again.
 * - `reopen`: the launch data are no longer believed; `stale`: not for this, for which they must be younger.
 */
export type WalletTrouble = 'offline' | 'failed' | 'reopen' | 'stale';

export type WalletAnswer<T, E = WalletTrouble> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/**
 * - `linked`: it is the user's now, or was before.
 * - `invalid`: nothing is proven by it; `bound`: the account has another wallet; `taken`: the wallet another account.
 */
export type LinkOutcome = 'linked' | 'invalid' | 'bound' | 'taken' | WalletTrouble;

/** A badge that is more than one to be claimed. */
export interface BadgeToken {
  readonly badgeId: string;
  /** - `requested`: the wallet may mint it; `minted`: the chain has it; `gone`: destroyed or revoked, for good. */
  readonly state: 'requested' | 'minted' | 'gone';
  /** Its page, where the chain knows it. */
  readonly explorerUrl: string | null;
}

/** `none`: here badges do not become tokens. */
export type TokensRefusal = 'none' | WalletTrouble;

/** `unearned`: the server knows of no such badge; `unlinked`: nor of a wallet; `other`: of another one than that which is connected. */
export type ClaimRefusal = 'unearned' | 'unlinked' | 'other' | TokensRefusal;

/** The mint as a link, and for the wallet connector where it is to send it. */
export type Claimed = SbtClaimAnswer;
