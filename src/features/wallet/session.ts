/** The wallet of whoever uses the app, as screens see it: the connection on this phone, and how far it is the account's. */
import type { Device } from '#data/model.ts';
import type { LinkOutcome, SbtTransaction, WalletTrouble } from '#data/wallet-model.ts';
import type { Connected, Connector, ConnectorOptions } from './connector.ts';
import type { ConnectFault, SendFault } from './faults.ts';
import { forgetUnreadable } from './kept-connection.ts';
import { dropProof, keepProof, readProof } from './kept-proof.ts';
import type { Look } from './look.ts';
import { keepPayload } from './payload.ts';
import { isConnectionKept, type UserStorage } from './user-storage.ts';
import { isListReachable } from './wallets-list.ts';

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
  /** Connects the wallet anew, for it to sign that it is the user's. */
  confirm(): Promise<void>;
  /** Sends the kept proof again. */
  sendAgain(): void;
  closeModal(): void;
  disconnect(): void;
  /** Has the connected wallet send it. */
  sendTransaction(transaction: SbtTransaction): Promise<'sent' | SendFault>;
  setLook(look: Look): void;
  /** Whether somebody is on a screen with it. */
  isWatched(): boolean;
  /** Nobody looks at a wallet any more. */
  leave(): void;
}

export interface WalletParts {
  readonly device: Pick<Device, 'live' | 'walletOptions' | 'walletPayload' | 'linkWallet'>;
  readonly storage: UserStorage;
  readonly look: Look;
  /** May reject, and is asked again then. */
  readonly fetchConnector: () => Promise<{ openConnector(options: ConnectorOptions): Connector }>;
}

/** As long as the library itself waits for it. */
const BRIDGE_PATIENCE_MS = 12_000;

function logged(error: unknown): null {
  console.warn('the wallet connector did not come', error);
  return null;
}

