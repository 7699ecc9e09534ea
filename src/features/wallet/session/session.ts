/** A user's wallet while the app is open: connected, asked to sign that it is the user's, and let go of. */
import type { Device } from '#data/model.ts';
import type { WalletTrouble } from '#data/wallet-model.ts';
import type { Connected } from '../connector/connector.ts';
import type { Look } from '../connector/look.ts';
import { forgetUnreadable } from '../kept/connection.ts';
import { dropProof } from '../kept/proof.ts';
import { isConnectionKept, type UserStorage } from '../kept/user-storage.ts';
import { type FetchConnector, openConnection } from './connection.ts';
import { holdView } from './held-view.ts';
import { keepPayload } from './payload.ts';
import { deliverProofs, waitingProof } from './proof-delivery.ts';
import type { Wallet, WalletView } from './view.ts';

export interface WalletParts {
  readonly device: Pick<Device, 'live' | 'walletOptions' | 'walletPayload' | 'linkWallet'>;
  readonly storage: UserStorage;
  readonly look: Look;
  readonly fetchConnector: FetchConnector;
}

export function openWallet({ device, storage, look, fetchConnector }: WalletParts): Wallet {
  forgetUnreadable(storage);
  const isKept = () => isConnectionKept(storage);
  const view = holdView<WalletView>({
    phase: isKept() ? 'restoring' : 'disconnected',
    address: null,
    proof: waitingProof(storage),
    fault: null,
    isOpening: false,
    isModalOpen: false,
    isBridgeSilent: false,
  });
  /** Over a screen without a wallet nothing opens, and for none anything is fetched. */
  let isWatched = false;
  /** Counts the taps on Connect: one that was cancelled opens nothing. */
  let attempt = 0;

  const isLinked = () => (device.live.profile.current()?.walletAddress ?? null) !== null;
  const proofs = deliverProofs({ device, storage, view, isLinked });
  const connection = openConnection({
    device,
    storage,
    view,
    look,
    fetchConnector,
    onWallet: (wallet) => (wallet === null ? lose() : take(wallet)),
    onModal(isOpen) {
      view.change({ isModalOpen: isOpen });
      if (!isOpen && view.current().phase === 'disconnected') void prepare();
    },
    onNone: () => void prepare(),
  });
  const payload = keepPayload({
    ask: () => device.walletPayload(),
    hand: (next) =>
      connection
        .connector()
        ?.setProof(next === null ? { state: 'loading' } : { state: 'ready', payload: next }),
    isHeld: () => view.current().isModalOpen,
    now: Date.now,
    after(ms, work) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  });

  /** Sees to what the next wallet is to sign: nothing where the account has one. Answers why it cannot. */
  async function prepare(): Promise<WalletTrouble | null> {
    if (!isWatched) return null;
    if (!isLinked()) return payload.want();
    payload.stop();
    connection.connector()?.setProof({ state: 'none' });
    return null;
  }

  function take(wallet: Connected): void {
    if (wallet.proof !== null) payload.use();
    proofs.take(wallet);
    view.change({ phase: 'connected', address: wallet.address, proof: waitingProof(storage), fault: null });
    proofs.send();
  }

  function lose(): void {
    dropProof(storage);
    // Nobody is left to confirm anything.
    connection.connector()?.close();
    view.change({ phase: 'disconnected', address: null, proof: 'none', fault: null, isBridgeSilent: false });
    void prepare();
  }

  async function connect(): Promise<void> {
    if (view.current().isOpening) return;
    isWatched = true;
    attempt += 1;
    const mine = attempt;
    view.change({ isOpening: true, fault: null });
    try {
      const opened = await connection.load();
      const trouble = opened === null ? null : await prepare();
      if (!isWatched || mine !== attempt) return;
      if (trouble !== null) view.change({ fault: trouble === 'stale' ? 'stale' : 'unready' });
      else {
        view.change({ isOpening: false });
        // The sheet in between closes first, and gives the focus back to the button: the modal returns it there.
        await new Promise((resolve) => setTimeout(resolve));
        await connection.open();
      }
    } finally {
      if (mine === attempt) view.change({ isOpening: false });
    }
  }

  function cancelConnect(): void {
    attempt += 1;
    view.change({ isOpening: false });
  }

  function disconnect(): void {
    dropProof(storage);
    const failed = (error: unknown) => console.warn('the wallet was not told', error);
    void connection.connector()?.disconnect().catch(failed);
  }

  storage.onClear(disconnect);

  return {
    current: view.current,
    subscribe: view.subscribe,
    isKept,
    restore: () => void connection.load().then(proofs.send),
    comeNear() {
      isWatched = true;
      void connection.load().then(() => {
        const isFree = view.current().phase === 'disconnected' && connection.connector() !== null;
        if (isFree) void prepare();
        proofs.send();
      });
    },
    connect,
    cancelConnect,
    async confirm() {
      disconnect();
      await connect();
    },
    closeModal: () => connection.connector()?.close(),
    disconnect,
    sendTransaction: async (transaction) => connection.connector()?.send(transaction) ?? 'unsent',
    setLook: connection.setLook,
    leave() {
      isWatched = false;
      payload.stop();
    },
  };
}
