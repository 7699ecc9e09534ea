/**
 * Basis of every journey: a server, the messaging app's stand-in, a user. A journey fails if the page reports a
 * violation of the content policy or an uncaught error.
 */

import { resolve } from 'node:path';
import { type BrowserContext, test as base, expect, type Locator, type Page } from 'playwright/test';
import { SCREENS } from '#app/screens/table.ts';
import type { Language } from '#core/languages.ts';
import { readManifest } from '#tests/journeys/built.ts';
import { installHost, type TestHost } from '#tests/support/host.ts';
import {
  DARK_THEME,
  LIGHT_THEME,
  launchFragment,
  signLaunchData,
  type TestUser,
} from '#tests/support/launch.ts';
import { BOT_TOKEN, type ServerOptions, startServer, type TestServer } from '#tests/support/server.ts';
import { type Json, signedCalls } from '#tests/support/signed-calls.ts';

export { expect };

/** The build under test, which `npm test` has just made. */
export const BUILT = resolve(process.env['IRICH_DIST'] ?? 'dist');

export interface OpenOptions {
  readonly path?: string;
  readonly user?: TestUser;
  /** Another tab or window; by default the journey's page. */
  readonly page?: Page;
  /** Seconds since 1970; by default now. */
  readonly authDate?: number;
  readonly startParameter?: string;
  readonly platform?: string;
  readonly version?: string;
  /** Another address of the same server. */
  readonly origin?: string;
}

export interface App {
  readonly server: TestServer;
  readonly host: TestHost;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly user: TestUser;
  /** Opens the app like the messaging app. */
  open(options?: OpenOptions): Promise<void>;
  /** Registers a user and completes onboarding over the API, like an earlier visit. */
  onboard(user?: TestUser, startParameter?: string): Promise<void>;
  /** A signed call outside of the app. */
  call(
    method: string,
    path: string,
    body?: unknown,
    user?: TestUser,
  ): Promise<{ status: number; body: Json }>;
  /** The server's points for calculations. */
  activityPoints(user?: TestUser): Promise<string>;
  /** Number of calculations in the user's ledger. */
  recordedCalculations(user?: TestUser): Promise<number>;
  /** Resolves when the service worker holds this release and controls this page. */
  untilPrecached(page?: Page): Promise<void>;
  /** Leaves the app and clears this device's storage. */
  forget(what: 'everything' | 'databases'): Promise<void>;
  /** Code and texts of screens that must work offline and that this journey has not fetched yet. */
  unfetchedScreens(): readonly string[];
  /** Errors that this journey provokes on purpose. */
  readonly expectedErrors: RegExp[];
}

export interface Options {
  readonly scheme: 'light' | 'dark';
  readonly language: Language;
  /** Like iOS, where the page has no service workers. */
  readonly withoutServiceWorker: boolean;
  /** The served build. */
  readonly dist: string;
  /** Whether the advert is still due; by default its day is far ahead. */
  readonly advert: boolean;
  /** More server options; with any the journey gets its own server. */
  readonly serverOptions: ServerOptions;
  /** For a journey that stops the server or changes its database. */
  readonly ownServer: boolean;
}

let nextUserId = 5_000_000_001;

export function makeUser(more: Partial<TestUser> = {}): TestUser {
  nextUserId += 1;
  return { id: nextUserId, first_name: 'Ada', username: `ada_${nextUserId}`, language_code: 'en', ...more };
}

