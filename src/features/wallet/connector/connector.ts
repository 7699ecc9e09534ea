/** Wallets through TON Connect. Only this folder uses the library, and its code loads only when the user may need a wallet. */
import {
  CHAIN,
  THEME,
  TonConnect,
  TonConnectUI,
  type TonConnectUiOptions,
  type Wallet,
  type WalletInfo,
} from '@tonconnect/ui-react';
import type { SbtTransaction, WalletOptions, WalletProof } from '#device/wallet-model.ts';
import type { UserStorage } from '../storage/user-storage.ts';
import { followEntries } from './back-entries.ts';
import { type ConnectError, connectErrorOf, type SendError, sendErrorOf } from './errors.ts';
import { CONFIRM_MODAL, isOpen, setApart } from './modal.ts';
import { coloursOf, type Look } from './theme.ts';

/** A wallet that is connected to this phone. It may be another one than the account's. */
export interface Connected {
  /** As the protocol writes it. */
  readonly address: string;
  /** Null if the connection was restored, or the wallet signed nothing. */
  readonly proof: WalletProof | null;
}

/** `loading` until there is a payload: the modal opens no wallet before. */
export type ProofRequest =
  | { readonly state: 'none' | 'loading' }
  | { readonly state: 'ready'; readonly payload: string };

export interface Connector {
  /** Settles when the previous connection is restored or known to be gone, and after 12 s if its bridge is silent. */
  readonly restored: Promise<unknown>;
  /** Sets what the next wallet signs. */
  setProof(request: ProofRequest): void;
  setLook(look: Look): void;
  open(): Promise<void>;
  close(): void;
  /** Asks the wallet to send the transaction, in a dialog of the library. Resolves when the wallet has answered. */
  send(transaction: SbtTransaction): Promise<'sent' | SendError>;
  disconnect(): Promise<void>;
}

export interface ConnectorOptions {
  readonly options: WalletOptions;
  /** JSON. */
  readonly walletsList: string;
  /** Where a wallet inside the messaging app returns to; null if unknown. */
  readonly returnUrl: string | null;
  readonly storage: UserStorage;
  readonly look: Look;
  readonly onWallet: (wallet: Connected | null) => void;
  readonly onError: (fault: ConnectError) => void;
  readonly onModal: (isOpen: boolean) => void;
  /** The bridge of the restored connection answers. */
  readonly onBridge: () => void;
}

/** The least that the app's transactions need of a wallet. */
const REQUIRED = { sendTransaction: { minMessages: 1, extraCurrencyRequired: false } } as const;
const NO_ANALYTICS = { mode: 'off' } as const;
const PREFERRED_KEY = 'ton-connect-ui_preferred-wallet';
const LAST_SELECTED_KEY = 'ton-connect-ui_last-selected-wallet-info';
const CONNECTION_VIEW =
  '[data-tc-wallets-modal-connection-mobile], [data-tc-wallets-modal-connection-desktop]';
/** The library copies the launch data here for its next start in this tab, which may belong to another user. */
const LAUNCH_COPY_KEY = 'ton-connect-session_storage_launchParams';
const RESTORED_EVENT = 'ton-connect-connection-restoring-completed';

