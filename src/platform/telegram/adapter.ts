/**
 * Calls the host's script, checked by version and never throwing: if a host lacks a method, or the method fails, the
 * reason is returned as a value. Without a host, the browser opens links and everything else is refused.
 */
import type { HomeScreenStatus, Host, HostAnswer, HostFault } from '../host.ts';
import { faultText } from './faults.ts';
import { themeColours } from './launch.ts';
import { isTelegramLink, webUrl } from './link-rule.ts';
import { popupFault } from './popup.ts';
import { openScanner } from './scanner.ts';
import type { Hex, HostTheme } from './theme.ts';
import { type HostListener, type HostMethod, type Inset, SINCE, type WebAppLike } from './web-app.ts';

export interface Adapter
  extends Pick<
    Host,
    | 'haptic'
    | 'openLink'
    | 'openTelegramLink'
    | 'showPopup'
    | 'scanCode'
    | 'requestWriteAccess'
    | 'shareMessage'
    | 'expand'
    | 'close'
    | 'setBackButton'
    | 'homeScreenStatus'
    | 'addToHomeScreen'
    | 'downloadFile'
  > {
  /**
   * Once per launch: expands, locks the orientation and the sheet, asks before closing, reports that the app is ready.
   */
  start(): void;
  setColours(ground: Hex, bar: Hex): void;
  onTheme(listener: (theme: HostTheme) => void): void;
  onInsets(listener: (inset: Inset) => void): void;
  /** The host brought the app back to the front. */
  onActivated(listener: () => void): void;
}

export interface AdapterParts {
  /** Null if the page is not inside a messaging app. */
  readonly webApp: WebAppLike | null;
  /** Opens an address in the browser. */
  readonly open: (url: string) => void;
  readonly warn: (message: string, error?: unknown) => void;
}

/** How long a host may take to answer, milliseconds. */
const ANSWER_MS = 3000;
/** The same for an answer by a person. */
const PERSON_MS = 60_000;

const HOME_SCREEN: readonly string[] = [
  'unsupported',
  'unknown',
  'added',
  'missed',
] satisfies HomeScreenStatus[];

const DONE: HostAnswer = { ok: true, value: null };
const refusal = (type: HostFault) => ({ ok: false, error: { type } }) as const;

