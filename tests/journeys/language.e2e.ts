/** A language chosen for good, and one whose texts come late or not at all; tests/features/language has the rest of the screen. */
import type { Locator } from 'playwright/test';
import { expect, fillField, output, test } from '#tests/journeys/app.ts';
import { readManifest } from '#tests/journeys/built.ts';

test('Spanish is shown at once, also after a reload without a network, with its numbers', async ({
  app,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.onboard();
  await app.open({ path: '/language' });
  await app.untilPrecached();
  const told = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await page.getByRole('button', { name: 'Español' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Perfil' })).toBeVisible();
  const answer = await told;
  expect([answer.status(), await answer.json()]).toEqual([200, { language_code: 'es' }]);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Calculadoras' })).toBeVisible();
  await page.getByRole('link', { name: 'Calculadoras' }).click();
  await page.getByRole('link', { name: /^Riesgo en \$/ }).click();
  const entry = page.getByRole('textbox', { name: 'Precio de entrada' });
  await pasteInto(entry, '94.712,35 €');
  await expect(entry).toHaveValue('94\u00a0712,35');
  await pasteInto(entry, '1,5 millones');
  await expect(page.getByText('No se pudo leer ningún número en el texto pegado')).toBeVisible();
  await expect(entry).toHaveValue('94\u00a0712,35');
  await fillField(page, 'riskAmount', '1000');
  await fillField(page, 'stopLossPrice', '94212,35');
  await fillField(page, 'takeProfitPrice', '95712,35');
  await page.getByRole('button', { name: 'Calcular' }).click();
  await expect(output(page, 'coins')).toHaveText('2');
  await expect(output(page, 'entryAmount')).toHaveText(/^189\u00a0424,7\b/);
});

async function pasteInto(field: Locator, text: string): Promise<void> {
  await field.focus();
  await field.evaluate((_, copied) => navigator.clipboard.writeText(copied), text);
  await field.press('ControlOrMeta+V');
}

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block', withoutServiceWorker: true });

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
