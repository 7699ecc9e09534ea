/** Partner offers: three groups, the benefit of each link, and its target. */
import type { Page } from 'playwright/test';
import { LINKS } from '#platform/links.ts';
import { expect, stopTime, test } from '#tests/journeys/app.ts';
import { opened, untilConnected } from '#tests/journeys/host.ts';

test.use({ serviceWorkers: 'block' });

const group = (page: Page, name: string) => page.getByRole('group').filter({ hasText: name });

test("three groups describe each partner's benefit and mark partner links", async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/profile' });
  await page.getByRole('link', { name: /Better offers/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Better offers' })).toBeVisible();
  await expect(page.getByText('Partner links. They open outside the app.')).toBeVisible();
  await expect(page.getByRole('note')).toContainText('partner may pay us');
  await expect(page.getByRole('note')).toContainText('financial advice');

  const wallets = group(page, 'Hardware wallets').getByRole('link');
  await expect(wallets).toHaveText([/Ledger.*10\s% off with the code IRICH/, /Tangem.*10\s% off/]);
  await expect(group(page, 'Tools').getByRole('link')).toHaveText([/TradingView.*\$15/]);
  const exchanges = group(page, 'Exchanges').getByRole('link');
  await expect(exchanges).toHaveText(Array.from({ length: 7 }, () => /Rewards you can claim in USDT/));
  for (const link of [...(await wallets.all()), ...(await exchanges.all())]) {
    await expect(link).toHaveAttribute('rel', /sponsored/);
    await expect(link).toHaveAccessibleName(/opens outside the app/);
  }
});

test('the host opens every link, and the app stays', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/profitable' });
  await untilConnected(app);
  const links = page.getByRole('main').getByRole('link');
  await expect(links).toHaveCount(10);
  for (const link of await links.all()) await link.click();
  const { wallets, tools, exchanges } = LINKS.offers;
  const all = [...wallets.links, ...tools.links, ...exchanges.links].map(({ url }) => url.en);
  await expect.poll(() => opened(app, page)).toEqual(all);
  await expect(page).toHaveURL(/\/profitable/);
});

test('a group folds and unfolds, by keyboard too', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/profitable' });
  const tools = group(page, 'Tools');
  await expect(tools.getByRole('link')).toBeVisible();
  await tools.locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(tools.getByRole('link')).toBeHidden();
  await tools.getByText('Tools').click();
  await expect(tools.getByRole('link')).toBeVisible();
});

test('a tap copies the promo code', async ({ app, page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await app.onboard();
  await page.clock.install();
  await app.open({ path: '/profitable' });
  await untilConnected(app);
  const code = page.getByRole('button', { name: /Promo code for 10\s% off IRICH/ });
  await expect(code).toBeVisible();
  await stopTime(page);
  await code.click();
  await expect(page.getByRole('button', { name: /IRICH Copied/ })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Copied' })).toBeAttached();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('IRICH');
  const messages = await app.host.messages(page);
  expect(messages.filter(({ type }) => type === 'web_app_trigger_haptic_feedback')).toHaveLength(1);
  await page.clock.resume();
  await expect(page.getByRole('button', { name: /IRICH Copy$/ })).toBeVisible();
});

test('a code that cannot be copied shows a message', async ({ app, page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    document.execCommand = () => false;
  });
  await app.onboard();
  await page.clock.install();
  await app.open({ path: '/profitable' });
  const code = page.getByRole('button', { name: /IRICH/ });
  await expect(code).toBeVisible();
  await stopTime(page);
  await code.click();
  await expect(page.getByRole('button', { name: /Could not copy/ })).toBeVisible();
  await page.clock.resume();
  await expect(page.getByRole('button', { name: /IRICH Copy$/ })).toBeVisible();
});

test.describe('in Russian', () => {
  test.use({ language: 'ru' });

  test('the same offers lead to Russian shops', async ({ app, page }) => {
    await app.onboard();
    await app.open({ path: '/profitable' });
    await expect(page.getByRole('link', { name: /Скидка 10\s% по промокоду IRICH/ })).toHaveCount(2);
    await expect(page.getByRole('link', { name: /Награды можно получить в USDT/ })).toHaveCount(7);
    await expect(page.getByRole('link', { name: /\$15/ })).toHaveCount(1);
    await untilConnected(app);
    await page.getByRole('link', { name: /Tangem/ }).click();
    await expect.poll(() => opened(app, page)).toEqual(['https://tangem.com/ru/']);
  });
});
