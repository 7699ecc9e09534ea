/** Opening the app: from the messaging app, from elsewhere, in both languages, in light and dark. */
import { expect, test } from '#tests/e2e/app.ts';

test('a browser outside the messaging app sees the blocking screen', async ({ app, page }) => {
  await page.goto(app.server.origin);
  await expect(page.getByRole('heading')).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('link')).toHaveAttribute('href', /^https:\/\/t\.me\//);
});
