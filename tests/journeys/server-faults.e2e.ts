/** The server dies or rejects the user: nothing is lost and nothing counts twice. */
import { expect, historyRows, test } from '#tests/journeys/app.ts';
import { makeRecord } from '#tests/journeys/calculators.ts';

test.use({ ownServer: true });

test.describe('killed in the middle of a sync', () => {
  // The answer is dropped below the page, where a service worker would hide it from the test.
  test.use({ withoutServiceWorker: true });

  for (const moment of ['before', 'after'] as const) {
    test(`${moment} the server has stored the records`, async ({ app, page, context }) => {
      await app.onboard();
      await app.open({ path: '/riskmoney' });
      await expect.poll(() => app.unfetchedScreens()).toEqual([]);
      await context.setOffline(true);
      await makeRecord(page, 'risk-money');
      await page.locator('input[name="riskAmount"]').fill('777');
      await page.getByRole('button', { name: 'Calculate', exact: true }).click();

      let kills = 0;
      let isDead = false;
      await page.route(/\/api\/(sync|referral\/calculations)$/, async (route) => {
        if (kills > 0) return route.continue();
        kills += 1;
        if (moment === 'after') await route.fetch();
        await app.server.kill();
        isDead = true;
        await route.abort('connectionreset');
      });
      await context.setOffline(false);
      await expect.poll(() => isDead).toBe(true);
      await app.server.restart();

      await expect.poll(() => app.activityPoints(), { timeout: 30_000 }).toBe('2');
      expect(await app.recordedCalculations()).toBe(2);
      await page.locator('nav a[href^="/calculators"]').click();
      await app.open({ path: '/history' });
      await expect(historyRows(page)).toHaveCount(2);
      for (const row of await historyRows(page).all()) {
        await expect(row).toHaveAttribute('data-state', 'counted');
      }
    });
  }
});

test('expired launch data: everything is kept, and sent when the app is reopened', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/index' });
  await expect(page.getByRole('navigation')).toBeVisible();
  const twoDaysAgo = Math.floor(Date.now() / 1000) - 2 * 86_400;
  await app.open({ path: '/riskmoney', authDate: twoDaysAgo });
  await makeRecord(page, 'risk-money');
  await page.goto(`${app.server.origin}/profile`);
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'reopen');
  await page.goto(`${app.server.origin}/history`);
  await expect(historyRows(page).first()).toHaveAttribute('data-state', 'pending');
  expect(await app.recordedCalculations()).toBe(0);

  await app.open({ path: '/history' });
  await expect(historyRows(page).first()).toHaveAttribute('data-state', 'counted');
  expect(await app.recordedCalculations()).toBe(1);
});

test('a server restored from an older backup gets the lost records again, and the profile says so', async ({
  app,
  page,
}) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await makeRecord(page, 'risk-money');
  await expect.poll(() => app.recordedCalculations()).toBe(1);
  await app.server.kill();
  const restore = app.server.backUp();
  await app.server.restart();

  await app.open({ path: '/staking' });
  await makeRecord(page, 'staking');
  await expect.poll(() => app.activityPoints()).toBe('2');
  // The device has seen the newer head before the server loses it.
  await app.open({ path: '/profile' });
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
  await page.getByRole('button', { name: 'Verify my points' }).click();
  await expect(page.getByText('All 4 events verified')).toBeVisible();

  await app.server.kill();
  restore();
  await app.server.restart();
  expect(await app.recordedCalculations()).toBe(1);

  await app.open({ path: '/profile' });
  await expect(page.getByText(/The server was restored, \d+ records? sent again/)).toBeVisible();
  await expect.poll(() => app.activityPoints()).toBe('2');
  expect(await app.recordedCalculations()).toBe(2);
  await page.getByRole('button', { name: 'Verify my points' }).click();
  await expect(page.getByText('All 4 events verified')).toBeVisible();
  await expect(page.getByText(/event lost on|events lost on/)).toBeVisible();
});
