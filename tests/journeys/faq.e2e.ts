/** The FAQ in another time zone; tests/features/faq has the rest of the screen. */
import { expect, test } from '#tests/journeys/app.ts';

test.use({ serviceWorkers: 'block' });

test.describe('on a clock in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('the rewards answer lists all awards and when a day changes', async ({ app, page }) => {
    const question = 'How do the rewards work?';
    await app.onboard();
    await app.open({ path: '/SBT' });
    await page.getByRole('heading', { name: question }).click();
    const rewards = page.getByRole('group').filter({ hasText: question });
    await expect(rewards.getByRole('row')).toHaveText([
      /iRICH$/,
      /calculation\s*1$/,
      /by your link\s*50$/,
      /Premium joins\s*75$/,
      /by calculations\s*1\/10$/,
      /by inviting\s*1\/10$/,
      /check-in\s*10–100$/,
    ]);
    await expect(rewards).toContainText('first 30 calculations of a day');
    await expect(rewards).toContainText('within 7 days');
    await expect(rewards).toContainText('00:00 UTC: 09:00 on your clock');
  });
});
