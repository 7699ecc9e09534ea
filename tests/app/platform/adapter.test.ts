/** Every call to the host's script: only where its version has it, and never a throw. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Adapter, type AdapterParts, createAdapter } from '#platform/telegram/adapter.ts';
import { type HostMethod, SINCE } from '#platform/telegram/versions.ts';
import type { HostEvent, WebAppLike, WebAppPopup } from '#platform/telegram/web-app.ts';

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
    showPopup: (popup, callback) => {
      note('popup')(popup.message);
      callback('yes');
    },
    requestWriteAccess: (callback) => {
      note('write')();
      callback(true);
    },
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

const adapterOf = (webApp: WebAppLike | null, change: Partial<AdapterParts> = {}): Adapter =>
  createAdapter({ webApp, open: expect.unreachable, warn: expect.unreachable, ...change });

const POPUP = { message: 'Sure?', buttons: [{ id: 'yes', text: 'Yes' }] };

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
    adapterOf(webApp).start();
    expect(webApp.calls).toEqual(asked);
  });
});

test('version 6.0 is asked for nothing that came later, and links open by the browser', () => {
  const webApp = fakeWebApp('6.0');
  const open = vi.fn();
  everything(adapterOf(webApp, { open }));
  expect(webApp.calls).toEqual(['ready', 'expand', 'expand', 'close']);
  expect(open.mock.calls).toEqual([['https://example.org/'], ['https://t.me/x']]);
});

/** Every method, by what the host's script hears of it. */
const HEARD: Readonly<Record<HostMethod, string>> = {
  ready: 'ready',
  expand: 'expand',
  close: 'close',
  theme: 'listen themeChanged',
  link: 'openLink https://example.org/',
  telegramLink: 'openTelegramLink https://t.me/x',
  backButton: 'back show',
  haptics: 'selection',
  backgroundColour: 'background #ffffff',
  closingConfirmation: 'enableClosingConfirmation',
  popup: 'popup Sure?',
  headerColour: 'header #ffffff',
  writeAccess: 'write',
  verticalSwipes: 'disableVerticalSwipes',
  bottomBarColour: 'bar #eeeeee',
  orientation: 'lockOrientation',
  homeScreen: 'home screen',
  addToHomeScreen: 'addToHomeScreen',
  download: 'download',
  insets: 'listen safeAreaChanged',
  activity: 'listen activated',
};

const VERSIONS = [
  '6.0',
  '6.1',
  '6.2',
  '6.4',
  '6.7',
  '6.9',
  '6.10',
  '7.0',
  '7.6',
  '7.7',
  '7.10',
  '8.0',
  '9.0',
];

test.each(VERSIONS)('version %s hears exactly of what it has', async (version) => {
  const calls: string[] = [];
  const webApp = fakeWebApp(version, {
    checkHomeScreenStatus: (callback) => {
      calls.push('home screen');
      callback('missed');
    },
    downloadFile: (_file, callback) => {
      calls.push('download');
      callback(true);
    },
    onEvent: (event) => void calls.push(`listen ${event}`),
  });
  const adapter = adapterOf(webApp, { open: () => undefined, warn: () => undefined });
  everything(adapter);
  const added = adapter.addToHomeScreen();
  const answers = await Promise.all([
    adapter.showPopup(POPUP),
    adapter.requestWriteAccess(),
    adapter.homeScreenStatus(),
    adapter.downloadFile('https://app.test/file', 'file'),
  ]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await added).toBe(false);

  const has = (method: HostMethod) => webApp.isVersionAtLeast(SINCE[method]);
  const heard = [...webApp.calls, ...calls];
  for (const [method, said] of Object.entries(HEARD) as [HostMethod, string][]) {
    expect(heard.includes(said), method).toBe(has(method));
  }
  const unsupported = { ok: false, error: { type: 'unsupported_method' } };
  expect(answers).toEqual([
    has('popup') ? { ok: true, value: 'yes' } : unsupported,
    has('writeAccess') ? { ok: true, value: null } : unsupported,
    has('homeScreen') ? 'missed' : 'unsupported',
    has('download') ? 'saving' : 'unsupported',
  ]);
});