export const test = base.extend<Options & { server: TestServer; app: App }, { commonServer: TestServer }>({
  scheme: ['light', { option: true }],
  language: ['en', { option: true }],
  withoutServiceWorker: [false, { option: true }],
  dist: [BUILT, { option: true }],
  advert: [false, { option: true }],
  serverOptions: [{}, { option: true }],
  ownServer: [false, { option: true }],

  commonServer: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture wants
    async ({}, use) => {
      const server = await startServer({ dist: BUILT });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  // Every journey has its own users, so most of them can share a server.
  server: async ({ commonServer, dist, serverOptions, ownServer }, use) => {
    if (!ownServer && dist === BUILT && Object.keys(serverOptions).length === 0) return use(commonServer);
    const server = await startServer({ dist, ...serverOptions });
    await use(server);
    await server.stop();
  },

  app: async (
    { context, page, server, scheme, language, serviceWorkers, withoutServiceWorker, dist, advert },
    use,
  ) => {
    const user = makeUser({ language_code: language });
    const violations: string[] = [];
    const errors: string[] = [];
    const expectedErrors: RegExp[] = [];
    const fetched = new Set<string>();
    context.on('requestfinished', (request) => fetched.add(new URL(request.url()).pathname));

    const host = await installHost(context, scheme === 'dark' ? DARK_THEME : LIGHT_THEME);
    await watchContext(context, violations, errors);
    if (withoutServiceWorker) {
      await context.addInitScript(() => {
        Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
      });
    }

    const calls = signedCalls(server.origin);

    const app: App = {
      server,
      host,
      context,
      page,
      user,
      expectedErrors,
      call: (method, path, body, who = user) => calls.call(who, method, path, body),
      onboard: (who = user, startParameter) => calls.onboard(who, startParameter),
      activityPoints: (who = user) => calls.activityPoints(who),
      recordedCalculations: (who = user) => calls.recordedCalculations(who),
      async open({ path, user: who, page: where, authDate, startParameter, platform, version, origin } = {}) {
        const launchData = signLaunchData({
          user: who ?? user,
          botToken: BOT_TOKEN,
          ...(authDate === undefined ? {} : { authDate }),
          ...(startParameter === undefined ? {} : { startParameter }),
        });
        const fragment = launchFragment({
          launchData,
          theme: scheme === 'dark' ? DARK_THEME : LIGHT_THEME,
          ...(platform === undefined ? {} : { platform }),
          ...(version === undefined ? {} : { version }),
        });
        const view = where ?? page;
        if (!advert) await view.addInitScript(markAdvert, (who ?? user).id);
        const address = `${origin ?? server.origin}${path ?? '/'}`;
        // An address that differs only in its fragment would load nothing.
        if (view.url().startsWith(`${address}#`) || view.url() === address) await view.goto('about:blank');
        await view.goto(`${address}#${fragment}`);
      },
      async forget(what) {
        // A page without the app, since an open app would write its data again.
        await page.goto(`${server.origin}/mark.svg`);
        await page.evaluate(dropDatabases);
        if (what === 'everything')
          await page.evaluate(() => [localStorage, sessionStorage].map((kept) => kept.clear()));
      },
      unfetchedScreens: () => [...screenFiles(dist, language)].filter((file) => !fetched.has(`/${file}`)),
      async untilPrecached(where = page) {
        expect(serviceWorkers, 'this journey has no service worker').toBe('allow');
        await where.evaluate(async () => {
          const { serviceWorker } = navigator;
          await serviceWorker.ready;
          if (serviceWorker.controller !== null) return;
          await new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
        });
      },
    };

    await use(app);

    for (const open of context.pages())
      await expect(open.locator('#old-engine'), 'this engine is promised').toHaveCount(0);
    // Routes may still be calling the server for their answers, and it may stop now.
    for (const open of context.pages()) await open.unrouteAll({ behavior: 'ignoreErrors' });
    expect(violations, 'violations of the content policy').toEqual([]);
    const unexpected = errors.filter((error) => !expectedErrors.some((pattern) => pattern.test(error)));
    expect(unexpected, 'uncaught errors').toEqual([]);
  },
});

/** In the page: marks the advert as seen for all days to come. */
function markAdvert(userId: number): void {
  try {
    if (location.origin !== 'null') localStorage.setItem(`irich:${userId}:advert`, '9e15');
  } catch {
    // A journey whose browser stores nothing. Its user has calculated nothing either.
  }
}

/** In the page. */
async function dropDatabases(): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    await new Promise<void>((resolve, reject) => {
      const deletion = indexedDB.deleteDatabase(name);
      deletion.onsuccess = () => resolve();
      deletion.onerror = () => reject(deletion.error);
    });
  }
}

async function watchContext(context: BrowserContext, violations: string[], errors: string[]): Promise<void> {
  await context.exposeBinding('reportViolation', (_source, text: string) => {
    violations.push(text);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = window as unknown as { reportViolation(text: string): void };
      reportViolation(
        `${event.effectiveDirective} ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`,
      );
    });
  });
  context.on('weberror', (error) => errors.push(String(error.error())));
}

