/**
 * Onboarding with the browser's history, late answers and a lost network; tests/features/onboarding has the steps.
 */
import type { Page } from 'playwright/test';
import { type App, expect, test, unlessGone } from '#tests/journeys/app.ts';
import { fileOf } from '#tests/journeys/built.ts';
import { hold } from '#tests/journeys/held.ts';
import { takeSteps } from '#tests/journeys/onboarding.ts';

test('steps only go forward: neither the host nor the history goes back', async ({ app, page }) => {
  await app.open();
  await takeSteps(page, 2);
  await expect(page.getByRole('heading', { name: 'Risk %' })).toBeVisible();
  const shown = (await app.host.messages(page))
    .filter(({ type }) => type === 'web_app_setup_back_button')
    .map(({ data }) => (data as { is_visible: boolean }).is_visible);
  expect(shown).not.toContain(true);
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Risk %' })).toBeVisible();
});

test('a user who turns out to be known gets the requested screen, with or without a reload in between', async ({
  app,
  page,
}) => {
  await app.onboard();
  const release: (() => void)[] = [];
  // The server answers only when allowed, later than the app waits.
  await page.route('**/api/**', async (route) => {
    await new Promise<void>((resolve) => void release.push(resolve));
    await unlessGone(route.continue());
  });
  await app.open({ path: '/staking' });
  await page.getByRole('button', { name: 'Start' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Risk $' })).toBeVisible();
  await page.unroute('**/api/**');
  for (const answer of release) answer();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page).toHaveURL(/\/staking/);
  await expect(page.getByRole('heading', { level: 1, name: 'Staking' })).toBeVisible();
  // The redirect happens once: the next launch opens Home.
  await app.open();
  await expect(page).toHaveURL(/\/index/);
});

for (const path of ['/', '/staking']) {
  test(`${path}: a user whom the server has never seen does not wait for the code of the device`, async ({
    app,
    page,
    dist,
  }) => {
    // Without the server's word, the app takes the user for a new one after a second: here not within a minute.
    await page.addInitScript(() => {
      const setTimer = window.setTimeout;
      window.setTimeout = ((act: () => void, ms?: number) =>
        setTimer(act, ms === 1000 ? 60_000 : ms)) as typeof window.setTimeout;
    });
    const release = await hold(page, `**${fileOf(dist, 'device')}`);
    await app.open({ path });
    await expect(page.locator('#root:not([aria-busy]) main:not([aria-busy="true"])')).toBeVisible();
    await release();
    await complete(page);
    await untilOnboarded(app);
  });
}

test('onboarding completed offline waits in the outbox and is sent when the network is back', async ({
  app,
  page,
  context,
}) => {
  await app.open();
  await app.untilPrecached();
  await context.setOffline(true);
  await complete(page);
  // A reload without a network does not show it again.
  await page.reload();
  await expect(page).toHaveURL(/\/index/);
  await context.setOffline(false);
  await untilOnboarded(app);
});

test.describe('without a service worker, as on iOS', () => {
  test.use({ withoutServiceWorker: true });

  test('a network lost after the first screen does not prevent completing it', async ({
    app,
    page,
    context,
    dist,
  }) => {
    const home = ['home', 'locales/en/home.json'].map((source) => fileOf(dist, source));
    const fetched = new Set<string>();
    page.on('requestfinished', (request) => fetched.add(new URL(request.url()).pathname));
    await app.open();
    await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
    await expect.poll(() => home.every((file) => fetched.has(file)), { timeout: 30_000 }).toBe(true);
    await context.setOffline(true);
    await complete(page);
    await context.setOffline(false);
    await untilOnboarded(app);
  });
});

async function complete(page: Page): Promise<void> {
  await takeSteps(page);
  await expect(page).toHaveURL(/\/index/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada');
}

async function untilOnboarded(app: App): Promise<void> {
  const isNewUser = async () =>
    (await app.call('POST', '/api/user/register', { id: app.user.id })).body['isNewUser'];
  await expect.poll(isNewUser).toBe(false);
}
