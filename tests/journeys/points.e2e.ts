/** A user's points: counted, with reasons, verified on the phone, exported, deleted. */
import { expect, fillField, historyRows, test } from '#tests/journeys/app.ts';
import { makeRecord } from '#tests/journeys/calculators.ts';
import { takeSteps } from '#tests/journeys/onboarding.ts';

test('points are verified on the phone, also offline', async ({ app, page, context }) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await makeRecord(page, 'risk-money');
  await expect.poll(() => app.activityPoints()).toBe('1');
  await app.open({ path: '/profile' });
  await app.untilPrecached();
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
  await page.getByRole('button', { name: 'Verify my points' }).click();
  // Registered, onboarded, one calculation.
  await expect(page.getByText('All 3 events verified')).toBeVisible();

  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: 'Verify my points' }).click();
  await expect(page.getByText('All 3 events verified')).toBeVisible();
});

for (const [language, button, text] of [
  ['en', 'Verify my points', 'the profile shows another check-in streak'],
  ['ru', 'Проверить мои баллы', 'профиль показывает другую серию ежедневных бонусов'],
] as const) {
  test.describe(language, () => {
    test.use({ language });
    test(`a streak that does not match the events is named (${language})`, async ({ app, page }) => {
      await app.onboard();
      await page.route('**/api/**', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replaceAll('"longest":0', '"longest":30');
        await route.fulfill({ response, body });
      });
      await app.open({ path: '/profile' });
      await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
      await page.getByRole('button', { name: button }).click();
      await expect(page.getByText(text)).toBeVisible();
    });
  });
}

test('the daily check-in is paid once and confirmed', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/profile?checkin=1' });
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^claim/i }).click();
  const points = async () => (await app.call('GET', `/api/user/${app.user.id}`)).body['checkin_points'];
  await expect.poll(points).toBe('10');
  await app.open({ path: '/profile' });
  await expect(page.getByRole('button', { name: 'Already claimed' })).toBeDisabled();
  expect((await app.call('POST', '/api/checkin/claim', { userId: app.user.id })).status).toBe(409);
  expect(await points()).toBe('10');
});

test('a check-in that failed without a network can be claimed once it is back', async ({
  app,
  page,
  context,
}) => {
  await app.onboard();
  await app.open({ path: '/profile' });
  await app.untilPrecached();
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
  await context.setOffline(true);
  await page.goto(`${app.server.origin}/profile?checkin=1`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('The check-in needs the network')).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^claim/i })).toBeDisabled();
  await context.setOffline(false);
  await dialog.getByRole('button', { name: /^claim/i }).click();
  const points = async () => (await app.call('GET', `/api/user/${app.user.id}`)).body['checkin_points'];
  await expect.poll(points).toBe('10');
});

test('a device that lost its store gets points and history back', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await makeRecord(page, 'risk-money');
  await expect.poll(() => app.activityPoints()).toBe('1');

  await app.forget('everything');
  // Until the server answers, the history says that it waits, not that it is empty.
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/records/*', async (route) => {
    await answered;
    await route.continue();
  });
  const waits = page.locator('main [aria-busy="true"]');
  const none = page.getByRole('link', { name: 'Calculate something' });
  const askedFor = page.waitForRequest('**/api/records/*');
  await app.open({ path: '/history' });
  await askedFor;
  await expect(waits).toBeVisible();
  await expect(none).toHaveCount(0);
  const above = (await waits.boundingBox())?.y;
  answer();
  await expect(historyRows(page)).toHaveCount(1);
  await expect(historyRows(page).first()).toHaveAttribute('data-state', 'counted');
  expect((await page.getByRole('list', { name: 'History' }).boundingBox())?.y).toBe(above);
});

test('a new device without an answer says that the history is elsewhere, and shows it once answered', async ({
  app,
  page,
}) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await makeRecord(page, 'risk-money');
  await expect.poll(() => app.activityPoints()).toBe('1');
  await app.forget('everything');

  await page.route('**/api/records/*', (route) => route.abort());
  await app.open({ path: '/history' });
  await expect(page.getByText('Your calculations are not on this device yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Calculate something' })).toHaveCount(0);
  await page.unroute('**/api/records/*');
  await expect(historyRows(page)).toHaveCount(1, { timeout: 30_000 });
});

test('deleted data are gone here and on the server, and the points stay', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await makeRecord(page, 'risk-money');
  await expect.poll(() => app.activityPoints()).toBe('1');
  await app.open({ path: '/profile' });
  await page.getByRole('button', { name: 'Delete my data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page).toHaveURL(/\/(#.*)?$/);
  await expect(page.getByRole('status').filter({ hasText: 'Your data have been deleted' })).toBeVisible();
  expect((await app.call('GET', `/api/records/${app.user.id}`)).status).toBe(410);

  await takeSteps(page);
  await expect.poll(() => app.activityPoints()).toBe('1');
  await app.open({ path: '/history' });
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(historyRows(page)).toHaveCount(0);
});

test('without IndexedDB the app calculates, sends, and says that nothing is stored', async ({
  app,
  page,
  context,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await makeRecord(page, 'risk-money');
  await expect(page.getByRole('status').filter({ hasText: /nothing be stored/ })).toBeVisible();
  await expect.poll(() => app.activityPoints()).toBe('1');
});

for (const language of ['en', 'ru'] as const) {
  test.describe(`without IndexedDB, ${language}`, () => {
    test.use({ language, withoutServiceWorker: true });

    test('no screen promises to keep anything', async ({ app, page, context }) => {
      await context.addInitScript(() => {
        Object.defineProperty(window, 'indexedDB', { value: undefined });
      });
      const promises =
        /saved on|stays? there|is kept|are kept|calculations stay|сохранено на|осталось|останутся|хранится здесь|сохранится/i;
      await app.onboard();
      // A screen whose code never loads, offline and with a server.
      await page.route('**/assets/history-*.js', (route) => route.abort());
      const givenUp = page.waitForEvent('console', (message) => message.text().startsWith('not prefetched'));
      await app.open({ path: '/riskmoney' });
      await givenUp;
      await context.setOffline(true);
      await fillField(page, 'riskAmount', '100');
      await fillField(page, 'entryPrice', '100');
      await fillField(page, 'stopLossPrice', '90');
      await fillField(page, 'takeProfitPrice', '120');
      await page.locator('button[type="submit"]').click();
      await expect(page.locator('.record-line')).toBeVisible();
      await expect(page.locator('body')).not.toContainText(promises);
      await page.locator('a[href^="/history"]').first().click();
      await expect(page.locator('main .notice')).toContainText(/nothing be stored|ничего сохранить/);
      await expect(page.locator('body')).not.toContainText(promises);
      await context.setOffline(false);
      await expect(page.locator('main .notice button')).toContainText(/reload|перезагруз/i);
      await expect(page.locator('body')).not.toContainText(promises);
      for (const place of ['profile', 'index', 'calculators']) {
        await page.locator(`nav a[href^="/${place}"]`).click();
        await expect(page.locator('main h1')).toBeVisible();
        await expect(page.locator('body')).not.toContainText(promises);
      }
    });
  });
}
