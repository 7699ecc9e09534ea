/** Quick taps of a finger in onboarding; tests/app has the commands of the other screens. */
import type { Locator, Page } from 'playwright/test';
import { type App, expect, letTimePass, stopTime, test } from '#tests/journeys/app.ts';
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

test('onboarding is completed once, and no step is skipped', async ({ app, page }) => {
  await page.clock.install();
  await app.open();
  await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
  await stopTime(page);
  const steps = ['Risk $', 'Risk %', 'Positions'];
  for (const [i, heading] of steps.entries()) {
    // In between the page shows the next step, with its button at the same place.
    await tapTwice(page, page.getByRole('button', { name: i === 0 ? 'Start' : 'Next' }));
    await letTimePass(page, () => page.getByRole('heading', { name: heading }).isVisible());
    // The step ignores taps at first. Its timer starts with its render, which does not follow the page's clock.
    await letTimePass(page, async () => (await page.locator('.onboarding-fresh').count()) === 0);
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