test('without a host around the page links open by the browser, and all else says so', async () => {
  const open = vi.fn();
  const adapter = adapterOf(null, { open });
  everything(adapter);
  expect(open.mock.calls).toEqual([['https://example.org/'], ['https://t.me/x']]);
  const outside = { ok: false, error: { type: 'outside' } };
  expect(await adapter.showPopup(POPUP)).toEqual(outside);
  expect(await adapter.requestWriteAccess()).toEqual(outside);
  expect(await adapter.homeScreenStatus()).toBe('unsupported');
  expect(await adapter.addToHomeScreen()).toBe(false);
  expect(await adapter.downloadFile('https://app.test/file', 'file')).toBe('unsupported');
});

describe('links', () => {
  const opened = (link: string, how: 'openLink' | 'openTelegramLink') => {
    const webApp = fakeWebApp('8.0');
    const warn = vi.fn();
    const answer = adapterOf(webApp, { warn })[how](link);
    return { answer, calls: webApp.calls, warned: warn.mock.calls.flat() };
  };

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'tg://resolve?domain=x',
    'intent://x#Intent;end',
    'file:///etc/passwd',
    'ftp://example.org/',
    '//example.org/',
    '/profile',
    '',
    'https://',
    'https://t.me@evil.example/',
    'https://user@t.me/x',
    'https://a:b@example.org/',
  ])('%j is opened by neither way', (link) => {
    for (const how of ['openLink', 'openTelegramLink'] as const) {
      expect(opened(link, how)).toEqual({
        answer: { ok: false, error: { type: 'invalid_url' } },
        calls: [],
        warned: [`Invalid URL: ${link}`],
      });
    }
  });

  test.each([
    ['https://t.me/x', 'openTelegramLink https://t.me/x'],
    ['HTTPS://T.ME/Chat?a=1', 'openTelegramLink https://t.me/Chat?a=1'],
    ['https://t.me:443/x', 'openTelegramLink https://t.me/x'],
    ['http://t.me/x', 'openLink http://t.me/x'],
    ['https://t.me:8443/x', 'openLink https://t.me:8443/x'],
    ['https://t.me.evil.example/x', 'openLink https://t.me.evil.example/x'],
    ['https://evil.example/t.me/x', 'openLink https://evil.example/t.me/x'],
    ['https://xt.me/x', 'openLink https://xt.me/x'],
    ['https://ada.t.me/', 'openLink https://ada.t.me/'],
    ['https://t.me./x', 'openLink https://t.me./x'],
  ])('%s as a link of the messaging app: %s', (link, call) => {
    expect(opened(link, 'openTelegramLink')).toEqual({
      answer: { ok: true, value: null },
      calls: [call],
      warned: [],
    });
  });

  test('one that the host fails to open is opened by the browser', () => {
    const fail = () => {
      throw new Error('WebAppTgUrlInvalid');
    };
    const open = vi.fn();
    const webApp = fakeWebApp('8.0', { openLink: fail, openTelegramLink: fail });
    const adapter = adapterOf(webApp, { open, warn: () => undefined });
    expect(adapter.openLink('https://example.org/a').ok).toBe(true);
    expect(adapter.openTelegramLink('https://t.me/a').ok).toBe(true);
    expect(open.mock.calls).toEqual([['https://example.org/a'], ['https://t.me/a']]);
  });
});

