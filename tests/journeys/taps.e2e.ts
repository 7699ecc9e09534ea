/** Taps faster than the screen can react: each command is sent once. */
import type { Locator, Page } from 'playwright/test';
import { type App, expect, fillField, historyRows, stopTime, test } from '#tests/journeys/app.ts';
import { takeSteps } from '#tests/journeys/onboarding.ts';

// Requests to the server are counted.
test.use({ ownServer: true, serviceWorkers: 'block' });

/** Three clicks before the page can react to the first. */
function tapThrice(button: Locator): Promise<void> {
  return button.evaluate((element: HTMLElement) => {
    for (let i = 0; i < 3; i += 1) element.click();
  });
}

/** Like a finger that taps twice within 80 ms of a stopped clock, whatever is there the second time. */
async function tapTwice(page: Page, button: Locator): Promise<void> {
  const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2, y + height / 2);
  await page.clock.runFor(80);
  await page.mouse.click(x + width / 2, y + height / 2);
}

/** How often the server was called. @param path as in the contract. */
function asked(app: App, method: string, path: string): number {
  return app.server
    .log()
    .split('\n')
    .filter((line) => line.includes(`"method":"${method}","path":"${path}"`)).length;
}

/** On the profile, once nothing is under way. */
async function untilSent(page: Page): Promise<void> {
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
}

test('the check-in is claimed once', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/profile?checkin=1' });
  const button = page.getByRole('dialog').getByRole('button', { name: /^claim/i });
  await expect(button).toBeEnabled();
  await tapThrice(button);
  await expect(page.getByRole('dialog')).toBeHidden();
  await untilSent(page);
  await expect.poll(() => asked(app, 'POST', '/api/checkin/claim')).toBe(1);
});

test('deletion is requested once', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/profile' });
  await page.getByRole('button', { name: 'Delete my data' }).click();
  await tapThrice(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
  await expect.poll(() => asked(app, 'DELETE', '/api/user/{id}')).toBe(1);
});

test('a language is chosen once, and the last of two wins', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/language' });
  await tapThrice(page.getByRole('button', { name: 'Русский' }));
  await expect(page).toHaveURL(/\/profile/);
  await untilSent(page);
  await expect.poll(() => asked(app, 'PATCH', '/api/user/language')).toBe(1);

  await app.open({ path: '/language' });
  await page.getByRole('button', { name: 'English' }).evaluate((english: HTMLElement) => {
    const russian = [...document.querySelectorAll('button')].find((one) => one.lang === 'ru');
    english.click();
    russian?.click();
    english.click();
  });
  await expect(page).toHaveURL(/\/profile/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect
    .poll(async () => (await app.call('GET', `/api/user/language/${app.user.id}`)).body['language_code'])
    .toBe('en');
});

test('onboarding is completed once, and no step is skipped', async ({ app, page }) => {
  await page.clock.install();
  await app.open();
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
  await stopTime(page);
  const steps = ['Risk $', 'Risk %', 'Positions'];
  for (const [i, heading] of steps.entries()) {
    // In between the page shows the next step, with its button at the same place.
    await tapTwice(page, page.getByRole('button', { name: i === 0 ? 'Start' : 'Next' }));
    await page.clock.runFor(1000);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
  await page.clock.resume();
  const last = page.getByRole('button', { name: 'Go to the app' });
  await last.click({ trial: true });
  await tapThrice(last);
  await expect(page).toHaveURL(/\/index/);
  await page.locator('nav a[href^="/profile"]').click();
  await untilSent(page);
  await expect.poll(() => asked(app, 'POST', '/api/user/onboarding')).toBe(1);
});

test('clicks before the page can react count as one step', async ({ app, page }) => {
  await app.open();
  await tapThrice(page.getByRole('button', { name: 'Start' }));
  await expect(page.getByRole('heading', { name: 'Risk $' })).toBeVisible();
});

test('the second of two quick taps at the end of onboarding presses nothing on Home', async ({
  app,
  page,
}) => {
  await page.clock.install();
  await app.open();
  await takeSteps(page, 3);
  const last = page.getByRole('button', { name: 'Go to the app' });
  await last.click({ trial: true });
  await stopTime(page);
  await tapTwice(page, last);
  await page.clock.resume();
  const navigation = page.getByRole('navigation', { name: 'Main' });
  await expect(navigation.getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  await expect(page).toHaveURL(/\/index/);
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Ada' })).toBeVisible();
  // After that it is a normal tap.
  await navigation.getByRole('link', { name: 'Calculators' }).click();
  await expect(page).toHaveURL(/\/calculators/);
});

test('Calculate and Add make one record and one row', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await fillField(page, 'riskAmount', '100');
  await fillField(page, 'entryPrice', '100');
  await fillField(page, 'stopLossPrice', '90');
  await fillField(page, 'takeProfitPrice', '120');
  await tapThrice(page.getByRole('button', { name: 'Calculate', exact: true }));
  await expect.poll(() => app.recordedCalculations()).toBe(1);

  await app.open({ path: '/elliottwave' });
  await fillField(page, 'startPrice', '100', 'wave1');
  await fillField(page, 'endPrice', '200', 'wave1');
  await tapThrice(page.locator('form[name="wave1"]').getByRole('button', { name: 'Calculate', exact: true }));
  await expect.poll(() => app.recordedCalculations()).toBe(2);

  await app.open({ path: '/averageposition' });
  await fillField(page, 'price', '100', 'entry');
  await fillField(page, 'quantity', '2', 'entry');
  await tapThrice(page.locator('form[name="entry"]').getByRole('button', { name: 'Add entry' }));
  await expect(page.locator('tr[data-id]')).toHaveCount(1);
  await fillField(page, 'price', '120', 'takeProfit');
  await fillField(page, 'quantityOrPercent', '1', 'takeProfit');
  await tapThrice(page.locator('form[name="takeProfit"]').getByRole('button', { name: 'Add target' }));
  await expect(page.locator('tr[data-id]')).toHaveCount(2);

  await page.getByRole('button', { name: 'Edit row 1' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[name="price"]').fill('110');
  await tapThrice(dialog.getByRole('button', { name: 'Save' }));
  await expect(page.locator('tr[data-id]')).toHaveCount(2);

  await expect.poll(() => app.recordedCalculations()).toBe(3);
  await app.open({ path: '/history' });
  await expect(historyRows(page)).toHaveCount(3);
});
