/** Everything that can happen to a wallet, and the effects by which the session answers. */
import type { LinkOutcome, WalletAnswer } from '#device/wallet-model.ts';
import type { Connected, ProofRequest } from '../connector/connector.ts';
import type { ConnectError } from '../connector/errors.ts';
import type { KeptProof } from '../storage/kept.ts';

/**
 * - `prepare-requested`: a screen shows the wallet; `left`: that screen is gone.
 * - `restored`: the connector has tried to restore the previous connection.
 * - `rejected`: the wallet or the library refused to connect.
 * - `bridge-overdue`: a bridge should have answered by now.
 * - `data-deleted`: the user's data on this phone are gone.
 */
export type WalletEvent =
  | { readonly type: 'prepare-requested' | 'restore-requested' | 'left' | 'data-deleted' }
  | {
      readonly type: 'connect-requested' | 'connect-cancelled' | 'confirm-requested' | 'disconnect-requested';
    }
  | { readonly type: 'connector-loaded' | 'restored' | 'disconnected' }
  | { readonly type: 'connector-missing'; readonly error: 'cut' | 'unreachable' }
  | ({ readonly type: 'connected' } & Connected)
  | { readonly type: 'rejected'; readonly error: ConnectError }
  | { readonly type: 'modal-opened' | 'modal-closed' | 'bridge-answered' | 'bridge-overdue' }
  | { readonly type: 'payload-answered'; readonly request: number; readonly answer: WalletAnswer<string> }
  | { readonly type: 'payload-due'; readonly dueAt: number }
  | { readonly type: 'proof-answered'; readonly signature: string; readonly outcome: LinkOutcome };

/** What was true when an event happened. */
export interface Facts {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether the account has a wallet. */
  readonly isLinked: boolean;
  /** Whether the phone keeps a connection that the connector can restore. */
  readonly isConnectionKept: boolean;
}

export type WalletEffect =
  | { readonly type: 'load-connector' | 'open-modal' | 'close-modal' | 'disconnect' | 'forget-proof' }
  | { readonly type: 'request-proof'; readonly request: ProofRequest }
  | { readonly type: 'load-payload'; readonly request: number }
  | { readonly type: 'keep-proof' | 'send-proof'; readonly proof: KeptProof }
  /** Nothing cancels a schedule: the reducer ignores an event that comes too late. */
  | { readonly type: 'schedule'; readonly afterMs: number; readonly event: WalletEvent };

export type Emit = (effect: WalletEffect) => void;
