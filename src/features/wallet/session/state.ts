/** The state of a user's wallet on this phone, and the part of it that screens see. */
import type { LinkOutcome } from '#device/wallet-model.ts';
import type { ConnectError } from '../connector/errors.ts';
import type { KeptProof } from '../storage/proof.ts';
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
