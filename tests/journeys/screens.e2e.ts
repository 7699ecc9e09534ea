/** The choice of a language under all conditions. The a11y and feel journeys cover all screens. */
import { expect, test } from '#tests/journeys/app.ts';

test('the language changes at once, offline too, and the server learns it later', async ({
  app,
  page,
  context,
}) => {
  await app.onboard();
  await app.open({ path: '/language' });
  await app.untilPrecached();
  await context.setOffline(true);
  await page.getByText('Русский').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(page.getByRole('navigation')).toContainText('Профиль');
  await expect(page).toHaveURL(/\/profile/);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await context.setOffline(false);
  await expect
    .poll(async () => (await app.call('GET', `/api/user/language/${app.user.id}`)).body['language_code'])
    .toBe('ru');
});

test('a page reloaded right at the tap keeps the language and tells the server', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/language' });
  const russian = page.getByRole('button', { name: 'Русский' });
  // In the same task of the page, so no database write can have started.
  await Promise.all([
    page.waitForEvent('load'),
    russian.evaluate((button: HTMLElement) => {
      button.click();
      location.reload();
    }),
  ]);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect
    .poll(async () => (await app.call('GET', `/api/user/language/${app.user.id}`)).body['language_code'])
    .toBe('ru');
  await app.open({ path: '/profile' });
  await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
});