export function createAdapter({ webApp, open, warn }: AdapterParts): Adapter {
  const underWay = new Set<HostMethod>();
  /** Methods that this version lacks and that are already in the log. */
  const lacking = new Set<HostMethod>();
  let backListener: (() => void) | null = null;
  let homeScreen: Promise<HomeScreenStatus> | null = null;
  /** Called when the icon was added; null before the first call. */
  let whenAdded: (() => void) | null = null;
  /** Since when the user may be looking at the question about the icon; null if they are not. */
  let lookingSince: number | null = null;
  /** Null if no scan is under way. */
  let endScan: (() => void) | null = null;

  function refuse(fault: HostFault, name: string, cause?: unknown, ms = 0) {
    const text = faultText(fault, { name, version: webApp?.version ?? 'none', ms });
    if (cause === undefined) warn(text);
    else warn(text, cause);
    return refusal(fault);
  }

  /** Logs a missing method only once. */
  function refuseOld(method: HostMethod) {
    const fault = method === 'headerColour' ? 'unsupported_parameter' : 'unsupported_method';
    if (lacking.has(method)) return refusal(fault);
    lacking.add(method);
    return refuse(fault, method);
  }

  function ask(method: HostMethod, call: (host: WebAppLike) => void): HostAnswer {
    if (webApp === null) return refusal('outside');
    try {
      if (!webApp.isVersionAtLeast(SINCE[method])) return refuseOld(method);
      call(webApp);
      return DONE;
    } catch (error) {
      return refuse('failed', method, error);
    }
  }

  /** For calls that the host answers later: after `ms` milliseconds the call may be repeated. */
  function answer<T>(
    method: HostMethod,
    ms: number,
    call: (host: WebAppLike, resolve: (value: T) => void) => void,
  ): Promise<HostAnswer<T>> {
    return new Promise((resolve) => {
      if (underWay.has(method)) {
        resolve(refuse('busy', method));
        return;
      }
      underWay.add(method);
      let isSettled = false;
      const settle = (answered: HostAnswer<T>) => {
        // A late answer must not end the next call of the same method.
        if (isSettled) return;
        isSettled = true;
        clearTimeout(timer);
        underWay.delete(method);
        resolve(answered);
      };
      const timer = setTimeout(() => settle(refuse('timeout', method, undefined, ms)), ms);
      const asked = ask(method, (host) => call(host, (value) => settle({ ok: true, value })));
      if (!asked.ok) settle(asked);
    });
  }

  function openLink(address: string): HostAnswer {
    const url = webUrl(address);
    if (url === null) return refuse('invalid_url', address);
    if (!ask('link', (host) => host.openLink(url.href)).ok) open(url.href);
    return DONE;
  }

  async function readHomeScreen(): Promise<HomeScreenStatus> {
    const said = await answer<string>('homeScreen', ANSWER_MS, (host, resolve) =>
      host.checkHomeScreenStatus(resolve),
    );
    if (said.ok) return isHomeScreenStatus(said.value) ? said.value : 'unknown';
    const { type } = said.error;
    return type === 'unsupported_method' || type === 'outside' ? 'unsupported' : 'unknown';
  }

  /** Stays subscribed, because an icon may be added late. */
  function followQuestion(host: WebAppLike): void {
    host.onEvent('homeScreenAdded', () => {
      lookingSince = null;
      whenAdded?.();
    });
    // The user is back from the question, whatever the answer: the next call may ask again.
    host.onEvent('activated', () => {
      lookingSince = null;
    });
  }

  return {
    start() {
      ask('ready', (host) => host.ready());
      ask('expand', (host) => host.expand());
      ask('closingConfirmation', (host) => host.enableClosingConfirmation());
      ask('verticalSwipes', (host) => host.disableVerticalSwipes());
      ask('orientation', (host) => host.lockOrientation());
    },

    setBackButton(onBack) {
      ask('backButton', ({ BackButton }) => {
        if (backListener !== null) BackButton.offClick(backListener);
        backListener = onBack;
        if (onBack === null) {
          BackButton.hide();
        } else {
          BackButton.onClick(onBack);
          BackButton.show();
        }
      });
    },

    setColours(ground, bar) {
      ask('headerColour', (host) => host.setHeaderColor(ground));
      ask('backgroundColour', (host) => host.setBackgroundColor(ground));
      ask('bottomBarColour', (host) => host.setBottomBarColor(bar));
    },

    haptic(kind) {
      ask('haptics', ({ HapticFeedback }) => {
        if (kind === 'selection') HapticFeedback.selectionChanged();
        else if (kind === 'impact') HapticFeedback.impactOccurred('light');
        else HapticFeedback.notificationOccurred(kind);
      });
    },

    openLink,

    openTelegramLink(address) {
      const url = webUrl(address);
      if (url === null || !isTelegramLink(url)) return openLink(address);
      if (!ask('telegramLink', (host) => host.openTelegramLink(url.href)).ok) open(url.href);
      return DONE;
    },

    showPopup(popup) {
      const fault = popupFault(popup);
      if (fault !== null) return Promise.resolve(refuse('invalid_arguments', fault));
      const { title, message, buttons } = popup;
      return answer<string | null>('popup', PERSON_MS, (host, resolve) =>
        host.showPopup(
          {
            ...(title === undefined ? {} : { title }),
            message,
            buttons: buttons.map(({ id, text, tone }) => ({
              id,
              text,
              type: tone === 'danger' ? 'destructive' : 'default',
            })),
          },
          (pressed) => resolve(pressed ? pressed : null),
        ),
      );
    },

    scanCode(hint, read) {
      return new Promise((resolve) => {
        const onEnd = (isRead: boolean) => {
          endScan = null;
          resolve({ ok: true, value: isRead });
        };
        const asked = ask('scanner', (host) => {
          // The scanner covers the page, so one that is asked for again is closed, even if the host did not say so.
          endScan?.();
          endScan = openScanner(host, { hint, read, onEnd });
        });
        if (!asked.ok) resolve(asked);
      });
    },

    async requestWriteAccess() {
      const asked = await answer<boolean>('writeAccess', PERSON_MS, (host, resolve) =>
        host.requestWriteAccess(resolve),
      );
      if (!asked.ok) return asked;
      return asked.value ? DONE : refuse('denied', 'writeAccess');
    },

    expand() {
      ask('expand', (host) => host.expand());
    },

    close() {
      ask('close', (host) => host.close());
    },

    homeScreenStatus() {
      homeScreen ??= readHomeScreen().finally(() => {
        homeScreen = null;
      });
      return homeScreen;
    },

    addToHomeScreen(onAdded) {
      const isFirst = whenAdded === null;
      whenAdded = onAdded;
      if (lookingSince !== null && performance.now() - lookingSince < PERSON_MS) return;
      ask('addToHomeScreen', (host) => {
        if (isFirst) followQuestion(host);
        host.addToHomeScreen();
        lookingSince = performance.now();
      });
    },

    async downloadFile(url, fileName) {
      const said = await answer<boolean>('download', PERSON_MS, (host, resolve) =>
        host.downloadFile({ url, file_name: fileName }, resolve),
      );
      if (said.ok) return said.value ? 'saving' : 'declined';
      const { type } = said.error;
      return type === 'busy' || type === 'timeout' ? 'declined' : 'unsupported';
    },

    async shareMessage(prepare) {
      const usable = ask('shareMessage', () => undefined);
      if (!usable.ok) return usable;
      let cause: unknown;
      const id = await prepare().catch((error: unknown) => {
        cause = error;
        return null;
      });
      if (id === null) return refuse('failed', 'shareMessage', cause);
      const said = await answer<string | null>('shareMessage', PERSON_MS, (host, resolve) => {
        const end = (error: string | null) => {
          host.offEvent('shareMessageFailed', failed);
          resolve(error);
        };
        const failed: HostListener = (details) => end(details?.error ?? 'UNKNOWN_ERROR');
        host.shareMessage(id, (sent) => sent && end(null));
        host.onEvent('shareMessageFailed', failed);
      });
      if (!said.ok) return said;
      if (said.value === null) return DONE;
      return refuse(said.value === 'USER_DECLINED' ? 'denied' : 'failed', `shareMessage ${said.value}`);
    },

    onTheme(listener) {
      ask('theme', (host) => host.onEvent('themeChanged', () => listener(themeColours(host.themeParams))));
    },

    onInsets(listener) {
      ask('insets', (host) => {
        const report = () => listener(sum(host.safeAreaInset, host.contentSafeAreaInset));
        host.onEvent('safeAreaChanged', report);
        host.onEvent('contentSafeAreaChanged', report);
        // All zero until the host has answered: the page's insets of the last launch are better.
        if (Object.values(sum(host.safeAreaInset, host.contentSafeAreaInset)).some((side) => side > 0))
          report();
      });
    },

    onActivated(listener) {
      ask('activity', (host) => host.onEvent('activated', listener));
    },
  };
}

function isHomeScreenStatus(status: string): status is HomeScreenStatus {
  return HOME_SCREEN.includes(status);
}

/** The device's insets plus those of the host's own buttons. */
function sum(device: Inset | undefined, content: Inset | undefined): Inset {
  const side = (name: keyof Inset) => (device?.[name] ?? 0) + (content?.[name] ?? 0);
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}