export function openWallet({ device, storage, look: firstLook, fetchConnector }: WalletParts): Wallet {
  forgetUnreadable(storage);
  const isKept = () => isConnectionKept(storage);
  const listeners = new Set<() => void>();
  let view: WalletView = {
    phase: isKept() ? 'restoring' : 'disconnected',
    address: null,
    proof: readProof(storage) === null ? 'none' : 'kept',
    fault: null,
    isOpening: false,
    isModalOpen: false,
    isBridgeSilent: false,
  };
  let look = firstLook;
  let connector: Connector | null = null;
  let loading: Promise<Connector | null> | null = null;
  /** What was in the way when the connector was last asked for. */
  let missing: 'cut' | 'unreachable' = 'unreachable';
  let isSending = false;
  /** Over a screen without a wallet nothing opens, and for none anything is fetched. */
  let isWatched = false;
  let cancelPatience = () => {};

  const payload = keepPayload({
    ask: () => device.walletPayload(),
    hand: (next) =>
      connector?.setProof(next === null ? { state: 'loading' } : { state: 'ready', payload: next }),
    isHeld: () => view.isModalOpen,
    now: Date.now,
    after(ms, work) {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
  });

  function change(next: Partial<WalletView>): void {
    view = { ...view, ...next };
    for (const listener of [...listeners]) listener();
  }

  const linkedAddress = () => device.live.profile.current()?.walletAddress ?? null;

  /** Sees to what the next wallet is to sign: nothing where the account has one. Answers why it cannot. */
  async function prepare(): Promise<WalletTrouble | null> {
    if (!isWatched) return null;
    if (linkedAddress() === null) return payload.want();
    payload.stop();
    connector?.setProof({ state: 'none' });
    return null;
  }

  /** Null where it cannot be had now; the next call tries again. */
  function load(): Promise<Connector | null> {
    loading ??= fetchAll()
      .catch(logged)
      .then((loaded) => {
        if (loaded === null) {
          loading = null;
          // Whoever did not ask for a wallet misses nothing.
          const isMissed = view.isOpening || isKept();
          const isCut = missing === 'cut' && isKept();
          change({ phase: isCut ? 'restoring' : 'disconnected', fault: isMissed ? missing : view.fault });
        } else if (view.fault === 'cut' || view.fault === 'unreachable') change({ fault: null });
        return loaded;
      });
    return loading;
  }

  async function fetchAll(): Promise<Connector | null> {
    if (isKept() && view.phase === 'disconnected') change({ phase: 'restoring' });
    const options = await device.walletOptions();
    missing = !options.ok && options.error === 'offline' ? 'cut' : 'unreachable';
    if (!options.ok || !(await isListReachable(options.value.walletsListUrl))) return null;
    const { openConnector } = await fetchConnector();
    connector = openConnector({
      options: options.value,
      returnUrl: device.live.profile.current()?.referralLink.split('?')[0] ?? null,
      storage,
      look,
      onWallet: take,
      onFault: (fault) => change({ fault }),
      onModal,
      onBridge() {
        cancelPatience();
        change({ isBridgeSilent: false });
      },
    });
    follow(connector);
    return connector;
  }

  /** Until it is known whether the connection of before stands. */
  function follow(opened: Connector): void {
    const patience = setTimeout(() => {
      if (view.phase === 'connected') change({ isBridgeSilent: true });
    }, BRIDGE_PATIENCE_MS);
    cancelPatience = () => clearTimeout(patience);
    const failed = (error: unknown) => console.warn('the connection of before was not restored', error);
    void opened.restored.catch(failed).then(() => {
      if (view.phase === 'restoring') change({ phase: 'disconnected' });
      if (view.phase === 'disconnected') {
        cancelPatience();
        void prepare();
      }
    });
  }

  function take(wallet: Connected | null): void {
    if (wallet === null) {
      dropProof(storage);
      // Nobody is left to confirm anything.
      connector?.close();
      change({ phase: 'disconnected', address: null, proof: 'none', fault: null, isBridgeSilent: false });
      void prepare();
      return;
    }
    const { address, proof } = wallet;
    if (proof !== null) {
      payload.use();
      keepProof(storage, { address, proof });
    } else if (readProof(storage)?.address !== address) dropProof(storage);
    change({
      phase: 'connected',
      address,
      proof: readProof(storage) === null ? 'none' : 'kept',
      fault: null,
    });
    send();
  }

  function send(): void {
    if (isSending) return;
    isSending = true;
    void sendKept().finally(() => {
      isSending = false;
    });
  }

  async function sendKept(): Promise<void> {
    const kept = readProof(storage);
    if (kept === null) return;
    if (linkedAddress() !== null) {
      dropProof(storage);
      change({ proof: 'none' });
      return;
    }
    change({ proof: 'sending' });
    const outcome = await device.linkWallet(kept.address, kept.proof);
    const isAnswered = ['linked', 'invalid', 'bound', 'taken'].includes(outcome);
    // Another wallet may have signed meanwhile.
    const isSame = readProof(storage)?.proof.signature === kept.proof.signature;
    if (isAnswered && isSame) dropProof(storage);
    change({
      proof: readProof(storage) === null ? 'none' : 'kept',
      fault: outcome === 'linked' ? null : outcome,
    });
  }

  function onModal(isOpen: boolean): void {
    change({ isModalOpen: isOpen });
    if (!isOpen && view.phase === 'disconnected') void prepare();
  }

  async function connect(): Promise<void> {
    if (view.isOpening) return;
    isWatched = true;
    change({ isOpening: true, fault: null });
    try {
      const opened = await load();
      const trouble = opened === null ? null : await prepare();
      if (!isWatched) return;
      if (trouble !== null) change({ fault: trouble === 'stale' ? 'stale' : 'unready' });
      else await open(opened);
    } finally {
      change({ isOpening: false });
    }
  }

  async function open(opened: Connector | null): Promise<void> {
    // Of the connection of before nothing is waited for any more.
    cancelPatience();
    change({ isBridgeSilent: false });
    await opened?.open();
  }

  function disconnect(): void {
    dropProof(storage);
    void connector?.disconnect().catch((error: unknown) => console.warn('the wallet was not told', error));
  }

  storage.onClear(disconnect);

  return {
    current: () => view,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    isKept,
    restore: () => void load().then(send),
    comeNear() {
      isWatched = true;
      void load().then(() => {
        if (view.phase === 'disconnected' && connector !== null) void prepare();
        send();
      });
    },
    connect,
    async confirm() {
      disconnect();
      await connect();
    },
    sendAgain: send,
    closeModal: () => connector?.close(),
    disconnect,
    sendTransaction: async (transaction) => connector?.send(transaction) ?? 'unsent',
    setLook(next) {
      if (next === look) return;
      look = next;
      connector?.setLook(next);
    },
    isWatched: () => isWatched,
    leave() {
      isWatched = false;
      payload.stop();
    },
  };
}
