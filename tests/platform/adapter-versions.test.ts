/** Every host version is called only for its features, and a missing or broken host for none. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WebAppLike } from '#platform/telegram/web-app.ts';
import { type HostMethod, SINCE } from '#platform/telegram/web-app.ts';
import { adapterOf, everything, fakeWebApp, POPUP } from '#tests/platform/adapter-rig.ts';

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
    adapterOf(webApp, { warn: () => undefined }).start();
    expect(webApp.calls).toEqual(asked);
  });
});

test('version 6.0 is never asked for later features, and links open in the browser', () => {
  const webApp = fakeWebApp('6.0');
  const open = vi.fn();
  everything(adapterOf(webApp, { open, warn: () => undefined }));
  expect(webApp.calls).toEqual(['ready', 'expand', 'expand', 'close']);
  expect(open.mock.calls).toEqual([['https://example.org/'], ['https://t.me/x']]);
});

test('the log names once each feature that a version lacks, with these texts', async () => {
  const warn = vi.fn();
  const adapter = adapterOf(fakeWebApp('6.4'), { warn });
  for (let round = 0; round < 2; round += 1) {
    everything(adapter);
    await adapter.requestWriteAccess();
    await adapter.downloadFile('https://app.test/file', 'file');
    await adapter.shareMessage(expect.unreachable);
  }
  expect(warn.mock.calls.flat()).toEqual([
    'Method "verticalSwipes" is unsupported in Mini Apps version 6.4',
    'Method "orientation" is unsupported in Mini Apps version 6.4',
    'Parameter "headerColour" is unsupported in Mini Apps version 6.4',
    'Method "bottomBarColour" is unsupported in Mini Apps version 6.4',
    'Method "insets" is unsupported in Mini Apps version 6.4',
    'Method "activity" is unsupported in Mini Apps version 6.4',
    'Method "writeAccess" is unsupported in Mini Apps version 6.4',
    'Method "download" is unsupported in Mini Apps version 6.4',
    'Method "shareMessage" is unsupported in Mini Apps version 6.4',
  ]);
});

/** Every method with the host script's calls for it. */
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
  scanner: 'scan Scan',
  headerColour: 'header #ffffff',
  writeAccess: 'write',
  verticalSwipes: 'disableVerticalSwipes',
  bottomBarColour: 'bar #eeeeee',
  orientation: 'lockOrientation',
  homeScreen: 'home screen',
  addToHomeScreen: 'addToHomeScreen',
  download: 'download',
  shareMessage: 'share prepared-1',
  insets: 'listen safeAreaChanged',
  activity: 'listen activated',
};

const VERSIONS = [
  '6.0',
  '6.1',
  '6.2',
  '6.3',
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

test.each(VERSIONS)('version %s is called for exactly its features', async (version) => {
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
  adapter.addToHomeScreen(expect.unreachable);
  const answers = await Promise.all([
    adapter.showPopup(POPUP),
    adapter.scanCode('Scan', () => null),
    adapter.requestWriteAccess(),
    adapter.homeScreenStatus(),
    adapter.downloadFile('https://app.test/file', 'file'),
    adapter.shareMessage(async () => 'prepared-1'),
  ]);
  await vi.advanceTimersByTimeAsync(3000);

  const has = (method: HostMethod) => webApp.isVersionAtLeast(SINCE[method]);
  const heard = [...webApp.calls, ...calls];
  for (const [method, said] of Object.entries(HEARD) as [HostMethod, string][]) {
    expect(heard.includes(said), method).toBe(has(method));
  }
  const unsupported = { ok: false, error: { type: 'unsupported_method' } };
  expect(answers).toEqual([
    has('popup') ? { ok: true, value: 'yes' } : unsupported,
    has('scanner') ? { ok: true, value: true } : unsupported,
    has('writeAccess') ? { ok: true, value: null } : unsupported,
    has('homeScreen') ? 'missed' : 'unsupported',
    has('download') ? 'saving' : 'unsupported',
    has('shareMessage') ? { ok: true, value: null } : unsupported,
  ]);
});

test('without a host around the page links open in the browser, and the rest is reported as missing', async () => {
  const open = vi.fn();
  const adapter = adapterOf(null, { open });
  everything(adapter);
  expect(open.mock.calls).toEqual([['https://example.org/'], ['https://t.me/x']]);
  const outside = { ok: false, error: { type: 'outside' } };
  expect(await adapter.showPopup(POPUP)).toEqual(outside);
  expect(await adapter.scanCode('Scan', expect.unreachable)).toEqual(outside);
  expect(await adapter.requestWriteAccess()).toEqual(outside);
  expect(await adapter.homeScreenStatus()).toBe('unsupported');
  adapter.addToHomeScreen(expect.unreachable);
  expect(await adapter.downloadFile('https://app.test/file', 'file')).toBe('unsupported');
  expect(await adapter.shareMessage(expect.unreachable)).toEqual(outside);
});

test('a host whose methods all throw changes nothing, and each failure is logged', async () => {
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
    shareMessage: fail,
    showPopup: fail,
    showScanQrPopup: fail,
    closeScanQrPopup: fail,
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
  adapter.addToHomeScreen(expect.unreachable);
  expect(await adapter.downloadFile('https://app.test/file', 'file')).toBe('unsupported');
  const failed = { ok: false, error: { type: 'failed' } };
  expect(await adapter.showPopup(POPUP)).toEqual(failed);
  expect(await adapter.scanCode('Scan', expect.unreachable)).toEqual(failed);
  expect(await adapter.requestWriteAccess()).toEqual(failed);
  expect(await adapter.shareMessage(async () => 'prepared-1')).toEqual(failed);
  expect(warn).toHaveBeenCalledTimes(29);
});
