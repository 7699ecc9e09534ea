/** The real app in the page of a component test: its own boot, router, device, texts and database, over a fake server. */
import i18next, { type InitOptions, type Resource, type ResourceLanguage } from 'i18next';
import { onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import { openBootHints } from '#app/boot/boot-hint.ts';
import { type ShownApp, showApp } from '#app/boot/start.tsx';
import { type Language, languageOf } from '#core/languages.ts';
import type { OpenDevice } from '#device/create-device.ts';
import { parseLaunch } from '#platform/telegram/launch.ts';
import { loadAdapter } from '#platform/telegram/sdk.ts';
import { createFakeServer, type FakeServer, type OpenFakeServer } from '#tests/support/fake-server.ts';
import { type HostMessage, SAFE_BOTTOM, standAround } from '#tests/support/host.ts';
import {
  DARK_THEME,
  LIGHT_THEME,
  launchFragment,
  signLaunchData,
  type TestUser,
} from '#tests/support/launch.ts';
import { openPageScope, type PageScope } from '#tests/support/page-scope.ts';
import '#ui/tokens.css';
import '#ui/base.css';

/** How the messaging app opens the app. */
export interface LaunchedBy {
  readonly startParameter?: string;
  /** Seconds since 1970; by default now. Launches with the same one are the same launch. */
  readonly authDate?: number;
}

export interface RenderOptions extends LaunchedBy {
  /** By default Home. */
  readonly path?: string;
  readonly user?: Partial<TestUser>;
  readonly language?: Language;
  readonly scheme?: 'light' | 'dark';
  /** Whether an earlier visit has completed onboarding; by default it has. */
  readonly isOnboarded?: boolean;
  /** Whether the device has lost its store, and only knows that the user has been here before. */
  readonly isForgetful?: boolean;
  /** Whether the advert is still due; by default its day is far ahead. */
  readonly advert?: boolean;
  /** Other answers of the host to its events: an event with its data, or null for none. */
  readonly hostAnswers?: Readonly<Record<string, readonly [string, unknown] | null>>;
  /** CSS pixels; by default 390 by 844. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Prepares the server, and the page's storage, before the app starts. */
  readonly before?: (server: FakeServer) => void;
}

export interface TestApp {
  readonly server: FakeServer;
  readonly user: TestUser;
  readonly host: {
    /** Every message that the app has posted since it was opened. */
    messages(): readonly HostMessage[];
    /** Sends an event to the app, such as `back_button_pressed` or `theme_changed`. */
    send(type: string, data?: unknown): void;
  };
  /** Closes the app and opens it again, with all that the device has kept. By default at the same path, by the same link. */
  reopen(path?: string, launchedBy?: LaunchedBy): Promise<void>;
}

/** Parts of screens load their texts once per page, so every start has all of them, in both languages. */
const { init } = i18next;
i18next.init = ((options: InitOptions) =>
  init.call(i18next, { ...options, resources: allTexts() })) as typeof init;

function allTexts(): Resource {
  const files = import.meta.glob<ResourceLanguage>('../../locales/*/*.json', {
    import: 'default',
    eager: true,
  });
  const texts: Resource = {};
  for (const [path, file] of Object.entries(files)) {
    const [language = '', name = ''] = path.replace('.json', '').split('/').slice(-2);
    texts[language] = { ...texts[language], [name]: file };
  }
  return texts;
}

const USUAL = { width: 390, height: 844 };

/** Of the page that runs the tests. */
const START_ADDRESS = `${location.pathname}${location.search}`;

let nextUserId = 6_000_000_001;

/** The app in the page. */
let opened: OpenedApp | null = null;

/**
 * Opens the app like the messaging app does, and removes every trace of it once the test has ended. A second call in a test
 * closes the first app and opens another one, on a device that knows nothing.
 */
export async function renderApp(options: RenderOptions = {}): Promise<TestApp> {
  if (opened !== null) await endApp();
  const { language = 'en', scheme = 'light', isOnboarded = true, advert = false } = options;
  nextUserId += 1;
  const user: TestUser = {
    id: nextUserId,
    first_name: 'Ada',
    username: `ada_${nextUserId}`,
    language_code: language,
    ...options.user,
  };
  const server = createFakeServer(user, isOnboarded);
  const theme = scheme === 'dark' ? DARK_THEME : LIGHT_THEME;
  current = server;
  if (!advert) localStorage.setItem(`irich:${user.id}:advert`, '9e15');
  if (options.isForgetful === true) {
    localStorage.setItem(`irich:${user.id}:boot`, JSON.stringify({ onboarded: true }));
  }
  options.before?.(server);

  const open = (path: string, { startParameter, authDate }: LaunchedBy): Promise<OpenedApp> => {
    const launchData = signLaunchData({
      user,
      botToken: 'none',
      ...(startParameter === undefined ? {} : { startParameter }),
      ...(authDate === undefined ? {} : { authDate }),
    });
    return openApp(`${path}#${launchFragment({ launchData, theme })}`, theme, options.hostAnswers ?? {});
  };

  onTestFinished(async () => {
    vi.useRealTimers();
    await endApp();
    if (options.viewport !== undefined) await page.viewport(USUAL.width, USUAL.height);
    if (server.faults.length > 0) throw new Error(server.faults.join('\n'));
  });
  const { width, height } = options.viewport ?? USUAL;
  if (options.viewport !== undefined) await page.viewport(width, height);
  opened = await open(options.path ?? '/', options);

  return {
    server,
    user,
    host: {
      messages: () => window.hostMessages,
      send: (type, data = null) => sdk().WebView.receiveEvent(type, data),
    },
    async reopen(path = `${location.pathname}${location.search}`, launchedBy = options) {
      await opened?.close();
      opened = await open(path, launchedBy);
    },
  };
}

interface OpenedApp {
  close(): Promise<void>;
}

async function endApp(): Promise<void> {
  await opened?.close();
  opened = null;
  current = null;
  history.replaceState(null, '', START_ADDRESS);
  await clearPage();
}

async function openApp(
  address: string,
  theme: Readonly<Record<string, string>>,
  hostAnswers: NonNullable<RenderOptions['hostAnswers']>,
): Promise<OpenedApp> {
  const scope = openPageScope();
  standAround({ theme, safeBottom: SAFE_BOTTOM, isFramed: true });
  answerAsHost(hostAnswers);
  history.replaceState(null, '', address);
  const container = document.createElement('div');
  container.id = 'root';
  document.body.append(container);
  const launch = parseLaunch(location.hash);
  if (launch === null) throw new Error('the launch cannot be read');
  const hints = openBootHints(localStorage, launch.user?.id ?? 0);
  const language = hints.read().language ?? languageOf(launch.user?.languageCode);
  const unfollow = await followSdk(launch.parameters);
  const app = await showApp({ launch, hints, language, word: null });
  return { close: () => closeApp(app, container, scope, unfollow) };
}

function answerAsHost(answers: NonNullable<RenderOptions['hostAnswers']>): void {
  const { TelegramWebviewProxy: host } = window as unknown as {
    TelegramWebviewProxy: { postEvent(type: string, text: string): void };
  };
  const { postEvent } = host;
  host.postEvent = (type, text) => {
    const answer = answers[type];
    if (answer === undefined) return postEvent.call(host, type, text);
    window.hostMessages.push({ type, data: null });
    if (answer !== null) setTimeout(() => sdk().WebView.receiveEvent(...answer));
  };
}

async function closeApp(
  { root, device }: ShownApp,
  container: HTMLElement,
  scope: PageScope,
  unfollow: () => void,
): Promise<void> {
  // What an app starts after its first paint would otherwise start in the next app's time, and never end.
  await vi.waitUntil(isStarted, { timeout: 10_000, interval: 10 });
  root.unmount();
  container.remove();
  scope.close();
  unfollow();
  // The deferred device passes on every call, once it is connected.
  void (device as OpenDevice).close();
  // The router's own.
  Reflect.deleteProperty(history, 'pushState');
  Reflect.deleteProperty(history, 'replaceState');
}

/** The app tells the host that it is ready once all that follows its first paint has started. */
function isStarted(): boolean {
  return window.hostMessages.some(({ type }) => type === 'web_app_ready');
}

/** The server of the running test. Apps of earlier tests may still ask: they get no answer. */
let current: OpenFakeServer | null = null;

/** Addresses of the API are the server's; all others, such as files of the app, are the page's. */
const { fetch: fetchFile } = window;
window.fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
  if (!pathname.startsWith('/api/')) return fetchFile(input, init);
  if (current === null) throw new TypeError('Failed to fetch');
  return current.fetch(input, init);
};

