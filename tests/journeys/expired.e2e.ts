/** Expired launch data, refused by the server itself; tests/app has what each screen says. */
import { expect, test } from '#tests/journeys/app.ts';

test.use({ withoutServiceWorker: true });

const TWO_DAYS_S = 2 * 86_400;

test('a device that lost everything asks to be reopened instead of showing onboarding', async ({
  app,
  page,
}) => {
  await app.onboard();
  for (const path of ['/', '/profile']) {
    await app.open({ path, authDate: Math.floor(Date.now() / 1000) - TWO_DAYS_S });
    await expect(page.getByRole('heading', { level: 1, name: 'Open iRICH again' })).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await page.getByRole('button', { name: 'Close' }).click();
    await expect
      .poll(async () => (await app.host.messages(page)).map(({ type }) => type))
      .toContain('web_app_close');
    await app.forget('everything');
  }
  await app.open();
  await expect(page).toHaveURL(/\/index/);
});