/** Files of the newest build with the screens that must work offline, their imports and texts. */
function screenFiles(dist: string, language: Language): ReadonlySet<string> {
  const manifest = readManifest(dist);
  const files = new Set<string>();
  const add = (key: string): void => {
    const chunk = manifest[key];
    if (chunk === undefined || files.has(chunk.file)) return;
    files.add(chunk.file);
    chunk.imports?.forEach(add);
  };
  // All except onboarding and the advert, which need the network.
  const screens = SCREENS.filter(({ path }) => path !== '/').map(({ file }): string => file);
  const sources = [...screens, 'src/device/calls/browser-calls.ts', 'src/device/verify/in-place.ts'];
  const texts = new RegExp(`^locales/${language}/(?!launch|onboarding|advert)`);
  for (const key of Object.keys(manifest)) if (sources.includes(key) || texts.test(key)) add(key);
  return files;
}

/** Counts page loads from now on. */
export function countLoads(page: Page): { readonly count: number } {
  const loads = { count: 0 };
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().startsWith('http')) loads.count += 1;
  });
  return loads;
}

/** Shows another screen of the open app, without a page load: the router follows the address. */
export function visit(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => window.history.pushState(null, '', to), path);
}

/** Fills one input of the current screen by name, like a user: focus, type over, leave. */
export async function fillField(page: Page, name: string, value: string, form?: string): Promise<void> {
  const scope = form === undefined ? page : page.locator(`form[name="${form}"]`);
  await scope.locator(`input[name="${name}"]`).fill(value);
}

/** Chooses one option of a toggle. */
export async function choose(page: Page, name: string, value: string): Promise<void> {
  const radio = page.locator(`input[type="radio"][name="${name}"][value="${value}"]`);
  await radio.evaluate((input: HTMLInputElement) => input.click());
  await expect(radio).toBeChecked();
}

/** The current screen's result of that name. */
export function output(page: Page, name: string) {
  return page.locator(`output[name="${name}"]`);
}

/** The rows of the history screen, one per calculation. */
export function historyRows(page: Page) {
  return page.locator('main [data-id]');
}

/**
 * Answers these addresses with an error or not at all, until the journey presses the button: the app's own
 * retries do not succeed earlier.
 */
export async function failUntilPressed(
  page: Page,
  addresses: string,
  fault: { status: number; body?: string; json?: unknown } | 'no answer',
): Promise<{ press(button: Locator): Promise<void> }> {
  let isMended = false;
  let asked = 0;
  let release = (): void => undefined;
  const pressed = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    if (!isMended) return fault === 'no answer' ? route.abort() : route.fulfill(fault);
    asked += 1;
    await pressed;
    return route.continue();
  });
  return {
    async press(button) {
      isMended = true;
      // A press may join an attempt of the app that already got the error.
      await expect(async () => {
        if (asked === 0) await button.click({ timeout: 1000 });
        expect(asked).toBeGreaterThan(0);
      }).toPass();
      release();
    },
  };
}

/**
 * Short-lived messages stay until `page.clock` advances. A minute passes at once before that, so no call should
 * be waiting for its answer.
 * @param page whose clock the journey has installed.
 */
export function stopTime(page: Page): Promise<void> {
  return page.clock.pauseAt(Date.now() + 60_000);
}

/** Advances the page's clock, which the journey controls, until this holds. @param stepMs how much passes at once. */
export async function letTimePass(page: Page, isSo: () => Promise<boolean>, stepMs = 20): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(stepMs);
        return isSo();
      },
      { intervals: [0] },
    )
    .toBe(true);
}

/** Resolves once the page has painted again, with earlier scroll events handled. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  );
}

/** Handles a request whose page may have closed or reloaded in between. */
export async function unlessGone(act: Promise<unknown>): Promise<void> {
  try {
    await act;
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

/** Whether this failed because the page or its content is gone. */
export function isGone(error: unknown): boolean {
  return /destroyed|closed|already handled|navigat/i.test(String(error));
}
