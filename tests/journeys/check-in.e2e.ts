/**
 * The daily bonus from Home, with reduced motion, over midnight, with a wrong clock, and without a network;
 * tests/features/profile has the rest of the dialog, tests/features/home the rest of the row.
 */
import type { Page } from 'playwright/test';
import { expect, test } from '#tests/journeys/app.ts';

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the award does not fly', async ({ app, page }) => {
    await app.onboard();
    await app.open({ path: '/profile?checkin=1' });
    const flights = await watchFlights(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Claim', exact: true }).click();
    await expect(page.getByRole('button', { name: /^10 iRICH/ })).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
    expect(await flights()).toEqual([]);
  });
});

test("a dialog left open over the server's midnight shows the new day's award", async ({ app, page }) => {
  await app.onboard();
  await page.clock.install({ time: '2026-11-21T23:30:00Z' });
  const shift = Date.parse('2026-11-21T23:30:00Z') - Date.now();
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    const date = new Date(Date.now() + shift).toUTCString();
    await route.fulfill({ response, headers: { ...response.headers(), date } });
  });
  let day = 1;
  const answerStatus = () =>
    page.route('**/api/checkin/status', (route) =>
      route.fulfill({
        json: {
          isAvailable: true,
          currentStreak: day - 1,
          bonusAmount: `${10 * day}`,
          freezes: 0,
          freezesAtWork: 0,
        },
      }),
    );
  await answerStatus();
  await app.open({ path: '/profile?checkin=1' });
  const dialog = page.getByRole('dialog', { name: 'Daily bonus' });
  await expect(dialog.getByText('Check-in day 1')).toBeVisible();
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
  // The page's clock moves away from the server's.
  await page.route('**/api/**', (route) => route.abort());
  await answerStatus();
  day = 2;
  await page.clock.pauseAt('2026-11-21T23:59:30Z');
  await expect(dialog.getByText('Check-in day 1')).toBeVisible();
  await page.clock.fastForward('01:00');
  await page.clock.resume();
  await expect(dialog.getByText('Check-in day 2')).toBeVisible();
});

const HOUR_MS = 3_600_000;
const CLOCKS = {
  'a day behind': -24,
  'a day ahead': 24,
  'twelve hours behind': -12,
  'twelve hours ahead': 12,
};
for (const [clock, hours] of Object.entries(CLOCKS)) {
  test(`a phone whose clock is ${clock} shows the server's state`, async ({ app, page }) => {
    await app.onboard();
    await page.clock.install({ time: Date.now() + hours * HOUR_MS });
    // Claimed on the server's previous day.
    await page.route('**/api/{user,sync,referral}/**', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { streak?: object; profile?: { streak: object } };
      const streak = {
        current: 1,
        longest: 1,
        last_day: Math.floor(Date.now() / 86_400_000) - 1,
        freezes: 0,
      };
      if (body.streak !== undefined) body.streak = streak;
      if (body.profile !== undefined) body.profile.streak = streak;
      await route.fulfill({ response, json: body });
    });
    await app.open({ path: '/profile' });
    const main = page.getByRole('main');
    // Routed calls are slow, so onboarding may appear before the answer.
    await expect(main.getByRole('button', { name: 'Claim 20' })).toBeEnabled({ timeout: 30_000 });
    await expect(main.getByText('1 day in a row')).toBeVisible();
    const untilMidnight = Math.ceil((86_400_000 - (Date.now() % 86_400_000)) / 60_000);
    const shownMinutes = async () => {
      const text = (await main.getByText(/^new day in/).textContent()) ?? '';
      const [, h = 0, min = 0] = /in (?:(\d+)\sh ?)?(?:(\d+)\smin)?, at/.exec(text) ?? [];
      return Number(h) * 60 + Number(min);
    };
    expect(Math.abs((await shownMinutes()) - untilMidnight)).toBeLessThanOrEqual(2);

    await page.unrouteAll({ behavior: 'wait' });
    expect((await app.call('POST', '/api/checkin/claim', { userId: app.user.id })).status).toBe(200);
    await app.open({ path: '/profile' });
    await expect(main.getByRole('button', { name: 'Already claimed' })).toBeDisabled();
    await expect(main.getByText(/^next pays 20 · new day in/)).toBeVisible();
  });
}

test('on Home one tap claims, the server has it, and the profile shows it', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/index' });
  const next = page.getByRole('region', { name: 'What’s next' });
  await next.getByRole('button', { name: 'Claim 10' }).click();
  await expect(next.getByText('+10 iRICH')).toBeVisible();
  const { body } = await app.call('GET', `/api/user/${app.user.id}`);
  expect(body).toMatchObject({ checkin_points: '10', streak: { current: 1 } });
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click();
  await expect(page.getByRole('button', { name: /^10 iRICH/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Already claimed' })).toBeDisabled();
});

test('offline the card shows its age', async ({ app, page, context }) => {
  await app.onboard();
  await app.open({ path: '/profile' });
  await app.untilPrecached();
  await expect(page.getByRole('button', { name: 'Claim 10' })).toBeEnabled();
  await context.setOffline(true);
  await expect(page.getByText(/^The check-in needs the network · as of \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Claim 10' })).toBeDisabled();
});

/** Texts that fly over the page from now on: hidden from screen readers, placed beside the app. */
async function watchFlights(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seenFlights: seen });
    new MutationObserver((changes) => {
      for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof HTMLElement && node.ariaHidden === 'true') seen.push(node.textContent ?? '');
      }
    }).observe(document.body, { childList: true });
  });
  return () => page.evaluate(() => (window as unknown as { seenFlights: string[] }).seenFlights);
}
