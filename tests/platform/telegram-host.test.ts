/** The host as screens see it, before and after the SDK has loaded. */
import { describe, expect, test, vi } from 'vitest';
import type { Adapter } from '#platform/telegram/adapter.ts';
import { parseLaunch } from '#platform/telegram/launch.ts';
import { createTelegramHost, type HostPage, performanceClassOf } from '#platform/telegram/telegram-host.ts';
import type { HostTheme, Palette } from '#platform/telegram/theme.ts';
import type { Inset } from '#platform/telegram/web-app.ts';
import { DARK_THEME, launchFragment, signLaunchData } from '#tests/support/launch.ts';

function launchOf() {
  const launchData = signLaunchData({ user: { id: 42, first_name: 'Ada' }, botToken: '1:token' });
  const launch = parseLaunch(launchFragment({ launchData }));
  if (launch === null) throw new Error('no launch');
  return launch;
}

function fakePage(userAgent = 'Mozilla/5.0') {
  const palettes: Palette[] = [];
  const page = {
    userAgent,
    prefersDark: () => false,
    prefersStillness: () => false,
    showPalette: (palette: Palette) => void palettes.push(palette),
    showInsets: vi.fn(),
    showMotion: vi.fn(),
    open: vi.fn(),
    activated: vi.fn(),
  } satisfies HostPage;
  return { page, palettes };
}

const DONE = { ok: true, value: null } as const;

function fakeAdapter() {
  let onTheme: (theme: HostTheme) => void = () => undefined;
  let onInsets: (inset: Inset) => void = () => undefined;
  const adapter = {
    start: vi.fn(),
    setBackButton: vi.fn(),
    setColours: vi.fn(),
    haptic: vi.fn(),
    openLink: vi.fn(() => DONE),
    openTelegramLink: vi.fn(() => DONE),
    showPopup: vi.fn(async () => ({ ok: true, value: 'yes' }) as const),
    scanCode: vi.fn(async () => ({ ok: true, value: true }) as const),
    requestWriteAccess: vi.fn(async () => DONE),
    expand: vi.fn(),
    close: vi.fn(),
    homeScreenStatus: async () => 'missed' as const,
    addToHomeScreen: vi.fn(),
    downloadFile: async () => 'saving' as const,
    shareMessage: vi.fn(async () => DONE),
    onTheme(listener: (theme: HostTheme) => void) {
      onTheme = listener;
    },
    onInsets(listener: (inset: Inset) => void) {
      onInsets = listener;
    },
    onActivated: vi.fn(),
  } satisfies Adapter;
  return { adapter, theme: (theme: HostTheme) => onTheme(theme), insets: (inset: Inset) => onInsets(inset) };
}

describe('before the SDK', () => {
  test('the palette is there at once, and links open in the browser', () => {
    const { page, palettes } = fakePage();
    const host = createTelegramHost(launchOf(), 'host', page);
    expect(palettes).toHaveLength(1);
    expect(host.colorScheme.current()).toBe('light');
    expect(host.openLink('https://example.org')).toEqual(DONE);
    expect(page.open).toHaveBeenCalledWith('https://example.org/');
    expect(() => host.haptic('success')).not.toThrow();
  });

  test('links of other kinds do not open either', () => {
    const { page } = fakePage();
    const host = createTelegramHost(launchOf(), 'host', page);
    for (const link of ['javascript:alert(1)', 'tg://resolve?domain=x', 'data:text/html,x']) {
      expect(host.openLink(link)).toEqual({ ok: false, error: { type: 'invalid_url' } });
      expect(host.openTelegramLink(link).ok).toBe(false);
    }
    expect(page.open).not.toHaveBeenCalled();
  });

  test('calls are made when it loads, and only the last back button', async () => {
    const { page } = fakePage();
    const host = createTelegramHost(launchOf(), 'host', page);
    const [first, last] = [vi.fn(), vi.fn()];
    host.setBackButton(first);
    host.setBackButton(last);
    host.expand();
    const status = host.homeScreenStatus();
    const { adapter } = fakeAdapter();
    host.connect(adapter);
    expect(adapter.start).toHaveBeenCalledOnce();
    expect(adapter.setBackButton.mock.calls).toEqual([[last]]);
    expect(adapter.expand).toHaveBeenCalledOnce();
    expect(await status).toBe('missed');
    expect(await host.requestWriteAccess()).toEqual(DONE);
    expect(host.openTelegramLink('https://t.me/x')).toEqual(DONE);
    expect(page.open).not.toHaveBeenCalled();
    host.haptic('success');
    expect(adapter.haptic).toHaveBeenCalledWith('success');
  });
});

