/** The advert over the whole app: once a day, with keys, offline; tests/features/advert has its states. */
import type { Page } from 'playwright/test';
import { type App, expect, makeUser, test } from '#tests/journeys/app.ts';
import { violationsOf } from '#tests/journeys/axe.ts';
import { hold } from '#tests/journeys/held.ts';
import { EXAMPLE } from '#tests/support/operator.ts';

test.use({ advert: true, serviceWorkers: 'block' });

const DAY_MS = 86_400_000;
const TITLE = /keep your coins where only you hold the keys/;

const dialogOf = (page: Page) => page.getByRole('dialog', { name: TITLE });
/** The market's figures are there, so Home has made all its requests after the first paint. */
const settled = (page: Page) =>
  expect(page.getByRole('region', { name: 'Leaders' }).getByRole('listitem')).toHaveCount(3);

test.describe('with a clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('the promo code is copied, and the advert passes the accessibility check', async ({ app, page }) => {
    await page.setViewportSize({ width: 320, height: 568 });
    await enter(app);
    await app.open({ path: '/index' });
    const advert = dialogOf(page);
    await expect(advert).toBeVisible();
    await advert.getByRole('button', { name: /Promo code/ }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(EXAMPLE.advert?.promo?.code);
    await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'));
    expect(await violationsOf(page)).toEqual([]);
  });
});

test('by the clock: it appears after exactly a second and closes to the millisecond', async ({
  app,
  page,
}) => {
  await enter(app);
  await page.clock.install();
  await app.open({ path: '/index' });
  await settled(page);
  await page.clock.runFor(1000);
  await expect(dialogOf(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.keyboard.press('Escape');
  await page.clock.runFor(299);
  await expect(page.locator('dialog')).toHaveCount(1);
  await page.clock.runFor(2);
  await expect(page.locator('dialog')).toHaveCount(0);
});

test('focus stays inside and returns to where it was', async ({ app, page }) => {
  await enter(app);
  const letCome = await hold(page, '**/assets/advert-*.js');
  await app.open({ path: '/index' });
  const more = page.getByRole('link', { name: 'More', exact: true });
  await more.focus();
  await letCome();
  await expect(dialogOf(page)).toBeVisible();
  const inside = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      // The body stands for the browser's own controls between the last element and the first.
      return activeElement === document.body || activeElement?.closest('dialog') !== null;
    });
  const visited = new Set<string>();
  for (let press = 0; press < 12; press += 1) {
    expect(await inside()).toBe(true);
    visited.add(
      await page.evaluate(
        () => document.activeElement?.textContent || document.activeElement?.ariaLabel || '',
      ),
    );
    await page.keyboard.press(press < 6 ? 'Tab' : 'Shift+Tab');
  }
  for (const name of ['Close the advert', 'Buy in the shop: English', 'Buy in the shop: Русский']) {
    expect([...visited]).toContain(name);
  }
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(more).toBeFocused();
});

test('it appears once a day and user: not after a reload, on the other screen or in a new session, but tomorrow', async ({
  app,
  page,
}) => {
  await enter(app);
  await page.clock.install();
  await app.open({ path: '/index' });
  await settled(page);
  await page.clock.runFor(1500);
  await expect(dialogOf(page)).toBeVisible();
  // Showing it is enough; it need not be closed.
  for (const path of ['/index', '/cryptooverview']) {
    await app.open({ path });
    await settled(page);
    await page.clock.runFor(5000);
    await expect(dialogOf(page)).toHaveCount(0);
  }
  const session = await app.context.newPage();
  await session.clock.install();
  await app.open({ path: '/index', page: session });
  await settled(session);
  await session.clock.runFor(5000);
  await expect(dialogOf(session)).toHaveCount(0);
  await session.close();

  const boris = makeUser({ first_name: 'Boris' });
  await enter(app, boris);
  await app.open({ path: '/index', user: boris });
  await settled(page);
  await page.clock.runFor(1500);
  await expect(dialogOf(page)).toBeVisible();

  await page.clock.setSystemTime(Date.now() + DAY_MS);
  await app.open({ path: '/index' });
  await settled(page);
  await page.clock.runFor(1500);
  await expect(dialogOf(page)).toBeVisible();
});

test.describe("with the app's files cached", () => {
  test.use({ serviceWorkers: 'allow' });

  test('it also appears without a network', async ({ app, page, context }) => {
    await enter(app);
    await app.open({ path: '/profile' });
    await app.untilPrecached();
    await context.setOffline(true);
    await app.open({ path: '/index' });
    await expect(dialogOf(page)).toBeVisible();
  });
});

test('with reduced motion it neither fades nor delays closing', async ({ app, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await enter(app);
  await app.open({ path: '/index' });
  await expect(dialogOf(page)).toBeVisible();
  expect(await dialogOf(page).evaluate((dialog) => dialog.getAnimations().length)).toBe(0);
  await dialogOf(page).getByRole('button', { name: 'Close the advert' }).click();
  await expect(dialogOf(page)).toHaveCount(0);
});

/** Like an earlier visit with a calculation: before the first one the advert does not come. */
async function enter(app: App, user = app.user): Promise<void> {
  await app.onboard(user);
  const calculation = { userId: user.id, calculationType: 'Staking' };
  expect((await app.call('POST', '/api/referral/calculations', calculation, user)).status).toBe(200);
}
