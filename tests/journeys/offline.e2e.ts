/** The main promise: calculate anywhere, lose nothing, be paid once. */
import type { ScreenPath } from '#app/screens/table.ts';
import { expect, historyRows, test, visit } from '#tests/journeys/app.ts';
import { makeRecord } from '#tests/journeys/calculators.ts';
import { CALCULATORS, type Calculator } from '#tests/support/calculator-cases.ts';
import { SHOWN, TITLES } from '#tests/support/screens.ts';

test('an offline calculation survives an offline reload and counts once when the network is back', async ({
  app,
  page,
  context,
}) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await app.untilPrecached();
  await context.setOffline(true);

  await makeRecord(page, 'risk-money');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Calculate', exact: true })).toBeVisible();
  await page.goto(`${app.server.origin}/history`);
  await expect(historyRows(page)).toHaveCount(1);
  expect(await app.recordedCalculations()).toBe(0);

  await context.setOffline(false);
  await expect.poll(() => app.activityPoints()).toBe('1');
  // No cache that another user's page can reach holds answers about this user.
  const cached = await page.evaluate(async () => {
    const names = await caches.keys();
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map((request) => new URL(request.url).pathname);
  });
  expect(cached).toContain('/shell.html');
  expect(cached.filter((path) => path.startsWith('/api/'))).toEqual([]);
  await page.reload();
  await expect(historyRows(page)).toHaveCount(1);
  await expect(historyRows(page).first()).toHaveAttribute('data-state', 'counted');
  expect(await app.recordedCalculations()).toBe(1);
});

test('offline, the line under the title counts calculations only', async ({ app, page, context }) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await app.untilPrecached();
  await context.setOffline(true);
  // New launch data have to be registered, so a command waits that is no calculation.
  await app.open({ path: '/riskmoney', authDate: Math.floor(Date.now() / 1000) - 60 });
  const line = page.getByText(/^Offline since/);
  await expect(line).toHaveText(/^Offline since \S+( [AP]M)?$/);
  await makeRecord(page, 'risk-money');
  await expect(line).toHaveText(/ · 1 calculation to send$/);
  await page.goto(`${app.server.origin}/profile`);
  await expect(page.locator('[data-sync]').locator('..')).toContainText('1 calculation waits');
});

test('every screen opens offline after one visit', async ({ app, page, context }) => {
  await app.onboard();
  await app.open({ path: '/index' });
  await app.untilPrecached();
  await context.setOffline(true);
  const title = (path: ScreenPath) => page.getByRole('heading', { level: 1, name: TITLES[path] });
  for (const path of ['/index', '/history', '/staking'] as const) {
    await page.goto(app.server.origin + path);
    await expect(title(path)).toBeVisible();
  }
  for (const { path } of SHOWN) {
    await visit(page, path);
    await expect(title(path)).toBeVisible();
  }
});

test.describe('without a service worker, as on iOS', () => {
  test.use({ withoutServiceWorker: true });

  test('first screen, idle, offline: every other screen opens', async ({ app, page, context }) => {
    await app.onboard();
    await app.open({ path: '/index' });
    await expect.poll(() => app.unfetchedScreens()).toEqual([]);
    await context.setOffline(true);
    const screens = {
      Home: {
        More: 'Market',
        Friends: 'Friends',
        'Economic calendar': 'Economic calendar',
        'Better offers': 'Better offers',
      },
      Profile: {
        Badges: 'Badges',
        'Calculations on this device': 'History',
        Language: 'Language',
        Notifications: 'Notifications',
        Privacy: 'Privacy',
      },
    };
    for (const [tab, ways] of Object.entries(screens)) {
      await page.getByRole('navigation').getByRole('link', { name: tab }).click();
      for (const [way, title] of Object.entries(ways)) {
        await page
          .getByRole('main')
          .getByRole('link', { name: new RegExp(`^${way}`) })
          .first()
          .click();
        await expect(page.getByRole('heading', { name: title, level: 1, exact: true })).toBeVisible();
        await page.goBack();
      }
    }
    await page.getByRole('navigation').getByRole('link', { name: 'SBT' }).click();
    await expect(page.getByRole('heading', { name: 'SBT and points', level: 1 })).toBeVisible();
  });

  test('first screen, idle, offline: all six calculators open and record', async ({ app, page, context }) => {
    await app.onboard();
    await app.open({ path: '/index' });
    await expect.poll(() => app.unfetchedScreens()).toEqual([]);
    await context.setOffline(true);

    const calculators = Object.keys(CALCULATORS) as Calculator[];
    for (const calculator of calculators) {
      await page.locator('nav a[href^="/calculators"]').click();
      await page.locator(`main a[href^="${CALCULATORS[calculator].path}"]`).click();
      await makeRecord(page, calculator);
    }
    await context.setOffline(false);
    await expect.poll(() => app.activityPoints()).toBe(String(calculators.length));
    expect(await app.recordedCalculations()).toBe(calculators.length);
  });

  test('first screen, idle, offline: the points are checked and the ledger is saved', async ({
    app,
    page,
    context,
  }) => {
    await app.onboard();
    await app.open({ path: '/index' });
    await expect.poll(() => app.unfetchedScreens()).toEqual([]);
    await context.setOffline(true);

    await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click();
    await page.getByRole('button', { name: 'Verify my points' }).click();
    await expect(page.getByText(/events? verified/)).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save my ledger' }).click();
    expect((await download).suggestedFilename()).toBe('irich-ledger.jsonl');
  });
});
