/** The part of the host's script (`Telegram.WebApp`) that the app uses, and the versions that have it. */
import type { Hex } from './theme.ts';

/** The Bot API version that introduced each feature. Source: core.telegram.org/bots/webapps, "Recent changes". */
export const SINCE = {
  ready: '6.0',
  expand: '6.0',
  close: '6.0',
  theme: '6.0',
  /** On older versions the browser opens links. */
  link: '6.1',
  telegramLink: '6.1',
  backButton: '6.1',
  haptics: '6.1',
  backgroundColour: '6.1',
  closingConfirmation: '6.2',
  popup: '6.2',
  scanner: '6.4',
  /** A parameter: before this version, the header accepted only the names of two colours. */
  headerColour: '6.9',
  writeAccess: '6.9',
  verticalSwipes: '7.7',
  bottomBarColour: '7.10',
  orientation: '8.0',
  homeScreen: '8.0',
  addToHomeScreen: '8.0',
  download: '8.0',
  shareMessage: '8.0',
  insets: '8.0',
  activity: '8.0',
} as const satisfies Readonly<Record<string, `${number}.${number}`>>;

export type HostMethod = keyof typeof SINCE;

export type HostEvent =
  | 'themeChanged'
  | 'safeAreaChanged'
  | 'contentSafeAreaChanged'
  | 'activated'
  | 'homeScreenAdded'
  | 'scanQrPopupClosed'
  | 'shareMessageFailed';

/** `error` says why a message was not shared. */
// biome-ignore lint/suspicious/noConfusingVoidType: the host's script passes nothing for events without details.
export type HostListener = (details: { readonly error: string } | void) => void;

export interface Inset {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** A popup in the form of the host's script. */
export interface WebAppPopup {
  title?: string;
  message: string;
  buttons: { id: string; type: 'default' | 'destructive'; text: string }[];
}

/** Every member may be missing or fail on an old or broken host. */
export interface WebAppLike {
  readonly version: string;
  readonly themeParams: object;
  readonly safeAreaInset?: Inset;
  readonly contentSafeAreaInset?: Inset;
  isVersionAtLeast(version: string): boolean;
  ready(): void;
  expand(): void;
  close(): void;
  openLink(url: string): void;
  openTelegramLink(url: string): void;
  lockOrientation(): void;
  disableVerticalSwipes(): void;
  enableClosingConfirmation(): void;
  setHeaderColor(colour: Hex): void;
  setBackgroundColor(colour: Hex): void;
  setBottomBarColor(colour: Hex): void;
  showPopup(popup: WebAppPopup, callback: (buttonId?: string) => void): void;
  /** The scanner stays open until the callback returns true. */
  showScanQrPopup(popup: { text: string }, callback: (text: string) => true | undefined): void;
  closeScanQrPopup(): void;
  requestWriteAccess(callback: (granted: boolean) => void): void;
  checkHomeScreenStatus(callback: (status: string) => void): void;
  addToHomeScreen(): void;
  downloadFile(file: { url: string; file_name: string }, callback: (accepted: boolean) => void): void;
  shareMessage(id: string, callback: (sent: boolean) => void): void;
  onEvent(event: HostEvent, listener: HostListener): void;
  offEvent(event: HostEvent, listener: HostListener): void;
  readonly BackButton: {
    show(): void;
    hide(): void;
    onClick(listener: () => void): void;
    offClick(listener: () => void): void;
  };
  readonly HapticFeedback: {
    impactOccurred(style: 'light'): void;
    notificationOccurred(type: 'success' | 'error' | 'warning'): void;
    selectionChanged(): void;
  };
}