type Listener = () => void;

interface Sdk {
  readonly WebView: { receiveEvent(type: string, data: unknown): void };
  readonly WebApp: {
    onEvent(type: string, listener: Listener): void;
    offEvent(type: string, listener: Listener): void;
    readonly BackButton: {
      hide(): void;
      onClick(listener: Listener): void;
      offClick(listener: Listener): void;
    };
  };
}

function sdk(): Sdk {
  return (window as unknown as { Telegram: Sdk }).Telegram;
}

/** The SDK runs once per page, for all apps in turn: the returned function ends what this app has asked of it. */
async function followSdk(parameters: Readonly<Record<string, string>>): Promise<() => void> {
  await loadAdapter(parameters, () => undefined);
  const { WebApp } = sdk();
  const { BackButton } = WebApp;
  const { onEvent } = WebApp;
  const { onClick } = BackButton;
  const enders: (() => void)[] = [];
  WebApp.onEvent = (type, listener) => {
    onEvent.call(WebApp, type, listener);
    enders.push(() => WebApp.offEvent(type, listener));
  };
  BackButton.onClick = (listener) => {
    enders.push(() => BackButton.offClick(listener));
    return onClick.call(BackButton, listener);
  };
  return () => {
    for (const end of enders) end();
    BackButton.hide();
    WebApp.onEvent = onEvent;
    BackButton.onClick = onClick;
  };
}

/** Removes everything that an app keeps, shows and remembers beyond its root. */
async function clearPage(): Promise<void> {
  localStorage.clear();
  sessionStorage.clear();
  const root = document.documentElement;
  for (const name of ['data-scheme', 'data-motion', 'style', 'lang']) root.removeAttribute(name);
  for (const { name } of await indexedDB.databases()) {
    if (name?.startsWith('irich-')) indexedDB.deleteDatabase(name);
  }
}
