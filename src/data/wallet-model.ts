/** What the device asks the server about wallets, and what comes of it. */

/** How wallets are connected here, as the operator has configured it. */
export interface WalletOptions {
  /** Who wallets are told that the app is. */
  readonly manifestUrl: string;
  /** Where the list of wallets is. */
  readonly walletsListUrl: string;
  /** Origins of the bridges that may be reached: wallets of others are left out. */
  readonly bridges: readonly string[];
  /** The app name of the wallet that comes first; null where none does. */
  readonly preferredWallet: string | null;
}

/** That whoever uses the app owns an address: what the wallet has signed, and by what that can be checked. */
export interface WalletProof {
  /** Whole seconds. */
  readonly timestamp: number;
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

export type WalletAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: WalletTrouble };

/**
 * - `linked`: it is the user's now, or was before.
 * - `invalid`: nothing is proven by it; `bound`: the account has another wallet; `taken`: the wallet another account.
 */
export type LinkOutcome = 'linked' | 'invalid' | 'bound' | 'taken' | WalletTrouble;
