/**
 * A fresh build under the production server, and Chromium as a phone with the messaging app's stand-in around
 * the page.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { EXAMPLE_FILE } from '#api/ops/operator-file.ts';
import { CALLS } from '#core/contract/calls.ts';
import { withScratch } from '#tests/bench/scratch.ts';
import { CHROMIUM_ARGS, ensureChromium } from '#tests/support/chromium.ts';
import { installHost } from '#tests/support/host.ts';
import { LIGHT_THEME, launchFragment, signLaunchData, type TestUser } from '#tests/support/launch.ts';
import { runProcess } from '#tests/support/run-process.ts';
import { BOT_TOKEN, startServer, type TestServer } from '#tests/support/server.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Served {
  readonly server: TestServer;
  /** The built app. */
  readonly dist: string;
}

export interface Stage extends Served {
  readonly browser: Browser;
}

/** Fills a database before it is served. */
export type Fill = (path: string) => Promise<void>;

/** Builds and serves; stops and removes it afterwards. */
export function withServed<T>(work: (served: Served) => Promise<T>, fill?: Fill): Promise<T> {
  return withScratch(1, async (folder) => {
    const dist = join(folder, 'dist');
    const built = await runProcess([process.execPath, 'api/ops/build.ts', '--out', dist], {
      cwd: ROOT,
      limitMs: 180_000,
      env: { OPERATOR_FILE: EXAMPLE_FILE },
    });
    if (built.code !== 0) throw new Error(built.output);
    const database = join(folder, 'irich.sqlite');
    await fill?.(database);
    const server = await startServer({ dist, logTo: join(folder, 'server.log'), database });
    try {
      return await work({ server, dist });
    } finally {
      await server.stop();
    }
  });
}

/** With a browser beside it. */
export function withStage<T>(work: (stage: Stage) => Promise<T>, fill?: Fill): Promise<T> {
  return withServed(async (served) => {
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: CHROMIUM_ARGS });
    try {
      return await work({ ...served, browser });
    } finally {
      await browser.close();
    }
  }, fill);
}

/** A phone with empty storage. */
export async function openPhone(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await installHost(context, LIGHT_THEME);
  return context;
}

export const USER: TestUser = { id: 5_000_000_001, first_name: 'Ada', username: 'ada', language_code: 'en' };

/** The address that the messaging app would open. */
export function launchAddress({ origin }: TestServer, path: string, user = USER): string {
  const launchData = signLaunchData({ user, botToken: BOT_TOKEN });
  return `${origin}${path}#${launchFragment({ launchData, theme: LIGHT_THEME })}`;
}

/** Registered and onboarded, with one calculation, as after an earlier visit. */
export async function onboard({ origin }: TestServer): Promise<void> {
  const authorization = `tma ${signLaunchData({ user: USER, botToken: BOT_TOKEN })}`;
  for (const [path, body] of [
    [CALLS.register.path, { id: USER.id }],
    [CALLS.onboarding.path, { userId: USER.id }],
    [CALLS.calculation.path, { userId: USER.id, calculationType: 'Staking' }],
  ] as const) {
    const headers = { authorization, 'content-type': 'application/json' };
    const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  }
}

/** What an earlier visit stores for the first paint. */
export async function hintReturning(context: BrowserContext, user = USER): Promise<void> {
  await context.addInitScript(([key, hint]) => localStorage.setItem(key, hint), [
    `irich:${user.id}:boot`,
    JSON.stringify({ onboarded: true, language: 'en', theme: 'host' }),
  ] as const);
}

/** Marks the advert as seen, so that it covers nothing. */
export async function hideAdvert(context: BrowserContext, user = USER): Promise<void> {
  await context.addInitScript(
    (id) => location.protocol === 'http:' && localStorage.setItem(`irich:${id}:advert`, '9e15'),
    user.id,
  );
}
