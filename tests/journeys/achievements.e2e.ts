/** Badges: earned ones with their day, the rest with their progress, each with its own dialog. */
import type { Page } from 'playwright/test';
import { type App, expect, makeUser, test } from '#tests/journeys/app.ts';
import { hold } from '#tests/journeys/held.ts';
import { pressBack } from '#tests/journeys/host.ts';

const family = (page: Page, name: string) =>
  page.getByRole('main').getByRole('region', { name, exact: true });

test('shows all 80: earned ones first, newest on top, then the rest by family with progress', async ({
  app,
  page,
}) => {
  await app.onboard();
  for (let friends = 0; friends < 4; friends += 1) await app.onboard(makeUser(), String(app.user.id));
  await app.open({ path: '/achievements' });

  const earned = family(page, 'Earned, newest first').getByRole('listitem');
  await expect(earned).toHaveCount(3);
  await expect(earned.nth(0)).toContainText('Friends 2');
  await expect(earned.nth(1)).toContainText('Friends 1');
  await expect(earned.nth(2)).toContainText('Level 1');
  await expect(earned.nth(0)).toContainText(
    new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' }).format(),
  );

  const rest = { Levels: 19, Friends: 18, Chain: 20, Streak: 20 };
  for (const [name, count] of Object.entries(rest)) {
    await expect(family(page, name).getByRole('listitem')).toHaveCount(count);
  }
  await expect(family(page, 'Friends')).toContainText('4 friends');
  const next = family(page, 'Friends').getByRole('button').first();
  await expect(next).toHaveAccessibleName(/^Friends 3 not earned yet 4 \/ 5$/);
  await expect(family(page, 'Streak').getByRole('button').last()).toHaveAccessibleName(
    /^Streak 20 not earned yet 0 \/ 1,000$/,
  );
  await expect(page.getByRole('main')).toContainText('3 of 80 badges');
});

test('the screen describes what the wallet is for', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/achievements' });
  await expect(page.getByRole('note').filter({ hasText: 'Connect wallet to claim SBT' })).toBeVisible();
});

test('a badge opens from its address, by key and by tap, and closes to the previous screen', async ({
  app,
  page,
}) => {
  await app.onboard();
  await app.open({ path: '/achievements' });
  const earned = family(page, 'Earned, newest first').getByRole('button');
  await earned.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Level 1' });
  await expect(dialog).toContainText('Reach level 1');
  await expect(dialog).toContainText(/Earned on \d+ \w+ \d{4}/);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(earned).toBeFocused();

  await family(page, 'Streak')
    .getByRole('button', { name: /^Streak 2 / })
    .click();
  const locked = page.getByRole('dialog', { name: 'Streak 2' });
  await expect(locked).toContainText('Check in 7 days in a row');
  await expect(locked).toContainText('0 of 7 so far');
  await pressBack(app);
  await expect(locked).toBeHidden();
  await expect(page).toHaveURL(/achievements/);
});

test('offline, the screen shows the stored badges and their age', async ({ app, page, context }) => {
  await app.onboard();
  await app.open({ path: '/achievements' });
  await expect(family(page, 'Earned, newest first').getByRole('listitem')).toHaveCount(1);
  await app.untilPrecached();
  await context.setOffline(true);
  await page.reload();
  await expect(family(page, 'Earned, newest first').getByRole('listitem')).toHaveCount(1);
  await expect(page.getByText(/^as of \d\d:\d\d$/)).toBeVisible();
  await context.setOffline(false);
});

test.describe('no figure is shown while the profile is unknown', () => {
  test.use({ withoutServiceWorker: true });

  test('while loading, the layout is reserved and says so', async ({ app, page }) => {
    const release = await hold(page, '**/api/user/register');
    await openUnknown(app);
    const loading = page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' });
    await expect(loading).toBeAttached();
    const figure = page.getByText('of 80 badges');
    await expect(figure).toBeHidden();
    const place = await figure.boundingBox();
    const wallet = page.getByRole('note').filter({ hasText: 'Connect wallet' });
    const below = await wallet.boundingBox();
    await release();
    await expect(page.getByText('1 of 80 badges')).toBeVisible();
    await expect(loading).toHaveCount(0);
    expect(await figure.boundingBox()).toEqual(place);
    expect(await wallet.boundingBox()).toEqual(below);
  });

  test('without a network and never synced, the screen says when badges will appear', async ({
    app,
    page,
  }) => {
    await page.route('**/api/**', (route) => route.abort());
    await openUnknown(app);
    await expect(page.getByRole('note').filter({ hasText: 'first network connection' })).toBeVisible();
    await expect(page.getByText('of 80 badges')).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(80);
  });
});

test.describe('a newer server', () => {
  test.use({ withoutServiceWorker: true });

  test("an unknown family's badge is shown with a generic label", async ({ app, page }) => {
    await app.onboard();
    await page.route('**/api/user/**', async (route) => {
      const answer = await route.fetch();
      const json = await answer.json();
      const profile = json.profile ?? json;
      if (Array.isArray(profile.earned)) {
        profile.earned.push({ id: 'moon_3', at: '2026-11-20T10:00:00.000Z' });
        profile.badges = `${profile.badges},moon_3`;
      }
      await route.fulfill({ response: answer, json });
    });
    await app.open({ path: '/achievements' });
    const first = family(page, 'Earned, newest first').getByRole('listitem').first();
    await expect(first).toContainText('unknown badge');
    await expect(first).toContainText('20 Nov 2026');
    await first.getByRole('button').click();
    await expect(page.getByRole('dialog', { name: 'unknown badge', exact: true })).toBeVisible();
  });
});

/** Like a device that lost its store and only knows that the user has been here before. */
async function openUnknown(app: App): Promise<void> {
  await app.onboard();
  await app.page.addInitScript((userId) => {
    if (location.origin !== 'null')
      localStorage.setItem(`irich:${userId}:boot`, JSON.stringify({ onboarded: true }));
  }, app.user.id);
  await app.open({ path: '/achievements' });
}
