/** The connector of this phone, fetched once somebody wants it, and the connection of before that it restores. */
import type { Device } from '#data/model.ts';
import type { Connector, ConnectorOptions } from '../connector/connector.ts';
import type { Look } from '../connector/look.ts';
import { isConnectionKept, type UserStorage } from '../kept/user-storage.ts';
import type { HeldView } from './held-view.ts';
import type { WalletView } from './view.ts';
import { isListReachable } from './wallets-list.ts';

/** May reject, and is asked again then. */
export type FetchConnector = () => Promise<{ openConnector(options: ConnectorOptions): Connector }>;

export interface Connection {
  /** Null until it was loaded. */
  connector(): Connector | null;
  /** Null where it cannot be had now; the next call tries again. */
  load(): Promise<Connector | null>;
  /** Shows the wallets. */
  open(): Promise<void>;
  setLook(look: Look): void;
}

export interface ConnectionParts extends Pick<ConnectorOptions, 'onWallet' | 'onModal'> {
  readonly device: Pick<Device, 'live' | 'walletOptions'>;
  readonly storage: UserStorage;
  readonly view: HeldView<WalletView>;
  readonly look: Look;
  readonly fetchConnector: FetchConnector;
  /** No connection of before stands. */
  readonly onNone: () => void;
}

/** As long as the library itself waits for it. */
const BRIDGE_PATIENCE_MS = 12_000;

export function openConnection(parts: ConnectionParts): Connection {
  const { device, storage, view, fetchConnector, onWallet, onModal, onNone } = parts;
  let { look } = parts;
  let connector: Connector | null = null;
  let loading: Promise<Connector | null> | null = null;
  /** What was in the way when the connector was last asked for. */
  let missing: 'cut' | 'unreachable' = 'unreachable';
  let cancelPatience = () => {};

  const isKept = () => isConnectionKept(storage);

  function load(): Promise<Connector | null> {
    loading ??= fetchAll()
      .catch(logged)
      .then((loaded) => {
        const { fault } = view.current();
        if (loaded === null) {
          loading = null;
          sayMissing();
        } else if (fault === 'cut' || fault === 'unreachable') view.change({ fault: null });
        return loaded;
      });
    return loading;
  }

  async function fetchAll(): Promise<Connector | null> {
    if (isKept() && view.current().phase === 'disconnected') view.change({ phase: 'restoring' });
    const options = await device.walletOptions();
    missing = !options.ok && options.error === 'offline' ? 'cut' : 'unreachable';
    if (!options.ok || !(await isListReachable(options.value.walletsListUrl))) return null;
    const { openConnector } = await fetchConnector();
    connector = openConnector({
      options: options.value,
      returnUrl: device.live.profile.current()?.referralLink.split('?')[0] ?? null,
      storage,
      look,
      onWallet,
      onFault: (fault) => view.change({ fault }),
      onModal,
      onBridge: endPatience,
    });
    follow(connector);
    return connector;
  }

  function sayMissing(): void {
    const { isOpening, fault } = view.current();
    // Whoever did not ask for a wallet misses nothing.
    const isMissed = isOpening || isKept();
    const isCut = missing === 'cut' && isKept();
    view.change({ phase: isCut ? 'restoring' : 'disconnected', fault: isMissed ? missing : fault });
  }

  /** Until it is known whether the connection of before stands. */
  function follow(opened: Connector): void {
    const patience = setTimeout(() => {
      if (view.current().phase === 'connected') view.change({ isBridgeSilent: true });
    }, BRIDGE_PATIENCE_MS);
    cancelPatience = () => clearTimeout(patience);
    const failed = (error: unknown) => console.warn('the connection of before was not restored', error);
    void opened.restored.catch(failed).then(() => {
      if (view.current().phase === 'restoring') view.change({ phase: 'disconnected' });
      if (view.current().phase === 'disconnected') {
        cancelPatience();
        onNone();
      }
    });
  }

  function endPatience(): void {
    cancelPatience();
    view.change({ isBridgeSilent: false });
  }

  return {
    connector: () => connector,
    load,
    async open() {
      // Of the connection of before nothing is waited for any more.
      endPatience();
      await connector?.open();
    },
    setLook(next) {
      if (next === look) return;
      look = next;
      connector?.setLook(next);
    },
  };
}

function logged(error: unknown): null {
  console.warn('the wallet connector did not come', error);
  return null;
}
