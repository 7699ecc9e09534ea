/** A stand-in for the host's script, for tests of the adapter. */
import { expect } from 'vitest';
import { type Adapter, type AdapterParts, createAdapter } from '#platform/telegram/adapter.ts';
import type { HostEvent, HostListener, WebAppLike } from '#platform/telegram/web-app.ts';

export interface FakeWebApp extends WebAppLike {
  readonly calls: string[];
  emit(event: HostEvent, details?: { readonly error: string }): void;
  pressBack(): void;
}

/** Like the SDK: versions compare by number, and missing features throw. */
export function fakeWebApp(version: string, change: Partial<WebAppLike> = {}): FakeWebApp {
  const calls: string[] = [];
  const listeners = new Map<HostEvent, Set<HostListener>>();
  const back = new Set<() => void>();
  const note =
    (name: string) =>
    (...details: unknown[]) =>
      void calls.push([name, ...details.filter((detail) => typeof detail !== 'function')].join(' '));
  return {
    calls,
    version,
    themeParams: { bg_color: '#101010', text_color: 'white' },
    safeAreaInset: { top: 10, right: 0, bottom: 20, left: 0 },
    contentSafeAreaInset: { top: 5, right: 1, bottom: 0, left: 0 },
    isVersionAtLeast(asked) {
      const [a = 0, b = 0] = version.split('.').map(Number);
      const [c = 0, d = 0] = asked.split('.').map(Number);
      return a > c || (a === c && b >= d);
    },
    ready: note('ready'),
    expand: note('expand'),
    close: note('close'),
    openLink: note('openLink'),
    openTelegramLink: note('openTelegramLink'),
    lockOrientation: note('lockOrientation'),
    disableVerticalSwipes: note('disableVerticalSwipes'),
    enableClosingConfirmation: note('enableClosingConfirmation'),
    setHeaderColor: note('header'),
    setBackgroundColor: note('background'),
    setBottomBarColor: note('bar'),
    showPopup: (popup, callback) => {
      note('popup')(popup.message);
      callback('yes');
    },
    showScanQrPopup: (popup, callback) => {
      note('scan')(popup.text);
      callback('code');
    },
    closeScanQrPopup: note('close scan'),
    requestWriteAccess: (callback) => {
      note('write')();
      callback(true);
    },
    checkHomeScreenStatus: (callback) => callback('missed'),
    addToHomeScreen: note('addToHomeScreen'),
    downloadFile: (_file, callback) => callback(true),
    shareMessage: (id, callback) => {
      note('share')(id);
      callback(true);
    },
    onEvent: (event, listener) =>
      void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    offEvent: (event, listener) => void listeners.get(event)?.delete(listener),
    BackButton: {
      show: note('back show'),
      hide: note('back hide'),
      onClick: (listener) => void back.add(listener),
      offClick: (listener) => void back.delete(listener),
    },
    HapticFeedback: {
      impactOccurred: note('impact'),
      notificationOccurred: note('notification'),
      selectionChanged: note('selection'),
    },
    emit: (event, details) => listeners.get(event)?.forEach((listener) => void listener(details)),
    pressBack: () => back.forEach((listener) => void listener()),
    ...change,
  };
}

export const adapterOf = (webApp: WebAppLike | null, change: Partial<AdapterParts> = {}): Adapter =>
  createAdapter({ webApp, open: expect.unreachable, warn: expect.unreachable, ...change });

export const POPUP = { message: 'Sure?', buttons: [{ id: 'yes', text: 'Yes' }] };

/** Calls every method that answers at once. */
export const everything = (adapter: Adapter): void => {
  adapter.start();
  adapter.setBackButton(() => undefined);
  adapter.setBackButton(null);
  adapter.setColours('#ffffff', '#eeeeee');
  for (const kind of ['success', 'error', 'warning', 'selection', 'impact'] as const) adapter.haptic(kind);
  adapter.openLink('https://example.org');
  adapter.openTelegramLink('https://t.me/x');
  adapter.expand();
  adapter.close();
  adapter.onTheme(() => undefined);
  adapter.onInsets(() => undefined);
  adapter.onActivated(() => undefined);
};
