/** Basis of the journeys: an engine's browser, a server whose page has the messaging app around it, a fresh phone. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test as base } from 'playwright/test';
import type { Engine } from '#tests/support/engines.ts';
import { hostScript } from '#tests/support/host.ts';
import { LIGHT_THEME } from '#tests/support/launch.ts';
import { type LossyNetwork, startLossyNetwork } from '#tests/support/lossy-network.ts';
import { createReleases, type Releases } from '#tests/support/releases.ts';
import { VERSION_ANNOTATION } from '#tests/support/reports.ts';
import { startServer, type TestServer } from '#tests/support/server.ts';
import { createEngineApp, type EngineApp, watchErrors } from './app.ts';
import type { EngineBrowser, Phone } from './phone.ts';
import { launchChromium } from './playwright-browser.ts';
import { launchWebKit } from './webdriver-browser.ts';

export interface EngineOptions {
  readonly engine: Engine;
}

/** A server with its own served folder. */
interface Served {
  readonly server: TestServer;
  readonly releases: Releases;
}

interface Fixtures {
  readonly phone: Phone;
  readonly app: EngineApp;
  /** The app as in an iOS web view, without service workers. */
  readonly bareApp: EngineApp;
  /** Between the phone and the server of `bareApp`. */
  readonly network: LossyNetwork;
}

interface WorkerFixtures extends EngineOptions {
  readonly engineBrowser: EngineBrowser | null;
  readonly served: Served;
  readonly bareServed: Served;
}

export const BUILT = resolve(process.env['IRICH_DIST'] ?? 'dist');
const NO_ENGINE: Engine = { name: 'none', kind: 'broken', reason: 'the project names no engine' };

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: [NO_ENGINE, { option: true, scope: 'worker' }],

  engineBrowser: [
    async ({ engine }, use) => {
      const browser = await launch(engine);
      await use(browser);
      await browser?.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  served: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture wants
    async ({}, use) => {
      const served = await serve((built) => surround(built));
      await use(served);
      await stopServing(served);
    },
    { scope: 'worker' },
  ],

  bareServed: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture wants
    async ({}, use) => {
      const served = await serve((built) => surround(built, withoutServiceWorker));
      await use(served);
      await stopServing(served);
    },
    { scope: 'worker' },
  ],

  phone: async ({ engine, engineBrowser }, use, testInfo) => {
    if (engine.kind === 'absent') testInfo.skip(true, engine.reason);
    if (engineBrowser === null) return;
    testInfo.annotations.push({ type: VERSION_ANNOTATION, description: engineBrowser.version });
    const phone = await engineBrowser.newPhone();
    await use(phone);
    await phone.close();
  },

  app: async ({ phone, served }, use) => {
    const app = createEngineApp(phone, served.server.origin);
    await use(app);
    await app.expectNoErrors();
  },

  network: async ({ bareServed }, use) => {
    const network = await startLossyNetwork(bareServed.server.origin);
    await use(network);
    await network.stop();
  },

  bareApp: async ({ phone, network }, use) => {
    const app = createEngineApp(phone, network.origin);
    await use(app);
    await app.expectNoErrors();
  },
});

async function launch(engine: Engine): Promise<EngineBrowser | null> {
  switch (engine.kind) {
    case 'chromium':
      return launchChromium(engine.executable);
    case 'webkit':
      return launchWebKit(engine.programs);
    case 'absent':
      return null;
    case 'broken':
      throw new Error(engine.reason);
  }
}

async function serve(change: (built: string) => void): Promise<Served> {
  const releases = createReleases(BUILT);
  await releases.publish('one', change);
  return { releases, server: await startServer({ dist: releases.dist }) };
}

async function stopServing({ server, releases }: Served): Promise<void> {
  await server.stop();
  releases.remove();
}

/**
 * Makes the page's first script load the messaging app's stand-in, since WebDriver cannot add scripts from
 * outside.
 */
export function surround(built: string, ...more: readonly (() => void)[]): void {
  const scripts = [hostScript(LIGHT_THEME), ...[watchErrors, ...more].map((script) => `(${script})();`)];
  for (const name of ['index.html', 'shell.html', 'forms.html']) {
    const page = join(built, name);
    const html = readFileSync(page, 'utf8').replace('<script>', (start) => `${start}${scripts.join('\n')}\n`);
    writeFileSync(page, html);
  }
}

/** In the page. */
function withoutServiceWorker(): void {
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}
