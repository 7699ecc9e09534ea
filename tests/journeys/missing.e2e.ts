/** Code that fails to load: on a weak network, without one, or after a new version removed it. */
import type { Page, Route } from 'playwright/test';
import { countLoads, expect, fillField, test, unlessGone } from '#tests/journeys/app.ts';
import { fileOf, HISTORY } from '#tests/journeys/built.ts';
import { makeRecord } from '#tests/journeys/calculators.ts';

test.use({ serviceWorkers: 'block' });

const TEXTS = {
  en: {
    away: 'there is no network, or a weak one',
    gone: 'A new version has been released',
    retry: 'Try again',
    reload: 'Reload',
    market: 'Market, 24 h',
    declined: 'Strong decline',
    skeleton: 'Loading the market',
  },
  ru: {
    away: 'сети нет или она слабая',
    gone: 'Вышла новая версия',
    retry: 'Повторить',
    reload: 'Перезагрузить',
    market: 'Рынок за 24 часа',
    declined: 'Сильное падение',
    skeleton: 'Рынок загружается',
  },
} as const;

/** Answers the requests for a file as given, and counts them. */
async function answerTries(
  page: Page,
  file: string,
  answer: (route: Route, tries: number) => Promise<void>,
): Promise<{ readonly count: number }> {
  const tries = { count: 0 };
  await page.route(`**${file}`, (route) => {
    // The check whether the file still exists is not counted.
    if (route.request().method() === 'GET') tries.count += 1;
    return answer(route, tries.count);
  });
  return tries;
}

