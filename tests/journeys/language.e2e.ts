/** A language whose texts come late or not at all; tests/features/language has the rest of the screen. */
import { expect, test } from '#tests/journeys/app.ts';
import { readManifest } from '#tests/journeys/built.ts';

test.use({ serviceWorkers: 'block' });

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
