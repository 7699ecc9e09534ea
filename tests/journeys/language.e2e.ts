/** The choice of language: the current one, the effect of another, and where to report typos. */
import { expect, test } from '#tests/journeys/app.ts';
import { readManifest } from '#tests/journeys/built.ts';
import { opened, untilConnected } from '#tests/journeys/host.ts';

test.use({ serviceWorkers: 'block' });

const TEXTS = {
  en: {
    own: 'English',
    other: 'Русский',
    hint: /^Found a typo/,
    report: 'Report it',
    another: 'ru',
    profile: 'Профиль',
  },
  ru: {
    own: 'Русский',
    other: 'English',
    hint: /^Нашли опечатку/,
    report: 'Сообщить',
    another: 'en',
    profile: 'Profile',
  },
} as const;

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  test.describe(language, () => {
    test.use({ language });

    test('the current language is marked, another applies at once, and then the profile opens', async ({
      app,
      page,
    }) => {
      await app.onboard();
      await app.open({ path: '/profile' });
      await page.getByRole('link', { name: language === 'ru' ? /^Язык/ : /^Language/ }).click();
      const own = page.getByRole('button', { name: texts.own });
      const other = page.getByRole('button', { name: texts.other });
      await expect(own).toHaveAttribute('aria-pressed', 'true');
      await expect(other).toHaveAttribute('aria-pressed', 'false');
      // A screen reader uses the voice of each language.
      await expect(own).toHaveAttribute('lang', language);

      await expect(page.getByText(texts.hint)).toBeVisible();
      await untilConnected(app);
      await page.getByRole('button', { name: texts.report }).click();
      await expect.poll(() => opened(app, page)).toEqual(['https://t.me/irich_feedback']);

      await other.click();
      await expect(page).toHaveURL(/\/profile/);
      await expect(page.getByRole('heading', { level: 1, name: texts.profile })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', texts.another);
      await expect(page).toHaveTitle(new RegExp(texts.profile));

      await app.open({ path: '/language' });
      await expect(page.getByRole('button', { name: texts.other })).toHaveAttribute('aria-pressed', 'true');
      await expect
        .poll(async () => (await app.call('GET', `/api/user/language/${app.user.id}`)).body['language_code'])
        .toBe(texts.another);
    });
  });
}

test('choosing the current language goes back to the profile, too', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/language' });
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page).toHaveURL(/\/profile/);
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});

test.describe('without a service worker', () => {
  test.use({ withoutServiceWorker: true });

  test('a user who goes elsewhere while texts load stays there', async ({ app, page, dist }) => {
    await app.onboard();
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    for (const file of russianFiles(dist)) {
      await page.route(`**/${file}`, async (route) => {
        await released;
        await route.continue();
      });
    }
    await app.open({ path: '/language' });
    await page.getByRole('button', { name: 'Русский' }).click();
    await page.getByRole('link', { name: 'Calculators' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Calculators' })).toBeVisible();
    release();
    await expect(page.getByRole('heading', { level: 1, name: 'Калькуляторы' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Калькуляторы' })).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveURL(/\/calculators/);
  });

  for (const { when, server, status, says } of [
    { when: 'while the server is away', server: false, status: null, says: 'have not been fetched yet' },
    { when: 'over a weak network', server: true, status: null, says: 'have not been fetched yet' },
    { when: 'since a new version took them away', server: true, status: 404, says: 'A new version has been' },
  ]) {
    test(`texts that fail to load ${when} change nothing`, async ({ app, page, dist }) => {
      await app.onboard();
      for (const file of russianFiles(dist))
        await page.route(`**/${file}`, (route) =>
          status === null ? route.abort() : route.fulfill({ status }),
        );
      if (!server) await page.route('**/api/health', (route) => route.abort());
      await app.open({ path: '/language' });
      await page.getByRole('button', { name: 'Русский' }).click();
      // While the server is away, several retries come before the message.
      if (!server) await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toBeVisible();
      await expect(page.getByText(says)).toBeVisible({ timeout: 30_000 });
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      await expect(page).toHaveURL(/\/language/);

      await page.unrouteAll();
      if (status !== null) await page.getByRole('button', { name: 'Reload' }).click();
      await page.getByRole('button', { name: 'Русский' }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    });
  }
});

function russianFiles(dist: string): string[] {
  const files = Object.entries(readManifest(dist)).filter(([source]) => source.startsWith('locales/ru/'));
  expect(files.length).toBeGreaterThan(10);
  return files.map(([, { file }]) => file);
}