describe('popups', () => {
  const letters = (count: number) => 'x'.repeat(count);
  const button = (id: number, text: number) => ({ id: letters(id), text: letters(text) });

  test.each([
    ['the longest of everything', letters(64), letters(256), [button(64, 64), button(0, 1), button(1, 1)]],
    ['no title', undefined, 'a', [button(1, 1)]],
    ['spaces around, which do not count', `  ${letters(64)} `, ` ${letters(256)} `, [button(1, 1)]],
  ])('%s is asked', async (_what, title, message, buttons) => {
    const asked: WebAppPopup[] = [];
    const webApp = fakeWebApp('6.2', {
      showPopup: (popup, callback) => {
        asked.push(popup);
        callback(popup.buttons[0]?.id);
      },
    });
    const popup = { message, buttons, ...(title === undefined ? {} : { title }) };
    const answer = await adapterOf(webApp).showPopup(popup);
    expect(answer).toEqual({ ok: true, value: buttons[0]?.id });
    expect(asked).toEqual([
      { ...popup, buttons: buttons.map((one) => ({ ...one, type: 'default' as const })) },
    ]);
  });

  test.each([
    ['a title of 65', letters(65), 'a', [button(1, 1)]],
    ['no message', 'a', '', [button(1, 1)]],
    ['a message of spaces', 'a', '   ', [button(1, 1)]],
    ['a message of 257', 'a', letters(257), [button(1, 1)]],
    ['no button', 'a', 'a', []],
    ['four buttons', 'a', 'a', [button(1, 1), button(1, 1), button(1, 1), button(1, 1)]],
    ['a button id of 65', 'a', 'a', [button(65, 1)]],
    ['a button without text', 'a', 'a', [button(1, 0)]],
    ['a button text of 65', 'a', 'a', [button(1, 65)]],
  ])('%s is refused before the host hears of it', async (_what, title, message, buttons) => {
    const warn = vi.fn();
    const webApp = fakeWebApp('9.0', { showPopup: () => expect.unreachable() });
    const answer = await adapterOf(webApp, { warn }).showPopup({ title, message, buttons });
    expect(answer).toEqual({ ok: false, error: { type: 'invalid_arguments' } });
    expect(warn).toHaveBeenCalledOnce();
  });

  test('a danger is red, and a dialog that is closed without a choice says so', async () => {
    const asked: WebAppPopup[] = [];
    const webApp = fakeWebApp('8.0', {
      showPopup: (popup, callback) => {
        asked.push(popup);
        callback('');
      },
    });
    const popup = { message: 'Sure?', buttons: [{ id: 'yes', text: 'Yes', tone: 'danger' as const }] };
    expect(await adapterOf(webApp).showPopup(popup)).toEqual({ ok: true, value: null });
    expect(asked[0]?.buttons).toEqual([{ id: 'yes', text: 'Yes', type: 'destructive' }]);
  });
});

describe('a second call while the first is under way', () => {
  test('is refused, and the first still gets its answer', async () => {
    let close: (id?: string) => void = () => undefined;
    let grant: (granted: boolean) => void = () => undefined;
    const warn = vi.fn();
    const webApp = fakeWebApp('8.0', {
      showPopup: (_popup, callback) => {
        close = callback;
      },
      requestWriteAccess: (callback) => {
        grant = callback;
      },
    });
    const adapter = adapterOf(webApp, { warn });
    const [popup, write] = [adapter.showPopup(POPUP), adapter.requestWriteAccess()];
    const busy = { ok: false, error: { type: 'busy' } };
    expect(await adapter.showPopup(POPUP)).toEqual(busy);
    expect(await adapter.requestWriteAccess()).toEqual(busy);
    expect(warn.mock.calls).toEqual([
      ['Another call of "popup" is already in progress'],
      ['Another call of "writeAccess" is already in progress'],
    ]);
    close('yes');
    grant(false);
    expect(await popup).toEqual({ ok: true, value: 'yes' });
    expect(await write).toEqual({ ok: false, error: { type: 'denied' } });
    const third = adapter.showPopup(POPUP);
    close('yes');
    expect(await third).toEqual({ ok: true, value: 'yes' });
  });

  test('of the home screen shares the answer', async () => {
    const checkHomeScreenStatus = vi.fn((callback: (status: string) => void) => callback('added'));
    const adapter = adapterOf(fakeWebApp('8.0', { checkHomeScreenStatus }));
    expect(await Promise.all([adapter.homeScreenStatus(), adapter.homeScreenStatus()])).toEqual([
      'added',
      'added',
    ]);
    expect(checkHomeScreenStatus).toHaveBeenCalledOnce();
  });
});

test('write access that nobody answers ends after a minute, and can be asked for again', async () => {
  const warn = vi.fn();
  const adapter = adapterOf(fakeWebApp('8.0', { requestWriteAccess: () => undefined }), { warn });
  const first = adapter.requestWriteAccess();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await first).toEqual({ ok: false, error: { type: 'timeout' } });
  expect(warn).toHaveBeenCalledWith('Timeout reached: 60000ms (writeAccess)');
  void adapter.requestWriteAccess();
  expect(warn).toHaveBeenCalledOnce();
});

