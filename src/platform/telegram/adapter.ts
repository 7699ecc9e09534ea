/**
 * What the app asks of the host's script, gated by version and never throwing: a host that lacks a method, or whose
 * method fails, behaves as if nothing had been asked, and the reason is logged.
 */
import type { Download, Haptic, HomeScreenStatus } from '../host.ts';
import { themeColours } from './launch.ts';
import type { Hex, HostTheme } from './theme.ts';

export type HostEvent =
  | 'themeChanged'
  | 'safeAreaChanged'
  | 'contentSafeAreaChanged'
  | 'activated'
  | 'homeScreenAdded';

export interface Inset {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** The part of `Telegram.WebApp` that is used. Every member may be missing on an old or broken host. */
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
  checkHomeScreenStatus(callback: (status: string) => void): void;
  addToHomeScreen(): void;
  downloadFile(file: { url: string; file_name: string }, callback: (accepted: boolean) => void): void;
  onEvent(event: HostEvent, listener: () => void): void;
  offEvent(event: HostEvent, listener: () => void): void;
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

export interface Adapter {
  /** Once per launch: expands, holds the orientation and the sheet still, asks before closing, says it is ready. */
  start(): void;
  setBackButton(onBack: (() => void) | null): void;
  setColours(ground: Hex, bar: Hex): void;
  haptic(kind: Haptic): void;
  openLink(url: string): void;
  openTelegramLink(url: string): void;
  expand(): void;
  close(): void;
  homeScreenStatus(): Promise<HomeScreenStatus>;
  addToHomeScreen(): Promise<boolean>;
  downloadFile(url: string, fileName: string): Promise<Download>;
  onTheme(listener: (theme: HostTheme) => void): void;
  onInsets(listener: (inset: Inset) => void): void;
  /** The host brought the app back to the front. */
  onActivated(listener: () => void): void;
}

/** The Bot API version that brought each thing. */
const SINCE = {
  backButton: '6.1',
  haptics: '6.1',
  colours: '6.1',
  freeColours: '6.9',
  closingConfirmation: '6.2',
  bottomBar: '7.10',
  verticalSwipes: '7.7',
  orientation: '8.0',
  homeScreen: '8.0',
  download: '8.0',
  insets: '8.0',
  activity: '8.0',
} as const;

/** How long a host may take to answer before it counts as silent. */
const ANSWER_MS = 3000;

const HOME_SCREEN: readonly string[] = [
  'unsupported',
  'unknown',
  'added',
  'missed',
] satisfies HomeScreenStatus[];

export function createAdapter(webApp: WebAppLike, warn: (message: string, error: unknown) => void): Adapter {
  /** False where the host is too old or the call failed. */
  function ask(name: string, since: string | null, call: () => void): boolean {
    try {
      if (since !== null && !webApp.isVersionAtLeast(since)) return false;
      call();
      return true;
    } catch (error) {
      warn(`the messaging app refused: ${name}`, error);
      return false;
    }
  }

  function answer<T>(
    name: string,
    since: string,
    silent: T,
    call: (resolve: (value: T) => void) => void,
  ): Promise<T> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(silent), ANSWER_MS);
      const settle = (value: T) => {
        clearTimeout(timer);
        resolve(value);
      };
      if (!ask(name, since, () => call(settle))) settle(silent);
    });
  }

  let backListener: (() => void) | null = null;

  return {
    start() {
      ask('ready', null, () => webApp.ready());
      ask('expand', null, () => webApp.expand());
      ask('closing confirmation', SINCE.closingConfirmation, () => webApp.enableClosingConfirmation());
      ask('vertical swipes', SINCE.verticalSwipes, () => webApp.disableVerticalSwipes());
      ask('orientation', SINCE.orientation, () => webApp.lockOrientation());
    },

    setBackButton(onBack) {
      ask('back button', SINCE.backButton, () => {
        if (backListener !== null) webApp.BackButton.offClick(backListener);
        backListener = onBack;
        if (onBack === null) {
          webApp.BackButton.hide();
        } else {
          webApp.BackButton.onClick(onBack);
          webApp.BackButton.show();
        }
      });
    },

    setColours(ground, bar) {
      ask('header colour', SINCE.freeColours, () => webApp.setHeaderColor(ground));
      ask('background colour', SINCE.colours, () => webApp.setBackgroundColor(ground));
      ask('bottom bar colour', SINCE.bottomBar, () => webApp.setBottomBarColor(bar));
    },

    haptic(kind) {
      ask('haptics', SINCE.haptics, () => {
        if (kind === 'selection') webApp.HapticFeedback.selectionChanged();
        else if (kind === 'impact') webApp.HapticFeedback.impactOccurred('light');
        else webApp.HapticFeedback.notificationOccurred(kind);
      });
    },

    openLink(url) {
      ask('link', null, () => webApp.openLink(url));
    },

    openTelegramLink(url) {
      ask('link inside the messaging app', null, () => webApp.openTelegramLink(url));
    },

    expand() {
      ask('expand', null, () => webApp.expand());
    },

    close() {
      ask('close', null, () => webApp.close());
    },

    homeScreenStatus() {
      const old = webApp.isVersionAtLeast(SINCE.homeScreen) ? 'unknown' : 'unsupported';
      return answer<HomeScreenStatus>('home screen status', SINCE.homeScreen, old, (resolve) =>
        webApp.checkHomeScreenStatus((status) => resolve(isHomeScreenStatus(status) ? status : 'unknown')),
      );
    },

    addToHomeScreen() {
      return answer('add to home screen', SINCE.homeScreen, false, (resolve) => {
        const added = () => {
          webApp.offEvent('homeScreenAdded', added);
          resolve(true);
        };
        webApp.onEvent('homeScreenAdded', added);
        webApp.addToHomeScreen();
      });
    },

    downloadFile(url, fileName) {
      return new Promise((resolve) => {
        const settle = (accepted: boolean) => resolve(accepted ? 'saving' : 'declined');
        const isAsked = ask('download', SINCE.download, () =>
          webApp.downloadFile({ url, file_name: fileName }, settle),
        );
        if (!isAsked) resolve('unsupported');
      });
    },

    onTheme(listener) {
      ask('theme', null, () =>
        webApp.onEvent('themeChanged', () => listener(themeColours(webApp.themeParams))),
      );
    },

    onInsets(listener) {
      const report = () => listener(sum(webApp.safeAreaInset, webApp.contentSafeAreaInset));
      ask('insets', SINCE.insets, () => {
        webApp.onEvent('safeAreaChanged', report);
        webApp.onEvent('contentSafeAreaChanged', report);
        report();
      });
    },

    onActivated(listener) {
      ask('activity', SINCE.activity, () => webApp.onEvent('activated', listener));
    },
  };
}

function isHomeScreenStatus(status: string): status is HomeScreenStatus {
  return HOME_SCREEN.includes(status);
}

/** What the device covers, plus what the host's own buttons cover inside of that. */
function sum(device: Inset | undefined, content: Inset | undefined): Inset {
  const side = (name: keyof Inset) => (device?.[name] ?? 0) + (content?.[name] ?? 0);
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}
