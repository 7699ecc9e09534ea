/** Expired launch data on a device without stored data: each screen says only what to do. */
import { type App, expect, test } from '#tests/journeys/app.ts';
import { hold } from '#tests/journeys/held.ts';

const TWO_DAYS_S = 2 * 86_400;

const TEXTS = {
  en: {
    friends: 'Open the app again from Telegram to load your friends.',
    link: 'Open the app again from Telegram to get your link.',
    badges: 'Open the app again from Telegram to load your badges.',
    checkIn: 'Open the app again from Telegram to check in',
    title: 'Open iRICH again',
    close: 'Close',
    retry: 'Try again',
    claim: 'Claim',
  },
  ru: {
    friends: 'Чтобы загрузить друзей, откройте приложение заново из Telegram.',
    link: 'Чтобы получить ссылку, откройте приложение заново из Telegram.',
    badges: 'Чтобы загрузить значки, откройте приложение заново из Telegram.',
    checkIn: 'Чтобы забрать бонус, откройте приложение заново из Telegram',
    title: 'Откройте iRICH заново',
    close: 'Закрыть',
    retry: 'Повторить',
    claim: 'Забрать',
  },
} as const;

/** Like a device that lost its store and only knows that the user has been here before. */
async function openExpired(app: App, path: string): Promise<void> {
  await app.onboard();
  await app.page.addInitScript((userId) => {
    if (location.origin !== 'null')
      localStorage.setItem(`irich:${userId}:boot`, JSON.stringify({ onboarded: true }));
  }, app.user.id);
  await app.open({ path, authDate: Math.floor(Date.now() / 1000) - TWO_DAYS_S });
}

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  test.describe(language, () => {
    test.use({ language, withoutServiceWorker: true });

    test('a device that lost everything asks to be reopened instead of showing onboarding', async ({
      app,
      page,
    }) => {
      await app.onboard();
      for (const path of ['/', '/profile']) {
        await app.open({ path, authDate: Math.floor(Date.now() / 1000) - TWO_DAYS_S });
        await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeVisible();
        await expect(page.getByRole('navigation')).toHaveCount(0);
        await page.getByRole('button', { name: texts.close }).click();
        await expect
          .poll(async () => (await app.host.messages(page)).map(({ type }) => type))
          .toContain('web_app_close');
        await app.forget('everything');
      }
      await app.open();
      await expect(page).toHaveURL(/\/index/);
    });

    test('the friends screen asks to be reopened, for the list and the link', async ({ app, page }) => {
      await openExpired(app, '/referrals');
      await expect(page.getByRole('alert')).toHaveText(texts.friends);
      await expect(page.getByText(texts.link)).toBeVisible();
      await expect(page.getByRole('button', { name: texts.retry })).toHaveCount(0);
    });

    test('the badges screen asks to be reopened', async ({ app, page }) => {
      await openExpired(app, '/achievements');
      await expect(page.getByRole('note').filter({ hasText: texts.badges })).toBeVisible();
      // The rest is still shown.
      await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(80);
    });

    test('the daily bonus asks to be reopened', async ({ app, page }) => {
      await openExpired(app, '/profile?checkin=1');
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('alert')).toHaveText(texts.checkIn);
      await expect(dialog.getByRole('button', { name: texts.retry })).toHaveCount(0);
      await expect(dialog.getByRole('button', { name: texts.claim, exact: true })).toBeDisabled();
    });
  });
}

test.describe('while the app is open', () => {
  test.use({ withoutServiceWorker: true });

  test('a bonus cannot be claimed, and the dialog says what to do', async ({ app, page }) => {
    await app.onboard();
    await page.route('**/api/checkin/claim', (route) =>
      route.fulfill({
        status: 401,
        json: { error: { code: 'launch_data_expired', message: 'expired' } },
        headers: { 'x-contract-version': route.request().headers()['x-contract-version'] ?? '1' },
      }),
    );
    // From when they were still valid.
    const release = await hold(page, '**/api/user/language/**');
    await app.open({ path: '/profile?checkin=1' });
    const dialog = page.getByRole('dialog');
    const claim = dialog.getByRole('button', { name: TEXTS.en.claim, exact: true });
    await claim.click();
    await expect(dialog.getByRole('alert')).toHaveText(TEXTS.en.checkIn);
    await release();
    await page.waitForLoadState('networkidle');
    await expect(dialog.getByRole('alert')).toHaveText(TEXTS.en.checkIn);
    await expect(claim).toBeDisabled();
  });

  test('the message stays while the app retries', async ({ app, page }) => {
    await openExpired(app, '/achievements');
    const told = page.getByRole('note').filter({ hasText: TEXTS.en.badges });
    await expect(told).toBeVisible();
    const asked = page.waitForRequest('**/api/user/register');
    const release = await hold(page, '**/api/user/register');
    await asked;
    await expect(told).toBeVisible();
    await release();
  });
});