export function openConnector(given: ConnectorOptions): Connector {
  const { options, walletsList, returnUrl, storage, onWallet, onError, onModal, onBridge } = given;
  forgetLaunchCopy();
  if (options.preferredWallet !== null && storage.getItem(PREFERRED_KEY) === null) {
    storage.setItem(PREFERRED_KEY, options.preferredWallet);
  }
  window.addEventListener(RESTORED_EVENT, onBridge);

  let look = given.look;
  const uiOptions = (): TonConnectUiOptions => ({
    // The build gives the library the texts of every language; its type knows two.
    language: look.language as 'en',
    uiPreferences: {
      theme: look.scheme === 'dark' ? THEME.DARK : THEME.LIGHT,
      borderRadius: 'm',
      colorsSet: { [look.scheme === 'dark' ? THEME.DARK : THEME.LIGHT]: coloursOf(document.documentElement) },
    },
    walletsRequiredFeatures: REQUIRED,
    actionsConfiguration: {
      modals: ['before'],
      notifications: ['before', 'success', 'error'],
      returnStrategy: 'back',
      ...(returnUrl === null ? {} : { twaReturnUrl: returnUrl as `${string}://${string}` }),
    },
    enableAndroidBackHandler: true,
  });

  const connector = new ReachableWallets(options, walletsList, storage);
  connector.setConnectionNetwork(CHAIN.MAINNET);
  const ui = new TonConnectUI({ ...uiOptions(), connector, analytics: NO_ANALYTICS });
  setApart(ui, () => look.labels, onModal);
  followEntries({ isOpen: () => isOpen(ui), close: () => closeOpen(ui) });

  // The library's UI does not report wallets that are missing from its list, so the app listens to the connector.
  connector.onStatusChange(
    (wallet) => onWallet(wallet === null ? null : connectedOf(wallet)),
    (error) => {
      const fault = connectErrorOf(error);
      const isShown =
        fault === 'features' || fault === 'network' || (fault === 'declined' && showsDeclined(storage));
      // The library keeps waiting after errors that it does not show.
      if (!isShown) ui.closeModal();
      onError(fault);
    },
  );

  return {
    restored: ui.connectionRestored,
    setProof(request) {
      ui.setConnectRequestParameters(parametersOf(request));
    },
    setLook(next) {
      look = next;
      ui.uiOptions = uiOptions();
    },
    open: () => ui.openModal(),
    close: () => closeOpen(ui),
    async send({ validUntil, network, messages }) {
      try {
        await ui.sendTransaction({ validUntil, network, messages: [...messages] });
        return 'sent';
      } catch (error) {
        const fault = sendErrorOf(error);
        // A wallet that has disconnected no longer has the request.
        return fault === 'closed' && !ui.connected ? 'cancelled' : fault;
      }
    },
    disconnect: async () => {
      if (ui.connected) await ui.disconnect();
    },
  };
}

/** Hides wallets whose bridges the content policy does not let the app reach. */
class ReachableWallets extends TonConnect {
  readonly #origins: ReadonlySet<string>;

  constructor({ manifestUrl, bridges }: WalletOptions, walletsList: string, storage: UserStorage) {
    super({
      manifestUrl,
      // The library takes only an address, and may read it at any time.
      walletsListSource: URL.createObjectURL(new Blob([walletsList], { type: 'application/json' })),
      walletsRequiredFeatures: REQUIRED,
      analytics: NO_ANALYTICS,
      storage: {
        getItem: async (key) => storage.getItem(key),
        setItem: async (key, value) => storage.setItem(key, value),
        removeItem: async (key) => storage.removeItem(key),
      },
    });
    this.#origins = new Set(bridges.map((bridge) => new URL(bridge).origin));
  }

  override async getWallets(): Promise<WalletInfo[]> {
    const wallets = await super.getWallets();
    return wallets.filter((wallet) =>
      'bridgeUrl' in wallet ? this.#origins.has(new URL(wallet.bridgeUrl).origin) : wallet.embedded,
    );
  }
}

/** Closes the list of wallets, or the confirmation modal, for which the library has no method. */
function closeOpen(ui: TonConnectUI): void {
  if (ui.modalState.status === 'opened') ui.closeModal();
  else if (document.querySelector(CONFIRM_MODAL) !== null) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  }
}

/** Whether the modal shows the decline itself, with Retry. It does not for Telegram's own wallet, nor in the list of all wallets. */
function showsDeclined(storage: UserStorage): boolean {
  const isInTelegram = storage.getItem(LAST_SELECTED_KEY)?.includes('"telegram-wallet"') ?? false;
  return !isInTelegram && document.querySelector(CONNECTION_VIEW) !== null;
}

function connectedOf({ account, connectItems }: Wallet): Connected {
  const { address, chain, publicKey = '', walletStateInit } = account;
  const item = connectItems?.tonProof;
  const proof =
    item === undefined || !('proof' in item)
      ? null
      : { ...item.proof, network: chain, publicKey, walletStateInit };
  return { address, proof };
}

function parametersOf(request: ProofRequest) {
  if (request.state === 'ready') return { state: 'ready', value: { tonProof: request.payload } } as const;
  return request.state === 'loading' ? ({ state: 'loading' } as const) : null;
}

function forgetLaunchCopy(): void {
  try {
    sessionStorage.removeItem(LAUNCH_COPY_KEY);
  } catch (error) {
    console.warn('The launch data copy was not removed', error);
  }
}
