/** A user's wallet while the app is open: feeds events to the reducer, and performs the effects that it asks for. */
import type { Device } from '#device/model.ts';
import type { SbtTransaction } from '#device/wallet-model.ts';
import type { Connector, ConnectorOptions } from '../connector/connector.ts';
import type { SendError } from '../connector/errors.ts';
import type { Look } from '../connector/theme.ts';
import { forgetUnreadable, keptProof } from '../storage/kept.ts';
import { isConnectionKept, type UserStorage, userStorageOf } from '../storage/user-storage.ts';
import type { WalletEffect, WalletEvent } from './events.ts';
import { createObservable, type Observable } from './observable.ts';
import { reduce } from './reduce.ts';
import { initialState, viewOf, type WalletView } from './state.ts';
import { readWalletsList } from './wallets-list.ts';

/** May reject; the next request tries again. */
export type FetchConnector = () => Promise<{ openConnector(options: ConnectorOptions): Connector }>;

export interface Wallet extends Pick<Observable<WalletView>, 'current' | 'subscribe'> {
  /** Whether the phone keeps a connection that can be restored. */
  isKept(): boolean;
  /** Restores the previous connection and sends a proof that waits, without a screen. */
  restore(): void;
  /** A screen shows the wallet: loads what connecting takes, and sends a proof that waits. */
  prepare(): void;
  leave(): void;
  connect(): void;
  cancelConnect(): void;
  /** Connects the wallet again, so that it signs a proof of ownership. */
  confirm(): void;
  disconnect(): void;
  closeModal(): void;
  /** Asks the connected wallet to send it. */
  sendTransaction(transaction: SbtTransaction): Promise<'sent' | SendError>;
  setLook(look: Look): void;
}

export interface WalletParts {
  readonly device: Pick<Device, 'live' | 'walletOptions' | 'walletPayload' | 'linkWallet'>;
  readonly storage: UserStorage;
  readonly look: Look;
  readonly fetchConnector: FetchConnector;
}

/** One for each device, so that its connection outlives the screen that made it. */
const wallets = new WeakMap<Device, Wallet>();

/** @param look of a wallet that is not open yet. */
export function walletOf(device: Device, look: Look, fetchConnector: FetchConnector): Wallet {
  let wallet = wallets.get(device);
  if (wallet === undefined) {
    wallet = openWallet({ device, storage: userStorageOf(device.userId), look, fetchConnector });
    wallets.set(device, wallet);
  }
  return wallet;
}

/** A device that throws counts as a server that fails: the user can try again. */
const FAILED = { ok: false, error: 'failed' } as const;

export function openWallet({ device, storage, look: firstLook, fetchConnector }: WalletParts): Wallet {
  forgetUnreadable(storage);
  const isKept = () => isConnectionKept(storage);
  let state = initialState(isKept(), keptProof.read(storage));
  const view = createObservable(viewOf(state));
  const events: WalletEvent[] = [];
  let isReducing = false;
  let connector: Connector | null = null;
  let look = firstLook;

  /** An event that an effect causes waits until the other effects are performed. */
  function dispatch(event: WalletEvent): void {
    events.push(event);
    if (isReducing) return;
    isReducing = true;
    try {
      for (let next = events.shift(); next !== undefined; next = events.shift()) {
        const isLinked = (device.live.profile.current()?.walletAddress ?? null) !== null;
        const facts = { now: Date.now(), isLinked, isConnectionKept: isKept() };
        const step = reduce(state, { ...next, ...facts });
        state = step.state;
        view.change(viewOf(state));
        for (const effect of step.effects) (effects[effect.type] as (effect: WalletEffect) => void)(effect);
      }
    } finally {
      isReducing = false;
    }
  }

  const effects: { [Type in WalletEffect['type']]: (effect: WalletEffect & { type: Type }) => void } = {
    'load-connector': () => void loadConnector(),
    'request-proof': ({ request }) => connector?.setProof(request),
    'open-modal': () => {
      // The loading sheet closes first and returns the focus to the button, where the modal then returns it too.
      setTimeout(() => void connector?.open().catch(warn('The wallet modal did not open')));
    },
    'close-modal': () => connector?.close(),
    disconnect: () => void connector?.disconnect().catch(warn('The wallet was not told of the disconnect')),
    'load-payload': ({ request }) => {
      const loaded = device.walletPayload().catch(warn('The device did not ask for a payload'));
      void loaded.then((answer = FAILED) => dispatch({ type: 'payload-answered', request, answer }));
    },
    'keep-proof': ({ proof }) => keptProof.keep(storage, proof),
    'forget-proof': () => keptProof.keep(storage, null),
    'send-proof': ({ proof: { address, proof } }) => {
      const { signature } = proof;
      const sent = device.linkWallet(address, proof).catch(warn('The device did not send the proof'));
      void sent.then((outcome = FAILED.error) => dispatch({ type: 'proof-answered', signature, outcome }));
    },
    schedule: ({ afterMs, event }) => void setTimeout(() => dispatch(event), afterMs),
  };

  async function loadConnector(): Promise<void> {
    const missing = await openConnector().catch(warn('The wallet connector did not load'));
    if (missing !== null) return dispatch({ type: 'connector-missing', error: missing ?? 'unreachable' });
    dispatch({ type: 'connector-loaded' });
    await connector?.restored.catch(warn('The previous wallet connection was not restored'));
    dispatch({ type: 'restored' });
  }

  /** @returns why there is no connector; null if there is one. */
  async function openConnector(): Promise<'cut' | 'unreachable' | null> {
    const options = await device.walletOptions();
    if (!options.ok) return options.error === 'offline' ? 'cut' : 'unreachable';
    const walletsList = await readWalletsList(options.value.walletsListUrl);
    if (walletsList === null) return 'unreachable';
    const library = await fetchConnector();
    connector = library.openConnector({
      options: options.value,
      walletsList,
      returnUrl: device.live.profile.current()?.referralLink.split('?')[0] ?? null,
      storage,
      look,
      onWallet: (wallet) =>
        dispatch(wallet === null ? { type: 'disconnected' } : { type: 'connected', ...wallet }),
      onError: (error) => dispatch({ type: 'rejected', error }),
      onModal: (isOpen) => dispatch({ type: isOpen ? 'modal-opened' : 'modal-closed' }),
      onBridge: () => dispatch({ type: 'bridge-answered' }),
    });
    return null;
  }

  storage.onClear(() => dispatch({ type: 'data-deleted' }));

  return {
    current: view.current,
    subscribe: view.subscribe,
    isKept,
    restore: () => dispatch({ type: 'restore-requested' }),
    prepare: () => dispatch({ type: 'prepare-requested' }),
    leave: () => dispatch({ type: 'left' }),
    connect: () => dispatch({ type: 'connect-requested' }),
    cancelConnect: () => dispatch({ type: 'connect-cancelled' }),
    confirm: () => dispatch({ type: 'confirm-requested' }),
    disconnect: () => dispatch({ type: 'disconnect-requested' }),
    closeModal: () => connector?.close(),
    sendTransaction: async (transaction) => connector?.send(transaction) ?? 'unsent',
    setLook(next) {
      if (next === look) return;
      look = next;
      connector?.setLook(next);
    },
  };
}

/** @returns a handler that logs an error for which no caller waits. */
function warn(message: string): (error: unknown) => undefined {
  return (error) => {
    console.warn(message, error);
    return undefined;
  };
}