test('a question is asked by the SDK once loaded, and refused at once before', async () => {
  const host = createTelegramHost(launchOf(), 'host', fakePage().page);
  const popup = { message: 'Sure?', buttons: [{ id: 'yes', text: 'Yes' }] };
  const notReady = { ok: false, error: { type: 'not_ready' } };
  expect(await host.showPopup(popup)).toEqual(notReady);
  expect(await host.shareMessage(expect.unreachable)).toEqual(notReady);
  expect(await host.scanCode('Scan', () => null)).toEqual(notReady);
  const { adapter } = fakeAdapter();
  host.connect(adapter);
  expect(adapter.showPopup).not.toHaveBeenCalled();
  expect(await host.showPopup(popup)).toEqual({ ok: true, value: 'yes' });
  expect(await host.shareMessage(async () => 'prepared-1')).toEqual(DONE);
  expect(await host.scanCode('Scan', () => null)).toEqual({ ok: true, value: true });
});

describe('colours', () => {
  test("follow the host's theme and colour the host's own bars", () => {
    const { page, palettes } = fakePage();
    const host = createTelegramHost(launchOf(), 'host', page);
    const { adapter, theme } = fakeAdapter();
    host.connect(adapter);
    const changed = vi.fn();
    host.colorScheme.subscribe(changed);
    theme(DARK_THEME as unknown as HostTheme);
    expect(changed).toHaveBeenCalledOnce();
    expect(host.colorScheme.current()).toBe('dark');
    const { bg, surface } = palettes.at(-1) ?? { bg: '', surface: '' };
    expect(adapter.setColours).toHaveBeenLastCalledWith(bg, surface);
  });

  test("follow the user's choice, whatever the host says", () => {
    const { page } = fakePage();
    const host = createTelegramHost(launchOf(), 'dark', page);
    expect(host.colorScheme.current()).toBe('dark');
    host.chooseTheme('host');
    expect(host.colorScheme.current()).toBe('light');
    expect(host.themeChoice()).toBe('host');
  });
});

test('sharing passes text and link encoded', () => {
  const { page } = fakePage();
  createTelegramHost(launchOf(), 'host', page).share('Риск & прибыль', 'https://t.me/bot/app?startapp=42');
  const url = new URL(page.open.mock.calls[0]?.[0]);
  expect(url.origin + url.pathname).toBe('https://t.me/share/url');
  expect(url.searchParams.get('text')).toBe('Риск & прибыль');
  expect(url.searchParams.get('url')).toBe('https://t.me/bot/app?startapp=42');
});

test('insets reach the page', () => {
  const { page } = fakePage();
  const host = createTelegramHost(launchOf(), 'host', page);
  const { adapter, insets } = fakeAdapter();
  host.connect(adapter);
  insets({ top: 1, right: 2, bottom: 3, left: 4 });
  expect(page.showInsets).toHaveBeenCalledWith({ top: 1, right: 2, bottom: 3, left: 4 });
});

test('a slow Android device flashes in place of animations, unless its user wants none', () => {
  const agent = (performance: string) =>
    `Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 Chrome/111.0 Mobile Safari/537.36 Telegram-Android/11.3.3 (Google sdk_gphone64_arm64; Android 14; SDK 34; ${performance})`;
  expect(performanceClassOf(agent('LOW'))).toBe('LOW');
  expect(performanceClassOf(agent('HIGH'))).toBe('HIGH');
  expect(performanceClassOf(agent('SOON'))).toBeNull();
  expect(performanceClassOf('Mozilla/5.0 (iPhone)')).toBeNull();
  const motionOf = (prefersStillness: boolean, performance: string) => {
    const { page } = fakePage(agent(performance));
    const host = createTelegramHost(launchOf(), 'host', {
      ...page,
      prefersStillness: () => prefersStillness,
    });
    return [host.reducedMotion(), page.showMotion.mock.calls];
  };
  expect(motionOf(false, 'LOW')).toEqual([true, [['flash']]]);
  expect(motionOf(true, 'LOW')).toEqual([true, [['off']]]);
  expect(motionOf(true, 'HIGH')).toEqual([true, [['off']]]);
  expect(motionOf(false, 'HIGH')).toEqual([false, [['on']]]);
});
