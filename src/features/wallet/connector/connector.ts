/**
 * Wallets through TON Connect: the library, in a file that is fetched only where somebody comes near a wallet. Whatever of it
 * the app needs goes through here.
 */
import {
  CHAIN,
  THEME,
  TonConnect,
  TonConnectUI,
  type TonConnectUiOptions,
  type Wallet,
  type WalletInfo,
} from '@tonconnect/ui-react';
import type { SbtTransaction, WalletOptions, WalletProof } from '#data/wallet-model.ts';
import type { UserStorage } from '../kept/user-storage.ts';
import { followEntries } from './back-entries.ts';
import { type ConnectFault, connectFaultOf, type SendFault, sendFaultOf } from './faults.ts';
import { coloursOf, type Look } from './look.ts';
import { CONFIRM_MODAL, isOpen, setApart } from './modal.ts';

/** A wallet that is connected to this phone, whether or not it is the account's. */
export interface Connected {
  /** As the protocol writes it. */
  readonly address: string;
  /** What the wallet signed just now; null where the connection is one of before, or it signed nothing. */
  readonly proof: WalletProof | null;
}

/** `loading` while the payload is on its way: until then no link opens a wallet. */
export type ProofRequest =
  | { readonly state: 'none' | 'loading' }
  | { readonly state: 'ready'; readonly payload: string };

export interface Connector {
  /** Resolves once a connection of before stands again, or does not; after 12 s where its bridge is silent. */
  readonly restored: Promise<unknown>;
  /** What the next wallet is to sign. */
  setProof(request: ProofRequest): void;
  setLook(look: Look): void;
  open(): Promise<void>;
  close(): void;
  /** Asks the wallet to send it, in a dialog of the library, and resolves once its owner has answered. */
  send(transaction: SbtTransaction): Promise<'sent' | SendFault>;
  disconnect(): Promise<void>;
}

export interface ConnectorOptions {
  readonly options: WalletOptions;
  /** Where a wallet inside of the messaging app leads back to; null where that is not known. */
  readonly returnUrl: string | null;
  readonly storage: UserStorage;
  readonly look: Look;
  readonly onWallet: (wallet: Connected | null) => void;
  readonly onFault: (fault: ConnectFault) => void;
  readonly onModal: (isOpen: boolean) => void;
  /** The bridge of a connection of before answers. */
  readonly onBridge: () => void;
}

/** Below this a wallet could not send what the app asks for. */
const REQUIRED = { sendTransaction: { minMessages: 1, extraCurrencyRequired: false } } as const;
const NO_ANALYTICS = { mode: 'off' } as const;
const PREFERRED_KEY = 'ton-connect-ui_preferred-wallet';
const LAST_SELECTED_KEY = 'ton-connect-ui_last-selected-wallet-info';
const CONNECTION_VIEW =
  '[data-tc-wallets-modal-connection-mobile], [data-tc-wallets-modal-connection-desktop]';
/** The library copies the launch data here, for its next start in the same tab, which may be somebody else's. */
const LAUNCH_COPY_KEY = 'ton-connect-session_storage_launchParams';
const RESTORED_EVENT = 'ton-connect-connection-restoring-completed';

export function openConnector(given: ConnectorOptions): Connector {
  const { options, returnUrl, storage, onWallet, onFault, onModal, onBridge } = given;
  forgetLaunchCopy();
  if (options.preferredWallet !== null && storage.getItem(PREFERRED_KEY) === null) {
    storage.setItem(PREFERRED_KEY, options.preferredWallet);
  }
  window.addEventListener(RESTORED_EVENT, onBridge);

  let look = given.look;
  const uiOptions = (): TonConnectUiOptions => ({
    language: look.language,
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

  const connector = new ReachableWallets(options, storage);
  connector.setConnectionNetwork(CHAIN.MAINNET);
  const ui = new TonConnectUI({ ...uiOptions(), connector, analytics: NO_ANALYTICS });
  setApart(ui, () => look.labels, onModal);
  followEntries({ isOpen: () => isOpen(ui), close: () => closeOpen(ui) });

  // Not the library's view of it, which says nothing of a wallet that its list does not have.
  connector.onStatusChange(
    (wallet) => onWallet(wallet === null ? null : connectedOf(wallet)),
    (error) => {
      const fault = connectFaultOf(error);
      const isSaid =
        fault === 'features' || fault === 'network' || (fault === 'declined' && saysDeclined(storage));
      // The library goes on waiting where it says nothing.
      if (!isSaid) ui.closeModal();
      onFault(fault);
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
        const fault = sendFaultOf(error);
        // A wallet that has gone does nothing any more.
        return fault === 'closed' && !ui.connected ? 'cancelled' : fault;
      }
    },
    disconnect: async () => {
      if (ui.connected) await ui.disconnect();
    },
  };
}

/** Wallets whose bridges the content policy lets the app reach: with the others nothing would come of it. */
class ReachableWallets extends TonConnect {
  readonly #origins: ReadonlySet<string>;

  constructor({ manifestUrl, walletsListUrl, bridges }: WalletOptions, storage: UserStorage) {
    super({
      manifestUrl,
      walletsListSource: walletsListUrl,
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

/** The list of wallets, or the modal of what a wallet is to confirm: that one has no other way to be closed. */
function closeOpen(ui: TonConnectUI): void {
  if (ui.modalState.status === 'opened') ui.closeModal();
  else if (document.querySelector(CONFIRM_MODAL) !== null) {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  }
}

/** Whether the modal says that the owner said no, with Retry: not of the wallet in Telegram, nor beside the list of all. */
function saysDeclined(storage: UserStorage): boolean {
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
    console.warn('the library keeps nothing in this session', error);
  }
}
