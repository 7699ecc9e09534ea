/** Every call to the host's script: only where its version has it, and never a throw. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Adapter, createAdapter, type HostEvent, type WebAppLike } from '#platform/telegram/adapter.ts';

interface FakeWebApp extends WebAppLike {
  readonly calls: string[];
  emit(event: HostEvent): void;
  pressBack(): void;
}

/** As the SDK does: the version is compared by its numbers, and what a host lacks throws. */
function fakeWebApp(version: string, change: Partial<WebAppLike> = {}): FakeWebApp {
  const calls: string[] = [];
  const listeners = new Map<HostEvent, Set<() => void>>();
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
    checkHomeScreenStatus: (callback) => callback('missed'),
    addToHomeScreen: note('addToHomeScreen'),
    downloadFile: (_file, callback) => callback(true),
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
    emit: (event) => listeners.get(event)?.forEach((listener) => void listener()),
    pressBack: () => back.forEach((listener) => void listener()),
    ...change,
  };
}

const everything = (adapter: Adapter): void => {
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

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('at the start', () => {
  test.each([
    ['6.0', ['ready', 'expand']],
    ['6.2', ['ready', 'expand', 'enableClosingConfirmation']],
    ['7.7', ['ready', 'expand', 'enableClosingConfirmation', 'disableVerticalSwipes']],
    ['8.0', ['ready', 'expand', 'enableClosingConfirmation', 'disableVerticalSwipes', 'lockOrientation']],
    ['10.1', ['ready', 'expand', 'enableClosingConfirmation', 'disableVerticalSwipes', 'lockOrientation']],
  ])('version %s is asked for %j', (version, asked) => {
    const webApp = fakeWebApp(version);
    createAdapter(webApp, expect.unreachable).start();
    expect(webApp.calls).toEqual(asked);
  });
});

test('version 6.0 is asked for nothing that came later', () => {
  const webApp = fakeWebApp('6.0');
  everything(createAdapter(webApp, expect.unreachable));
  expect(webApp.calls).toEqual([
    'ready',
    'expand',
    'openLink https://example.org',
    'openTelegramLink https://t.me/x',
    'expand',
    'close',
  ]);
});

test('colours: a bar of its own from 7.10 on, free colours of the header from 6.9 on', () => {
  const coloured = (version: string) => {
    const webApp = fakeWebApp(version);
    createAdapter(webApp, expect.unreachable).setColours('#ffffff', '#eeeeee');
    return webApp.calls;
  };
  expect(coloured('6.1')).toEqual(['background #ffffff']);
  expect(coloured('7.9')).toEqual(['header #ffffff', 'background #ffffff']);
  expect(coloured('7.10')).toEqual(['header #ffffff', 'background #ffffff', 'bar #eeeeee']);
});

test('a host whose every method throws changes nothing, and each refusal is logged', async () => {
  const fail = () => {
    throw new Error('WebAppMethodUnsupported');
  };
  const webApp = fakeWebApp('8.0');
  const broken: WebAppLike = {
    ...webApp,
    ready: fail,
    expand: fail,
    close: fail,
    openLink: fail,
    openTelegramLink: fail,
    lockOrientation: fail,
    disableVerticalSwipes: fail,
    enableClosingConfirmation: fail,
    setHeaderColor: fail,
    setBackgroundColor: fail,
    setBottomBarColor: fail,
    checkHomeScreenStatus: fail,
    addToHomeScreen: fail,
    downloadFile: fail,
    onEvent: fail,
    BackButton: { show: fail, hide: fail, onClick: fail, offClick: fail },
    HapticFeedback: { impactOccurred: fail, notificationOccurred: fail, selectionChanged: fail },
  };
  const warn = vi.fn();
  const adapter = createAdapter(broken, warn);
  everything(adapter);
  expect(await adapter.homeScreenStatus()).toBe('unknown');
  expect(await adapter.addToHomeScreen()).toBe(false);
  expect(await adapter.downloadFile('https://app.test/file', 'file')).toBe('unsupported');
  expect(warn).toHaveBeenCalledTimes(25);
});

describe('the back button', () => {
  test('calls whoever asked last, and nobody once hidden', () => {
    const webApp = fakeWebApp('8.0');
    const adapter = createAdapter(webApp, expect.unreachable);
    const first = vi.fn();
    const second = vi.fn();
    adapter.setBackButton(first);
    adapter.setBackButton(second);
    webApp.pressBack();
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
    adapter.setBackButton(null);
    webApp.pressBack();
    expect(second).toHaveBeenCalledOnce();
    expect(webApp.calls).toEqual(['back show', 'back show', 'back hide']);
  });
});

describe('answers', () => {
  test('of the home screen: what the host says, and never anything else', async () => {
    const status = (version: string, said: string) =>
      createAdapter(
        fakeWebApp(version, { checkHomeScreenStatus: (callback) => callback(said) }),
        expect.unreachable,
      ).homeScreenStatus();
    expect(await status('8.0', 'added')).toBe('added');
    expect(await status('8.0', 'whatever')).toBe('unknown');
    expect(await status('7.10', 'missed')).toBe('unsupported');
  });

  test('that never come count as silence', async () => {
    const adapter = createAdapter(
      fakeWebApp('8.0', { checkHomeScreenStatus: () => undefined }),
      expect.unreachable,
    );
    const status = adapter.homeScreenStatus();
    const added = adapter.addToHomeScreen();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await status).toBe('unknown');
    expect(await added).toBe(false);
  });

  test('of adding: once the host says so', async () => {
    const webApp = fakeWebApp('8.0');
    const added = createAdapter(webApp, expect.unreachable).addToHomeScreen();
    webApp.emit('homeScreenAdded');
    expect(await added).toBe(true);
  });

  test('of a download: saving, declined, or not here', async () => {
    const download = (version: string, accepted: boolean) =>
      createAdapter(
        fakeWebApp(version, { downloadFile: (_file, callback) => callback(accepted) }),
        expect.unreachable,
      ).downloadFile('https://app.test/file', 'file');
    expect(await download('8.0', true)).toBe('saving');
    expect(await download('8.0', false)).toBe('declined');
    expect(await download('7.10', true)).toBe('unsupported');
  });
});

describe('events', () => {
  test('insets are those of the device and of the host together, at once and whenever they change', () => {
    const webApp = fakeWebApp('8.0');
    const insets = vi.fn();
    createAdapter(webApp, expect.unreachable).onInsets(insets);
    expect(insets).toHaveBeenCalledWith({ top: 15, right: 1, bottom: 20, left: 0 });
    webApp.emit('contentSafeAreaChanged');
    webApp.emit('safeAreaChanged');
    expect(insets).toHaveBeenCalledTimes(3);
  });

  test('a theme carries six-digit colours only', () => {
    const webApp = fakeWebApp('6.0');
    const themes = vi.fn();
    createAdapter(webApp, expect.unreachable).onTheme(themes);
    webApp.emit('themeChanged');
    expect(themes).toHaveBeenCalledWith({ bg_color: '#101010' });
  });
});
