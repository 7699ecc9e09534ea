/** The wallet of whoever uses the app, as screens see it: the connection on this phone, and how far it is the account's. */
import type { LinkOutcome, SbtTransaction } from '#data/wallet-model.ts';
import type { ConnectFault, SendFault } from '../connector/faults.ts';
import type { Look } from '../connector/look.ts';

export type WalletFault =
  | ConnectFault
  /** The list of wallets, or the code to speak with them, did not come. */
  | 'unreachable'
  /** The app's own server does not answer, whatever the browser believes of the network. */
  | 'cut'
  /** What the wallet is to sign did not come. */
  | 'unready'
  | Exclude<LinkOutcome, 'linked'>;

export interface WalletView {
  /** `restoring` until it is known whether a connection of before still stands. */
  readonly phase: 'restoring' | 'disconnected' | 'connected';
  /** Of the wallet that is connected, as the protocol writes it. */
  readonly address: string | null;
  /** Whether it has signed that it is the user's, and the server has not answered that yet. */
  readonly proof: 'none' | 'kept' | 'sending';
  readonly fault: WalletFault | null;
  /** On the way from a tap to the wallets. */
  readonly isOpening: boolean;
  readonly isModalOpen: boolean;
  /** The bridge of the connection did not answer in time. It is asked again and again. */
  readonly isBridgeSilent: boolean;
}

export interface Wallet {
  current(): WalletView;
  subscribe(onChange: () => void): () => void;
  /** Whether a connection of before is kept on this phone. */
  isKept(): boolean;
  /** Restores a connection of before, and sends a proof that waits; nobody is looking. */
  restore(): void;
  /** The user may want a wallet soon: what that takes is fetched. */
  comeNear(): void;
  connect(): Promise<void>;
  /** Opens no wallets for a `connect` that is still on its way. */
  cancelConnect(): void;
  /** Connects the wallet anew, for it to sign that it is the user's. */
  confirm(): Promise<void>;
  closeModal(): void;
  disconnect(): void;
  /** Has the connected wallet send it. */
  sendTransaction(transaction: SbtTransaction): Promise<'sent' | SendFault>;
  setLook(look: Look): void;
  /** Nobody looks at a wallet any more. */
  leave(): void;
}