test('one touch is felt once, whoever reports it', async () => {
  const webApp = fakeWebApp('8.0');
  const adapter = adapterOf(webApp);
  adapter.haptic('selection');
  adapter.haptic('selection');
  adapter.haptic('error');
  await vi.advanceTimersByTimeAsync(60);
  adapter.haptic('error');
  expect(webApp.calls).toEqual(['selection', 'notification error', 'notification error']);
});

test('colours: a bar of its own from 7.10 on, free colours of the header from 6.9 on', () => {
  const coloured = (version: string) => {
    const webApp = fakeWebApp(version);
    adapterOf(webApp).setColours('#ffffff', '#eeeeee');
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
    showPopup: fail,
    requestWriteAccess: fail,
    onEvent: fail,
    BackButton: { show: fail, hide: fail, onClick: fail, offClick: fail },
    HapticFeedback: { impactOccurred: fail, notificationOccurred: fail, selectionChanged: fail },
  };
  const warn = vi.fn();
  const open = vi.fn();
  const adapter = adapterOf(broken, { warn, open });
  everything(adapter);
  expect(await adapter.homeScreenStatus()).toBe('unknown');
  expect(await adapter.addToHomeScreen()).toBe(false);
  expect(await adapter.downloadFile('https://app.test/file', 'file')).toBe('unsupported');
  const failed = { ok: false, error: { type: 'failed' } };
  expect(await adapter.showPopup(POPUP)).toEqual(failed);
  expect(await adapter.requestWriteAccess()).toEqual(failed);
  expect(warn).toHaveBeenCalledTimes(27);
});

describe('the back button', () => {
  test('calls whoever asked last, and nobody once hidden', () => {
    const webApp = fakeWebApp('8.0');
    const adapter = adapterOf(webApp);
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
      adapterOf(
        fakeWebApp(version, { checkHomeScreenStatus: (callback) => callback(said) }),
      ).homeScreenStatus();
    expect(await status('8.0', 'added')).toBe('added');
    expect(await status('8.0', 'whatever')).toBe('unknown');
    expect(await status('7.10', 'missed')).toBe('unsupported');
  });

  test('that never come count as silence', async () => {
    const warn = vi.fn();
    const adapter = adapterOf(fakeWebApp('8.0', { checkHomeScreenStatus: () => undefined }), { warn });
    const status = adapter.homeScreenStatus();
    const added = adapter.addToHomeScreen();
    await vi.advanceTimersByTimeAsync(3000);
    expect(await status).toBe('unknown');
    expect(await added).toBe(false);
  });

  test('of adding: once the host says so', async () => {
    const webApp = fakeWebApp('8.0');
    const added = adapterOf(webApp).addToHomeScreen();
    webApp.emit('homeScreenAdded');
    expect(await added).toBe(true);
  });

  test('of a download: saving, declined, or not here', async () => {
    const download = (version: string, accepted: boolean) =>
      adapterOf(fakeWebApp(version, { downloadFile: (_file, callback) => callback(accepted) })).downloadFile(
        'https://app.test/file',
        'file',
      );
    expect(await download('8.0', true)).toBe('saving');
    expect(await download('8.0', false)).toBe('declined');
    expect(await download('7.10', true)).toBe('unsupported');
  });
});

describe('events', () => {
  test('insets are those of the device and of the host together, at once and whenever they change', () => {
    const webApp = fakeWebApp('8.0');
    const insets = vi.fn();
    adapterOf(webApp).onInsets(insets);
    expect(insets).toHaveBeenCalledWith({ top: 15, right: 1, bottom: 20, left: 0 });
    webApp.emit('contentSafeAreaChanged');
    webApp.emit('safeAreaChanged');
    expect(insets).toHaveBeenCalledTimes(3);
  });

  test('a theme carries six-digit colours only', () => {
    const webApp = fakeWebApp('6.0');
    const themes = vi.fn();
    adapterOf(webApp).onTheme(themes);
    webApp.emit('themeChanged');
    expect(themes).toHaveBeenCalledWith({ bg_color: '#101010' });
  });
});