/** Records whether the page ever shows this text. */
async function watchFor(page: Page, text: string): Promise<() => Promise<boolean>> {
  await page.addInitScript((wanted) => {
    new MutationObserver(() => {
      if (document.body?.textContent?.includes(wanted)) Object.assign(window, { hasSaid: true });
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, text);
  return () => page.evaluate(() => 'hasSaid' in window);
}

const MARKET = 'market-block';
const ADVERT = 'advert';

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];
  test.describe(language, () => {
    test.use({ language });

    test('Home without its market code shows a message after five tries and loads it later', async ({
      app,
      page,
      dist,
    }) => {
      await app.onboard();
      let isWeak = true;
      const tries = await answerTries(page, fileOf(dist, MARKET), (route) =>
        isWeak ? route.abort() : route.continue(),
      );
      await page.route('**/api/health', (route) => route.abort());
      await app.open({ path: '/index' });
      const market = page.getByRole('region', { name: texts.market });
      await expect(market.getByText(texts.away)).toBeVisible();
      expect(tries.count).toBeGreaterThanOrEqual(5);
      await expect(market.getByRole('button', { name: texts.retry })).toBeVisible();
      await expect(page.getByText(texts.gone)).toHaveCount(0);
      isWeak = false;
      await market.getByRole('button', { name: texts.retry }).click();
      await expect(page.getByRole('region', { name: texts.declined })).toBeVisible();
      await expect(market.getByText(texts.away)).toHaveCount(0);
    });

    test('Home whose market a new version removed says so and offers the update', async ({
      app,
      page,
      dist,
    }) => {
      await app.onboard();
      let isTaken = true;
      await answerTries(page, fileOf(dist, MARKET), (route) =>
        isTaken ? route.fulfill({ status: 404 }) : route.continue(),
      );
      await app.open({ path: '/index' });
      const market = page.getByRole('region', { name: texts.market });
      await expect(market.getByText(texts.gone)).toBeVisible();
      isTaken = false;
      await market.getByRole('button', { name: texts.reload }).click();
      await expect(page.getByRole('region', { name: texts.declined })).toBeVisible();
    });
  });
}

test("the first screen's code and texts are requested before the libraries have loaded", async ({
  app,
  page,
  dist,
}) => {
  const screen = ['src/app/screens/onboarding.tsx', 'locales/en/onboarding.json'];
  const areAsked = Promise.all(
    screen.map((source) => page.waitForRequest(`**${fileOf(dist, source)}`, { timeout: 0 })),
  );
  await answerTries(page, fileOf(dist, 'base'), async (route) => {
    await areAsked;
    await route.continue();
  });
  await app.open();
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
});

test("Home's market does not wait for the advert, nor the advert for the market", async ({
  app,
  page,
  dist,
}) => {
  await app.onboard();
  const advert = fileOf(dist, ADVERT);
  await answerTries(page, advert, (route) => route.abort());
  await app.open({ path: '/index' });
  await expect(page.getByRole('region', { name: TEXTS.en.declined })).toBeVisible();
  await page.unrouteAll();
  await answerTries(page, fileOf(dist, MARKET), (route) => route.abort());
  const asked = page.waitForRequest((request) => request.url().endsWith(advert));
  await app.open({ path: '/index' });
  await asked;
});

test('Home offline waits for the network, says so, and continues by itself', async ({
  app,
  page,
  context,
  dist,
}) => {
  await app.onboard();
  let release = (): void => undefined;
  const isOffline = new Promise<void>((resolve) => {
    release = resolve;
  });
  await answerTries(page, fileOf(dist, MARKET), async (route) => {
    await isOffline;
    await unlessGone(route.abort());
  });
  await app.open({ path: '/index' });
  const market = page.getByRole('region', { name: TEXTS.en.market });
  await expect(market.getByText(TEXTS.en.skeleton)).toBeAttached();
  await context.setOffline(true);
  release();
  await expect(market.getByText(TEXTS.en.away)).toBeVisible();
  await page.unrouteAll();
  await context.setOffline(false);
  await expect(page.getByRole('region', { name: TEXTS.en.declined })).toBeVisible();
});

test('a screen on a weak network never claims a new version while it may still load', async ({
  app,
  page,
  dist,
}) => {
  await app.onboard();
  const hasClaimed = await watchFor(page, TEXTS.en.gone);
  const tries = await answerTries(page, fileOf(dist, HISTORY), (route, count) =>
    count <= 4 ? route.abort() : route.continue(),
  );
  await app.open({ path: '/history' });
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
  expect(tries.count).toBeGreaterThan(4);
  expect(await hasClaimed()).toBe(false);
});

test('a screen that fails although the server answers claims it from the fifth try on', async ({
  app,
  page,
  dist,
}) => {
  await app.onboard();
  let letFail = (): void => undefined;
  const isLetFail = new Promise<void>((resolve) => {
    letFail = resolve;
  });
  const tries = await answerTries(page, fileOf(dist, HISTORY), async (route, count) => {
    if (count >= 5) await isLetFail;
    await route.abort();
  });
  await app.open({ path: '/history' });
  await expect(page.getByText(TEXTS.en.away)).toBeVisible();
  await expect.poll(() => tries.count).toBeGreaterThanOrEqual(5);
  await expect(page.getByText(TEXTS.en.gone)).toHaveCount(0);
  letFail();
  await expect(page.getByText(TEXTS.en.gone)).toBeVisible();
  expect(tries.count).toBeGreaterThanOrEqual(5);
  await expect(page.getByRole('button', { name: TEXTS.en.reload })).toBeVisible();
});

test('a screen whose file the server no longer has says so at once', async ({ app, page, dist }) => {
  await app.onboard();
  const tries = await answerTries(page, fileOf(dist, HISTORY), (route) => route.fulfill({ status: 404 }));
  await app.open({ path: '/history' });
  await expect(page.getByText(TEXTS.en.gone)).toBeVisible();
  expect(tries.count).toBeLessThan(5);
});

for (const [what, name] of [
  ['the code that keeps records', 'device'],
  ['the code that starts it', 'rest'],
] as const) {
  test(`${what} fails although the server answers: the page reloads and typed input stays`, async ({
    app,
    page,
    dist,
  }) => {
    await app.onboard();
    const loads = countLoads(page);
    await page.route(`**${fileOf(dist, name)}`, (route) =>
      loads.count < 2 ? route.abort() : route.continue(),
    );
    await app.open({ path: '/riskmoney' });
    await fillField(page, 'riskAmount', '75');
    await expect.poll(() => loads.count, { timeout: 30_000 }).toBe(2);
    await expect(page.locator('input[name="riskAmount"]')).toHaveValue('75');
    await makeRecord(page, 'risk-money');
    await expect.poll(() => app.activityPoints(), { timeout: 30_000 }).toBe('1');
  });
}

test('without storage the page does not reload by itself but asks the user', async ({ app, page, dist }) => {
  await app.onboard();
  await page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined }));
  const loads = countLoads(page);
  const sdk = fileOf(dist, 'node_modules/@twa-dev/sdk/dist/index.js');
  let isTaken = true;
  let answer = (): void => undefined;
  const isRecorded = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await answerTries(page, sdk, async (route) => {
    await isRecorded;
    await (isTaken ? route.fulfill({ status: 404 }) : route.continue());
  });
  await app.open({ path: '/riskmoney' });
  await makeRecord(page, 'risk-money');
  answer();
  const offer = page.getByText('A reload brings it, but what has not been sent is lost');
  await expect(offer).toBeVisible({ timeout: 30_000 });
  expect(loads.count).toBe(1);
  isTaken = false;
  await page.locator('.toast').getByRole('button', { name: TEXTS.en.reload }).click();
  await expect.poll(() => loads.count).toBe(2);
});
