/** The app on a phone, as the journeys use and see it. */
import assert from 'node:assert/strict';
import { LIGHT_THEME, launchFragment, signLaunchData, type TestUser } from '#tests/support/launch.ts';
import { BOT_TOKEN } from '#tests/support/server.ts';
import { describeTarget, elementScript, type Phone, run, type Target } from './phone.ts';

export interface EngineApp {
  readonly phone: Phone;
  /** Opens the app like the messaging app: a new page with new launch data. */
  open(user: TestUser, path?: string): Promise<void>;
  /** Goes to another address of the app, or back to it, like a reload. */
  goto(path: string): Promise<void>;
  /** Shows another screen of the open app, without a page load. */
  visit(path: string): Promise<void>;
  /** Waits for the target, then presses it. */
  tap(target: Target): Promise<void>;
  /** Waits for the field, then replaces its text. */
  type(target: Target, text: string): Promise<void>;
  /** Waits until the target is shown. */
  sees(target: Target, patienceMs?: number): Promise<void>;
  /** The target's text, or null if it is not shown. */
  text(target: Target): Promise<string | null>;
  /** Waits until a condition holds; a rejection counts as not yet. */
  until(what: string, isSo: () => Promise<boolean>, patienceMs?: number): Promise<void>;
  /** Waits until the service worker has the app's files and controls this page. */
  untilPrecached(): Promise<void>;
  /** Fails if the page had an uncaught error or violated the content policy. */
  expectNoErrors(): Promise<void>;
}

const PATIENCE_MS = 10_000;
const POLL_MS = 50;

let nextUserId = 6_000_000_001;

export function makeUser(first_name: string): TestUser {
  nextUserId += 1;
  return { id: nextUserId, first_name, username: `user_${nextUserId}`, language_code: 'en' };
}

export const heading = (text: string | RegExp): Target => ({ css: 'h1', text });
export const button = (text: string | RegExp): Target => ({ css: 'button', text });

/** @param origin where the phone finds the app. */
export function createEngineApp(phone: Phone, origin: string): EngineApp {
  const until: EngineApp['until'] = async (what, isSo, patienceMs = PATIENCE_MS) => {
    const deadline = performance.now() + patienceMs;
    let fault: unknown = null;
    do {
      try {
        if (await isSo()) return;
        fault = null;
      } catch (error) {
        // The page may be reloading, or something still covers the target.
        fault = error;
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    } while (performance.now() < deadline);
    const shown = await run(phone, pageText).catch(String);
    throw new Error(`not so within ${patienceMs} ms: ${what}\n${fault ?? ''}\nThe page: ${shown}`);
  };
  /**
   * A page that changes its own address at that moment cancels the navigation in WebKit, so it may take another
   * try.
   */
  const load = (url: string, path: string) =>
    until(`${url} is loaded`, async () => {
      await phone.goto(url);
      return (await phone.evaluate('location.pathname')) === path;
    });
  const done = (act: () => Promise<void>) => () => act().then(() => true);

  return {
    phone,
    until,
    async open(user, path = '/') {
      const fragment = launchFragment({
        launchData: signLaunchData({ user, botToken: BOT_TOKEN }),
        theme: LIGHT_THEME,
      });
      // A new address that differs only in its fragment would load nothing.
      await load('about:blank', 'blank');
      await phone.goto(`${origin}${path}#${fragment}`);
    },
    goto: (path) => load(origin + path, path),
    visit: (path) => run(phone, showScreen, path),
    tap: (target) =>
      until(
        `a tap on ${describeTarget(target)}`,
        done(() => phone.tap(target)),
      ),
    type: (target, text) =>
      until(
        `typing into ${describeTarget(target)}`,
        done(() => phone.type(target, text)),
      ),
    sees: (target, patienceMs) =>
      until(
        `${describeTarget(target)} is shown`,
        async () => (await phone.evaluate(`${elementScript(target)} !== null`)) === true,
        patienceMs,
      ),
    async text(target) {
      const text = await phone.evaluate(`${elementScript(target)}?.textContent.trim() ?? null`);
      return text as string | null;
    },
    // It fetches the whole app first.
    untilPrecached: () =>
      until('the service worker answers', () => run(phone, isControlled), 3 * PATIENCE_MS),
    async expectNoErrors() {
      assert.deepEqual(await run(phone, watchedErrors), [], 'errors in the page');
    },
  };
}

/** In the page: collects errors for the end of the journey, and marks the advert as seen for all days to come. */
export function watchErrors(): void {
  const KEY = 'test:errors';
  const note = (error: string) => {
    const noted = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as string[];
    sessionStorage.setItem(KEY, JSON.stringify([...noted, `${location.pathname}: ${error}`]));
  };
  addEventListener('error', ({ message }) => note(message));
  addEventListener('unhandledrejection', ({ reason }) => note(String(reason)));
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    note(`content policy: ${effectiveDirective} ${blockedURI}`),
  );
  const launch = new URLSearchParams(location.hash.slice(1)).get('tgWebAppData');
  if (launch === null) return;
  const { id } = JSON.parse(new URLSearchParams(launch).get('user') ?? '{}') as { id?: number };
  localStorage.setItem(`irich:${id}:advert`, '9e15');
}

/** In the page: the router follows the address. */
function showScreen(path: string): void {
  history.pushState(null, '', path);
}

/** In the page. */
function watchedErrors(): string[] {
  return JSON.parse(sessionStorage.getItem('test:errors') ?? '[]') as string[];
}

/** In the page. */
function isControlled(): boolean {
  return navigator.serviceWorker.controller !== null;
}

/** In the page. */
function pageText(): string {
  return (document.getElementById('root')?.textContent ?? '').replace(/\s+/g, ' ').slice(0, 600);
}
