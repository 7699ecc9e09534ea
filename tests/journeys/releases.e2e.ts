/** New versions: with an open page, rolled back, with missing files, and replacing a broken service worker. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { type App, BUILT, test as base, expect, fillField } from '#tests/journeys/app.ts';
import { fileOf, HISTORY } from '#tests/journeys/built.ts';
import { assetsOf, createReleases, type Releases } from '#tests/support/releases.ts';

let releases: Releases;

declare global {
  interface Window {
    /** How often the service worker took over the page, where a journey counts it. */
    controllerChanges: number;
  }
}

const test = base.extend({
  // Each journey serves its own folder, so that releases do not affect other journeys.
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture wants
  dist: async ({}, use) => {
    releases = createReleases(BUILT);
    await releases.publish('one');
    await use(releases.dist);
    releases.remove();
  },
});

/** The same, served by the journey's server from then on. */
async function release(app: App, name: string, change?: (built: string) => void): Promise<void> {
  await releases.publish(name, change);
  await app.server.deploy();
}

function releaseOf(page: Page): Promise<string | null> {
  return page.locator('html').getAttribute('data-release');
}

async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.getRegistration())?.update();
  });
}

const updateButton = (page: Page) => page.getByRole('button', { name: /^update$/i });

test('a new version waits and asks; the page keeps running until the user agrees, and drafts survive', async ({
  app,
  page,
}) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await app.untilPrecached();
  await fillField(page, 'riskAmount', '123');

  await release(app, 'two');
  await lookForUpdate(page);
  await expect(updateButton(page)).toBeVisible();
  expect(await releaseOf(page)).toBe('one');
  await expect(page.locator('input[name="riskAmount"]')).toHaveValue('123');

  await updateButton(page).click();
  await expect.poll(() => releaseOf(page)).toBe('two');
  await expect(page.locator('input[name="riskAmount"]')).toHaveValue('123');
});

test('a page without storage does not reload because another page updated', async ({ app, page }) => {
  await app.onboard();
  const other = await app.context.newPage();
  await app.open({ page: other, path: '/riskmoney' });
  await app.untilPrecached(other);
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
    window.controllerChanges = 0;
    navigator.serviceWorker?.addEventListener('controllerchange', () => {
      window.controllerChanges += 1;
    });
  });
  await app.open({ path: '/riskmoney' });
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);

  await release(app, 'two');
  await lookForUpdate(other);
  const warning = page.getByText('what has not been sent is lost');
  await expect(warning).toBeVisible();
  await updateButton(other).click();
  await expect.poll(() => releaseOf(other)).toBe('two');
  await expect.poll(() => page.evaluate(() => window.controllerChanges)).toBe(1);
  expect(await releaseOf(page)).toBe('one');
  await expect(warning).toBeVisible();

  await updateButton(page).click();
  await expect.poll(() => releaseOf(page)).toBe('two');
});

test('a rollback reaches a page of the withdrawn version the same way', async ({ app, page }) => {
  await release(app, 'two');
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await app.untilPrecached();
  expect(await releaseOf(page)).toBe('two');

  await releases.rollBack('one');
  await app.server.deploy();
  await lookForUpdate(page);
  await updateButton(page).click();
  await expect.poll(() => releaseOf(page)).toBe('one');
});

test('a broken service worker is replaced by the next release', async ({ app, page }) => {
  await app.onboard();
  await release(app, 'broken', (built) =>
    writeFileSync(
      join(built, 'sw.js'),
      `addEventListener('install', () => skipWaiting());
       addEventListener('activate', (event) => event.waitUntil(clients.claim()));
       addEventListener('fetch', (event) => event.respondWith(Promise.reject(new Error('broken'))));`,
    ),
  );
  await app.open({ path: '/index' });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // Once it controls the site, no page loads.
  await expect(() =>
    expect(page.goto(`${app.server.origin}/profile`)).rejects.toThrow(/ERR_FAILED/),
  ).toPass();

  await release(app, 'mended');
  // A browser looks for a new worker a second after the last navigation, so tries come further apart.
  await expect(async () => {
    await app.open({ path: '/index' });
    expect(await releaseOf(page)).toBe('mended');
  }).toPass({ intervals: [3_000] });
  await app.untilPrecached();
  await page.reload();
  expect(await releaseOf(page)).toBe('mended');
});

