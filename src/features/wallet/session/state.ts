/** The state of a user's wallet on this phone, and what screens see of it. */
import type { LinkOutcome } from '#device/wallet-model.ts';
import type { ConnectError } from '../connector/errors.ts';
import type { KeptProof } from '../storage/kept.ts';
import { NO_PAYLOAD, type PayloadState } from './payload.ts';

/**
 * - `unreachable`: the list of wallets, or the connector's code, did not load.
 * - `cut`: the app's own server does not answer, even if the browser reports a network.
 * - `unready`: the payload that a wallet signs did not load.
 */
export type WalletError = ConnectError | 'unreachable' | 'cut' | 'unready' | Exclude<LinkOutcome, 'linked'>;

export interface WalletState {
  /** `restoring` until the connector knows whether the previous connection still stands. */
  readonly phase: 'restoring' | 'disconnected' | 'connected';
  /** Address of the connected wallet, as the protocol writes it. */
  readonly address: string | null;
  readonly error: WalletError | null;
  readonly connector: 'absent' | 'loading' | 'loaded';
  /** The user's data were deleted during the restore: a connection that comes of it ends at once. */
  readonly isRestoreRevoked: boolean;
  /** Whether a screen shows the wallet. Without one no modal opens and no payload loads. */
  readonly isWatched: boolean;
  /** What a tap on Connect waits for. */
  readonly opening: 'connector' | 'payload' | null;
  readonly isModalOpen: boolean;
  /** `silent`: the bridge did not answer in time. The library keeps asking it. */
  readonly bridge: 'awaited' | 'silent' | 'settled';
  readonly payload: PayloadState;
  /** The proof that waits for the server's final answer. */
  readonly proof: KeptProof | null;
  /** Signature of the proof that is on its way to the server, which may be an earlier one than `proof`. */
  readonly sending: string | null;
}

export interface WalletView extends Pick<WalletState, 'phase' | 'address' | 'error' | 'isModalOpen'> {
  readonly proof: 'none' | 'kept' | 'sending';
  /** Between a tap on Connect and the modal. */
  readonly isOpening: boolean;
  readonly isBridgeSilent: boolean;
}

export function initialState(isConnectionKept: boolean, proof: KeptProof | null): WalletState {
  return {
    phase: isConnectionKept ? 'restoring' : 'disconnected',
    address: null,
    error: null,
    connector: 'absent',
    isRestoreRevoked: false,
    isWatched: false,
    opening: null,
    isModalOpen: false,
    bridge: 'settled',
    payload: NO_PAYLOAD,
    proof,
    sending: null,
  };
}

export function viewOf({ phase, address, error, isModalOpen, ...state }: WalletState): WalletView {
  const isSending = state.proof?.proof.signature === state.sending;
  return {
    phase,
    address,
    error,
    isModalOpen,
    proof: state.proof === null ? 'none' : isSending ? 'sending' : 'kept',
    isOpening: state.opening !== null,
    isBridgeSilent: state.bridge === 'silent',
  };
}

/**
 * - `unknown`: the previous connection is being restored.
 * - `none`: no wallet is connected or linked; `away`: the linked wallet is not connected on this phone.
 * - `unproven`: connected, without a proof of ownership; `proving`: the server has not answered the proof yet.
 * - `linked`: the account's wallet is connected; `other`: another wallet than the account's is connected.
 */
export type WalletStatus = 'unknown' | 'none' | 'away' | 'unproven' | 'proving' | 'linked' | 'other';

/**
 * Combines the account's wallet and the connected one.
 * @param linked the account's address; null if it has none or none is known.
 */
export function walletStatusOf({ phase, address, proof }: WalletView, linked: string | null): WalletStatus {
  if (phase === 'restoring') return 'unknown';
  if (phase === 'disconnected' || address === null) return linked === null ? 'none' : 'away';
  if (linked === null) return proof === 'none' ? 'unproven' : 'proving';
  return linked.toLowerCase() === address.toLowerCase() ? 'linked' : 'other';
}

/**
 * The error to show. The screen reports another wallet and a missing network elsewhere. `offline` while there is a network
 * means that the server can be asked again.
 */
export function shownError(error: WalletError | null) {
  if (error === 'bound' || error === 'cut') return null;
  return error === 'offline' ? 'failed' : error;
}
