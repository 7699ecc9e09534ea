/** Lost code is fetched again in every engine: with the network, or with one reload of the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { test as base, countLoads, expect, fillField, visit } from '#tests/journeys/app.ts';
import { CALLS, fileOf, HISTORY, LATE_STYLES, readManifest, VERIFICATION } from '#tests/journeys/built.ts';
import { hintOnboarded } from '#tests/journeys/onboarding.ts';
import { type LossyNetwork, startLossyNetwork } from '#tests/support/lossy-network.ts';

const test = base.extend<{ network: LossyNetwork }>({
  network: async ({ server }, use) => {
    const network = await startLossyNetwork(server.origin);
    await use(network);
    await network.stop();
  },
  // The app loads through the lossy network, calls of the journey do not.
  app: async ({ app, network }, use) => {
    await use({ ...app, open: (options) => app.open({ ...options, origin: network.origin }) });
  },
});

test.use({ serviceWorkers: 'block' });

const AWAY = /there is no network, or a weak one/i;
const RESTARTED = 'so it was restarted';

const history = (page: Page) => page.getByRole('heading', { level: 1, name: 'History' });

for (const [what, source] of [
  ['the file of the screen', HISTORY],
  ['a file that it imports', 'esm'],
  ['its texts', 'locales/en/history.json'],
  ['its styles', LATE_STYLES],
] as const) {
  test(`a screen loads without a page reload once the network is back: ${what} was lost`, async ({
    app,
    page,
    dist,
    network,
  }) => {
    await app.onboard();
    await hintOnboarded(page, app.user.id);
    const file = fileOf(dist, source);
    const loads = countLoads(page);
    network.lose = ({ url }) => url === file;
    await app.open({ path: '/history' });
    await expect(page.getByText(AWAY)).toBeVisible({ timeout: 30_000 });
    const before = network.asked.filter((one) => one === `GET ${file}`).length;
    await expect
      .poll(() => network.asked.filter((one) => one === `GET ${file}`).length)
      .toBeGreaterThan(before);
    network.lose = () => false;
    const at = network.asked.length;
    await expect(history(page)).toBeVisible();
    expect(loads.count).toBe(1);
    // The import finds the fetched file.
    expect(network.asked.slice(at).filter((one) => one === `GET ${file}`)).toHaveLength(1);
  });
}

for (const name of ['base', 'start', 'home', 'locales/en/common.json']) {
  test(`the app starts without a reload once the network is back: ${name} was lost`, async ({
    app,
    page,
    dist,
    network,
  }) => {
    await app.onboard();
    const file = fileOf(dist, name);
    const loads = countLoads(page);
    let lost = 0;
    network.lose = ({ url }) => {
      if (url !== file || lost === 2) return false;
      lost += 1;
      return true;
    };
    await app.open({ path: '/index' });
    await expect(page.getByRole('link', { name: 'Calculators' }).first()).toBeVisible({ timeout: 30_000 });
    expect(lost).toBe(2);
    expect(loads.count).toBe(1);
  });
}

test('code that is fetched ahead and was lost comes later, without a reload', async ({
  app,
  page,
  dist,
  network,
}) => {
  await app.onboard();
  const file = fileOf(dist, VERIFICATION);
  const loads = countLoads(page);
  network.lose = ({ url }) => url === file;
  const failed = page.waitForEvent('console', (message) => /points check|fetched ahead/.test(message.text()));
  await app.open({ path: '/index' });
  await failed;
  network.lose = () => false;
  const at = network.asked.length;
  await expect.poll(() => network.asked.slice(at)).toContain(`GET ${file}`);
  expect(loads.count).toBe(1);
});

test('a page whose first script was lost shows a message and reloads once the script is available', async ({
  app,
  page,
  dist,
  network,
}) => {
  await app.onboard();
  const file = fileOf(dist, 'index.html');
  const loads = countLoads(page);
  network.lose = ({ url }) => url === file;
  await app.open({ path: '/index' });
  await expect(page.getByText(AWAY)).toBeVisible();
  network.lose = () => false;
  await expect(page.getByRole('link', { name: 'Calculators' }).first()).toBeVisible();
  await expect(page.getByText(AWAY)).toHaveCount(0);
  expect(loads.count).toBe(2);
});

test.describe('an import that fails although its files were fetched', () => {
  /** The cache keeps no copy of the file, and the network drops the engine's import request. */
  function refuse(network: LossyNetwork, file: string): void {
    network.changeHeaders = ({ url }) => (url === file ? { 'cache-control': 'no-store' } : {});
    network.lose = ({ url, headers }) => url === file && headers['sec-fetch-dest'] === 'script';
  }

  test('reloads the page, says so, and keeps typed input', async ({ app, page, dist, network }) => {
    await app.onboard();
    await app.open({ path: '/riskmoney' });
    await fillField(page, 'riskAmount', '75');
    const loads = countLoads(page);
    refuse(network, fileOf(dist, HISTORY));
    page.on('request', (request) => {
      if (request.isNavigationRequest()) network.lose = () => false;
    });
    await visit(page, '/history');
    await expect(history(page)).toBeVisible();
    await expect(page.getByText(RESTARTED)).toBeVisible();
    expect(loads.count).toBe(1);
    await visit(page, '/riskmoney');
    await expect(page.locator('input[name="riskAmount"]')).toHaveValue('75');
  });

  for (const hasStorage of [true, false]) {
    test(`reloads once, then the screen offers a retry${hasStorage ? '' : ', though the browser keeps nothing'}`, async ({
      app,
      page,
      dist,
      network,
    }) => {
      await app.onboard();
      if (!hasStorage) {
        app.expectedErrors.push(/refused/);
        await page.addInitScript(() =>
          Object.defineProperty(window, 'sessionStorage', {
            get() {
              throw new DOMException('refused', 'SecurityError');
            },
          }),
        );
      }
      const loads = countLoads(page);
      refuse(network, fileOf(dist, HISTORY));
      await app.open({ path: '/history' });
      await expect.poll(() => loads.count).toBe(2);
      const button = page.getByRole('button', { name: /Try again|Reload/ });
      await expect(button).toBeVisible();
      const tries = network.asked.length;
      await button.click();
      await expect.poll(() => network.asked.length).toBeGreaterThanOrEqual(tries);
      await expect(button).toBeVisible();
      expect(loads.count).toBe(2);
    });
  }

  test('reloads the page for a call of the device, which works then', async ({
    app,
    page,
    dist,
    network,
  }) => {
    await app.onboard();
    const loads = countLoads(page);
    refuse(network, fileOf(dist, CALLS));
    let navigations = 0;
    page.on('request', (request) => {
      if (!request.isNavigationRequest()) return;
      navigations += 1;
      if (navigations === 2) network.lose = () => false;
    });
    await app.open({ path: '/profile?checkin=1' });
    await expect(page.getByText(RESTARTED)).toBeVisible();
    const claim = page.getByRole('dialog', { name: 'Daily bonus' }).getByRole('button', { name: /Claim/ });
    await expect(claim).toBeEnabled();
    expect(loads.count).toBe(2);
  });

  test('waits while the server does not answer, since a reload would lose the app', async ({
    app,
    page,
    dist,
    network,
  }) => {
    await app.onboard();
    const loads = countLoads(page);
    const file = fileOf(dist, HISTORY);
    refuse(network, file);
    const loseImports = network.lose;
    network.lose = (request) => loseImports(request) || request.url === '/api/health';
    await app.open({ path: '/history' });
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect
      .poll(() => network.asked.filter((one) => one.endsWith('/api/health')).length)
      .toBeGreaterThan(1);
    expect(loads.count).toBe(1);
  });
});

