/** Badges without a network; tests/features/achievements has the rest of the screen. */
import { expect, test } from '#tests/journeys/app.ts';

test('offline, the screen shows the stored badges and their age', async ({ app, page, context }) => {
  const earned = page
    .getByRole('main')
    .getByRole('region', { name: 'Earned, newest first', exact: true })
    .getByRole('listitem');
  await app.onboard();
  await app.open({ path: '/achievements' });
  await expect(earned).toHaveCount(1);
  await app.untilPrecached();
  await context.setOffline(true);
  await page.reload();
  await expect(earned).toHaveCount(1);
  await expect(page.getByText(/^as of \d\d:\d\d$/)).toBeVisible();
  await context.setOffline(false);
});
