/** The page shows the first screen before the app's code has arrived, and the app replaces it with the same. */
import type { Page } from 'playwright/test';
import { expect, test } from '#tests/journeys/app.ts';
import { fileOf } from '#tests/journeys/built.ts';
import { hold } from '#tests/journeys/held.ts';
import { hintOnboarded } from '#tests/journeys/onboarding.ts';

const root = (page: Page) => page.locator('#root');

/** The markup without what differs by itself: ids, and React's own comments. */
const markup = (html: string) => html.replace(/_[rR]_\w*_/g, 'id').replace(/<!--.*?-->/g, '');

/** Remembers each content that the app gives the page. */
async function watch(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const place = document.getElementById('root') as HTMLElement & { contents: string[] };
    place.contents = [];
    new MutationObserver(() => place.contents.push(place.innerHTML)).observe(place, { childList: true });
  });
  return () => root(page).evaluate((place) => (place as HTMLElement & { contents: string[] }).contents);
}

for (const [language, what] of [
  ['en', 'Calculators for traders'],
  ['ru', 'Калькуляторы трейдера'],
  ['es', 'Calculadoras para'],
] as const) {
  test.describe(language, () => {
    test.use({ language });

    test('a new user reads what the app is, and is welcomed once it is known that they are new', async ({
      app,
      page,
      dist,
    }) => {
      const release = await hold(page, `**${fileOf(dist, 'base')}`);
      const answer = await hold(page, '**/api/**');
      await app.open();
      await expect(page.getByRole('heading', { level: 1, name: 'iRICH', exact: true })).toBeVisible();
      await expect(page.getByText(what)).toBeVisible();
      await expect(page.getByRole('button')).toHaveCount(0);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      const before = await root(page).innerHTML();
      const contents = await watch(page);
      await release();
      await expect.poll(contents).not.toEqual([]);
      expect(markup((await contents())[0] ?? '')).toBe(markup(before));
      await answer();
      await expect(page.getByRole('button')).toBeVisible();
      expect(await contents()).toHaveLength(1);
    });

    test('a user who was here before sees Home with their name', async ({ app, page, dist }) => {
      await app.onboard();
      await hintOnboarded(page, app.user.id);
      const release = await hold(page, `**${fileOf(dist, 'base')}`);
      await app.open();
      await expect(page.getByRole('heading', { level: 1 })).toContainText(app.user.first_name);
      const before = await root(page).innerHTML();
      const contents = await watch(page);
      await release();
      await expect.poll(contents).not.toEqual([]);
      expect(markup((await contents())[0] ?? '')).toBe(markup(before));
    });
  });
}

test('the language that was chosen here comes before that of the phone', async ({ app, page, dist }) => {
  await app.onboard();
  await hintOnboarded(page, app.user.id, { language: 'es' });
  const release = await hold(page, `**${fileOf(dist, 'base')}`);
  await app.open({ path: '/index' });
  await expect(page.getByRole('link', { name: 'Calculadoras' }).first()).toBeVisible();
  await release();
});

test('a tap before the code is there is followed once it is, without another load of the page', async ({
  app,
  page,
  dist,
}) => {
  await app.onboard();
  await hintOnboarded(page, app.user.id);
  const release = await hold(page, `**${fileOf(dist, 'base')}`);
  await app.open();
  await page.getByRole('link', { name: 'Calculators' }).first().click();
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await release();
  await expect(page).toHaveURL(/\/calculators/);
  await expect(page.getByRole('link', { name: 'Staking' }).first()).toBeVisible();
  expect(loads).toBe(0);
});

test('the page that the service worker keeps requests the files of its first screen by itself', async ({
  app,
  page,
  dist,
  context,
}) => {
  await app.onboard();
  await hintOnboarded(page, app.user.id);
  await app.open();
  await app.untilPrecached();
  const form = page.locator('[id="first-/riskmoney-en"]');
  await expect(form).not.toBeAttached();
  await context.setOffline(true);
  await app.open({ path: '/riskmoney' });
  await expect(form).toBeAttached();
  await expect(page.locator('input[name="riskAmount"]')).toBeVisible();
  for (const source of ['src/features/calculators/risk-money/screen.tsx', 'locales/en/calculators.json'])
    await expect(
      page.locator(`link[rel="modulepreload"][href="${fileOf(dist, source)}"]`).first(),
    ).toBeAttached();
  const base = fileOf(dist, 'base');
  const sources = await page.evaluate(
    (path) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith(path))
        .map((entry) => (entry as { workerFinalSourceType?: string }).workerFinalSourceType),
    base,
  );
  // The browser takes it from the cache without asking the worker.
  expect(sources).toEqual(['cache']);
});

for (const [what, options, kept] of [
  ['another address', { path: '/profile' }, {}],
  ['a computer', { platform: 'tdesktop' }, {}],
  ['a user in the middle of onboarding', {}, { 'draft:onboarding': '2' }],
] as const) {
  test(`the page stays empty until the app knows what to show: ${what}`, async ({ app, page, dist }) => {
    await page.addInitScript(
      ([prefix, entries]) => {
        for (const [name, value] of Object.entries(entries)) localStorage.setItem(prefix + name, value);
      },
      [`irich:${app.user.id}:`, kept] as const,
    );
    const release = await hold(page, `**${fileOf(dist, 'base')}`);
    await app.open(options);
    await page.waitForFunction(() => document.readyState === 'complete');
    await expect(root(page)).toBeEmpty();
    await release();
  });
}