test.describe('without a service worker', () => {
  test.use({ withoutServiceWorker: true });

  test('pages of the last three releases find their files, then a page is told of the new version', async ({
    app,
    page,
  }) => {
    await app.onboard();
    // The code of the history never reaches this page, as on a bad network at the start.
    const kept = fileOf(releases.dist, HISTORY).slice(1);
    await page.route(`**/${kept}`, (route) => route.abort());
    const givenUp = page.waitForEvent('console', (message) => message.text().startsWith('not prefetched'));
    await app.open({ path: '/riskmoney' });
    await fillField(page, 'riskAmount', '321');
    await givenUp;
    await page.unrouteAll();

    await release(app, 'two');
    await release(app, 'three');
    expect((await fetch(`${app.server.origin}/${kept}`)).status).toBe(200);

    await release(app, 'four');
    const gone = await fetch(`${app.server.origin}/${kept}`);
    expect(gone.status).toBe(404);
    expect(await gone.text()).not.toContain('<html');

    await page.locator('nav a[href^="/calculators"]').click();
    await page.locator('a[href^="/history"]').first().click();
    await page.getByRole('button', { name: /new version|update|reload/i }).click();
    await expect.poll(() => releaseOf(page)).toBe('four');
    await app.open({ path: '/riskmoney' });
    await expect(page.locator('input[name="riskAmount"]')).toHaveValue('321');
  });

  for (const [what, file, ask] of [
    [
      "a screen's texts",
      'locales/en/history.json',
      async (page: Page) => {
        await page.locator('nav a[href^="/calculators"]').click();
        await page.locator('a[href^="/history"]').first().click();
      },
    ],
    [
      'another language',
      'locales/ru/common.json',
      (page: Page) => page.getByRole('button', { name: 'Русский' }).click(),
    ],
  ] as const) {
    test(`${what} that a release removed: the page says so at once`, async ({ app, page }) => {
      await app.onboard();
      const manifest = JSON.parse(readFileSync(join(releases.dist, '.vite/manifest.json'), 'utf8'));
      const kept: string = manifest[file].file;
      await page.route(`**/${kept}`, (route) => route.abort());
      await app.open({ path: '/language' });
      await expect(page.locator('main h1')).toBeVisible();
      for (const name of ['two', 'three', 'four']) await release(app, name);
      await page.unrouteAll();
      expect((await fetch(`${app.server.origin}/${kept}`)).status).toBe(404);

      let tries = 0;
      page.on('request', (request) => {
        if (request.method() === 'GET' && request.url().endsWith(kept)) tries += 1;
      });
      await ask(page);
      await expect(page.getByRole('button', { name: /reload/i })).toBeVisible();
      // Few requests precede the message.
      expect(tries).toBeLessThan(5);
      await page.getByRole('button', { name: /reload/i }).click();
      await expect.poll(() => releaseOf(page)).toBe('four');
    });
  }
});

test('the page and the worker are revalidated each time, hashed files never', async ({ app }) => {
  const cacheControl = async (path: string) =>
    (await fetch(`${app.server.origin}${path}`)).headers.get('cache-control');
  for (const path of ['/', '/index.html', '/profile', '/sw.js'])
    expect(await cacheControl(path), path).toBe('no-cache');
  expect(await cacheControl(`/${assetsOf(releases.dist)[0]}`)).toContain('immutable');
});

test('every file named in the page is served', async ({ app }) => {
  const page = await (await fetch(`${app.server.origin}/`)).text();
  const named = [
    ...[...page.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map((match) => match[1] ?? ''),
    ...[...page.matchAll(/"(assets\/[^"]+)"/g)].map((match) => `/${match[1]}`),
  ];
  expect(named.filter((path) => path.startsWith('/assets/')).length).toBeGreaterThan(3);
  for (const path of named) expect((await fetch(`${app.server.origin}${path}`)).status, path).toBe(200);
});

/** The library that connects wallets, and the page of published totals, which the worker leaves alone. */
const NOT_KEPT = ['assets/wallet-', 'assets/proof-page'];

test('the worker precaches the release without the wallet and the page of published totals', async ({
  app,
}) => {
  const worker = await (await fetch(`${app.server.origin}/sw.js`)).text();
  const urls = [...worker.matchAll(/url"?:"([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(urls).toContain('shell.html');
  const assets = assetsOf(releases.dist);
  for (const code of NOT_KEPT) {
    expect(urls.filter((url) => url.startsWith(code))).toEqual([]);
    expect(assets.filter((file) => file.startsWith(code))).not.toEqual([]);
  }
  const isKept = (file: string) => !NOT_KEPT.some((code) => file.startsWith(code));
  expect(assets.filter((file) => isKept(file) && !urls.includes(file))).toEqual([]);
});