test.describe('the build', () => {
  /** `loader(()=>import('../journeys/file')…,[…])`, or with an async function around the import. */
  const LOADED =
    /[\w$]+\((?:async)?\(\)=>(?:\{let\{[^}]*\}=await )?import\(`\.\/([^`]+)`\)(?:\.then\((?:[^()]|\([^()]*\))*\))*(?:;return\{[^}]*\}\})?,(?:__vite__mapDeps\(\[[\d,]+\]\)|\[\])\)/g;

  test('passes every dynamic import to the loader', ({ dist }) => {
    const targets = new Set<string>();
    for (const { file } of Object.values(readManifest(dist))) {
      const code = readFileSync(join(dist, file), 'utf8');
      const loaded = [...code.matchAll(LOADED)];
      expect(loaded.length, `imports in ${file}`).toBe(code.match(/\bimport\(/g)?.length ?? 0);
      for (const [, target = ''] of loaded) targets.add(`assets/${target}`);
    }
    expect(targets.size).toBeGreaterThan(60);
  });

  test("lists a file's imports as the loader reads them, and leaves no styles to load", ({ dist }) => {
    const chunks = readManifest(dist);
    for (const { file, imports = [], css = [] } of Object.values(chunks)) {
      const code = readFileSync(join(dist, file), 'utf8');
      const read = [...code.matchAll(/\b(?:from|import)"\.\/([^"]+)"/g)].map(([, name]) => `assets/${name}`);
      expect([...new Set(read)].sort(), file).toEqual(imports.map((key) => chunks[key]?.file).sort());
      expect(css).toEqual([]);
    }
  });

  test('starts the app with the files named in the page and no others', ({ dist }) => {
    const chunks = readManifest(dist);
    const needed = new Set<string>();
    const add = (key: string): void => {
      if (needed.has(key)) return;
      needed.add(key);
      chunks[key]?.imports?.forEach(add);
    };
    const start = Object.keys(chunks).find((key) => chunks[key]?.name === 'start');
    add(start ?? '');
    const names = [...needed].map((key) => chunks[key]?.name).sort();
    expect(names).toEqual(['base', 'index', 'rolldown-runtime', 'start']);
    const html = readFileSync(join(dist, 'index.html'), 'utf8');
    const [, entry] = /<script type="module"[^>]* src="\/([^"]+)"/.exec(html) ?? [];
    const [, named = ''] = /<meta name="first-files" content='([^']+)'/.exec(html) ?? [];
    const files = [entry, ...(JSON.parse(named).page as string[])];
    expect(files.sort()).toEqual([...needed].map((key) => chunks[key]?.file).sort());
  });

  test('preloads no file in a way whose failure engines remember', async ({ app, page }) => {
    await app.open();
    await expect(page.locator('link[rel="preload"][as="fetch"]').nth(2)).toBeAttached();
    await expect(page.locator('#root:not([aria-busy]) main')).toBeVisible();
    await expect(page.locator('link[rel="modulepreload"], link[as="script"]')).toHaveCount(0);
  });
});
