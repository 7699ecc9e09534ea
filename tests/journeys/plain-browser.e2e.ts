/** A link with launch data in a browser without the messaging app opens an account only after a question. */
import type { Browser, Page } from 'playwright/test';
import { type App, expect, test } from '#tests/journeys/app.ts';
import { launchFragment, signLaunchData } from '#tests/support/launch.ts';
import { BOT_TOKEN } from '#tests/support/server.ts';

async function plainPage(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage();
}

async function openLink(app: App, page: Page, botToken = BOT_TOKEN): Promise<void> {
  const launchData = signLaunchData({ user: app.user, botToken });
  await page.goto('about:blank');
  await page.goto(`${app.server.origin}/#${launchFragment({ launchData })}`);
}

const question = (page: Page) => page.getByRole('heading', { name: 'Whose account is this?' });
const goOn = (page: Page) => page.getByRole('button', { name: 'Continue as Ada' });
const databases = (page: Page) => page.evaluate(async () => (await indexedDB.databases()).length);

test('it asks whose account it is, stores nothing before the answer, and asks once', async ({
  app,
  browser,
}) => {
  const page = await plainPage(browser);
  await openLink(app, page);
  await expect(question(page)).toBeVisible();
  await expect(page.getByText(`@${app.user.username} · ${app.user.id}`)).toBeVisible();
  expect(await databases(page)).toBe(0);
  await goOn(page).click();
  await expect(question(page)).toHaveCount(0);
  await expect.poll(() => databases(page)).toBeGreaterThan(0);
  await page.reload();
  await expect(page.getByRole('button').first()).toBeVisible();
  await expect(question(page)).toHaveCount(0);
  await page.context().close();
});

test('an unsigned link opens no account that this browser knows, online or offline', async ({
  app,
  browser,
}) => {
  const page = await plainPage(browser);
  await openLink(app, page);
  await goOn(page).click();
  await expect.poll(() => databases(page)).toBeGreaterThan(0);
  await openLink(app, page, '1:forged');
  await goOn(page).click();
  await expect(page.getByRole('alert')).toContainText('Telegram did not sign this link');
  await expect(goOn(page)).toHaveCount(0);
  await openLink(app, page, '2:forged');
  await expect(question(page)).toBeVisible();
  await page.route('**/api/**', (route) => route.abort());
  await goOn(page).click();
  await expect(page.getByRole('alert')).toContainText('The server did not answer');
  await expect(question(page)).toBeVisible();
  await page.context().close();
});

test('inside the messaging app there is no question', async ({ app }) => {
  await app.open();
  await expect(app.page.getByRole('button').first()).toBeVisible();
  await expect(question(app.page)).toHaveCount(0);
});
