/**
 * The host as screens see it, usable before the SDK has loaded: early calls run as soon as it has, and calls that only
 * make sense at that moment (a haptic, a question) are dropped or refused.
 */
import type { ColorScheme, Host, HostAnswer, PerformanceClass } from '../host.ts';
import type { Adapter } from './adapter.ts';
import type { Launch } from './launch.ts';
import { webUrl } from './link-rule.ts';
import { type HostTheme, type Palette, paletteOf } from './theme.ts';
import type { Inset } from './web-app.ts';

/** `flash`: a slow device changes colours where others move. */
export type Motion = 'on' | 'flash' | 'off';
export type ThemeChoice = 'host' | ColorScheme;

export interface TelegramHost extends Host {
  /** Connects the SDK once it is loaded. */
  connect(adapter: Adapter): void;
  chooseTheme(choice: ThemeChoice): void;
  themeChoice(): ThemeChoice;
}

export interface HostPage {
  readonly userAgent: string;
  prefersDark(): boolean;
  prefersStillness(): boolean;
  /** Shows a palette; the first call comes before the first paint. */
  showPalette(palette: Palette): void;
  showInsets(inset: Inset): void;
  showMotion(motion: Motion): void;
  open(url: string): void;
  /** The app came back to the front. */
  activated(): void;
}

export function createTelegramHost(launch: Launch, choice: ThemeChoice, page: HostPage): TelegramHost {
  let adapter: Adapter | null = null;
  let theme: HostTheme = launch.theme;
  let chosen = choice;
  let onBack: (() => void) | null = null;
  let palette = makePalette();
  const early: ((ready: Adapter) => void)[] = [];
  const listeners = new Set<() => void>();
  const performanceClass = performanceClassOf(page.userAgent);

  function makePalette(): Palette {
    const fallback = page.prefersDark() ? 'dark' : 'light';
    return paletteOf(theme, fallback, chosen === 'host' ? null : chosen);
  }

  function showPalette(): void {
    palette = makePalette();
    page.showPalette(palette);
    colourHost();
    for (const listener of listeners) listener();
  }

  function colourHost(): void {
    adapter?.setColours(palette.bg, palette.surface);
  }

  function whenReady(call: (ready: Adapter) => void): void {
    if (adapter === null) early.push(call);
    else call(adapter);
  }

  function onceReady<T>(call: (ready: Adapter) => Promise<T>): Promise<T> {
    return new Promise((resolve) => whenReady((ready) => resolve(call(ready))));
  }

  function openHere(address: string): HostAnswer {
    const url = webUrl(address);
    if (url === null) return { ok: false, error: { type: 'invalid_url' } };
    page.open(url.href);
    return { ok: true, value: null };
  }

  const reducedMotion = () => performanceClass === 'LOW' || page.prefersStillness();
  page.showPalette(palette);
  page.showMotion(page.prefersStillness() ? 'off' : performanceClass === 'LOW' ? 'flash' : 'on');

  return {
    platform: launch.platform,
    version: launch.version,
    launchData: launch.data,
    user: launch.user,
    startParameter: launch.startParameter,
    performanceClass,
    colorScheme: {
      current: () => palette.scheme,
      subscribe(onChange) {
        listeners.add(onChange);
        return () => listeners.delete(onChange);
      },
    },
    reducedMotion,
    haptic: (kind) => adapter?.haptic(kind),
    openLink: (url) => (adapter?.openLink ?? openHere)(url),
    openTelegramLink: (url) => (adapter?.openTelegramLink ?? openHere)(url),
    showPopup: async (popup) => adapter?.showPopup(popup) ?? { ok: false, error: { type: 'not_ready' } },
    scanCode: async (hint, read) =>
      adapter?.scanCode(hint, read) ?? { ok: false, error: { type: 'not_ready' } },
    shareMessage: async (prepare) =>
      adapter?.shareMessage(prepare) ?? { ok: false, error: { type: 'not_ready' } },
    requestWriteAccess: () => onceReady((ready) => ready.requestWriteAccess()),
    share(text, url) {
      const query = `url=${encodeURIComponent(url)}&text=${encodeURIComponent(text)}`;
      this.openTelegramLink(`https://t.me/share/url?${query}`);
    },
    expand: () => whenReady((ready) => ready.expand()),
    close: () => whenReady((ready) => ready.close()),
    setBackButton(back) {
      onBack = back;
      adapter?.setBackButton(back);
    },
    homeScreenStatus: () => onceReady((ready) => ready.homeScreenStatus()),
    addToHomeScreen: (onAdded) => whenReady((ready) => ready.addToHomeScreen(onAdded)),
    downloadFile: (url, fileName) => onceReady((ready) => ready.downloadFile(url, fileName)),

    connect(ready) {
      adapter = ready;
      ready.start();
      ready.setBackButton(onBack);
      ready.onTheme((changed) => {
        theme = changed;
        showPalette();
      });
      ready.onInsets((inset) => page.showInsets(inset));
      ready.onActivated(() => page.activated());
      colourHost();
      for (const call of early.splice(0)) call(ready);
    },
    chooseTheme(next) {
      chosen = next;
      showPalette();
    },
    themeChoice: () => chosen,
  };
}

/**
 * The class that the messaging app on Android writes into the user agent: `Telegram-Android/… (…; LOW)`. Source:
 * core.telegram.org/bots/webapps, "additional data in User-Agent".
 */
export function performanceClassOf(userAgent: string): PerformanceClass | null {
  const version = userAgent.split('Telegram-Android/', 2)[1] ?? '';
  const [, details = ''] = /^\S+ \(([^()]*)\)/.exec(version) ?? [];
  const found = details.split(';').at(-1)?.trim();
  return found === 'LOW' || found === 'AVERAGE' || found === 'HIGH' ? found : null;
}
