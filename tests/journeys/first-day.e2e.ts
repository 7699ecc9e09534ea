/** A new user's first day in each language. The network ends after the first screen, and nothing of the day is lost. */
import type { Page } from 'playwright/test';
import { expect, historyRows, test } from '#tests/journeys/app.ts';
import { calculate, fillForm } from '#tests/journeys/calculators.ts';

const TRADE = { riskAmount: '100', entryPrice: '64000', stopLossPrice: '62000', takeProfitPrice: '68000' };
const ONBOARDING_STEPS = 4;

test.use({ viewport: { width: 360, height: 740 } });

/** A finger from the right edge of the row to its left, in steps as of a slow phone. */
async function swipeAway(page: Page): Promise<void> {
  const box = await historyRows(page).first().boundingBox();
  if (box === null) throw new Error('No row');
  const devtools = await page.context().newCDPSession(page);
  const y = box.y + box.height / 2;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await touch('touchStart', box.x + box.width * 0.7);
  for (let part = 0.6; part > 0.05; part -= 0.1) await touch('touchMove', box.x + box.width * part);
  await touch('touchEnd');
}

for (const language of ['en', 'ru'] as const) {
  test.describe(language, () => {
    test.use({ language });

    test('calculates, marks, shares, deletes and brings back without a network', async ({
      app,
      page,
      context,
    }) => {
      await app.open({ version: '9.1' });
      for (let step = 0; step < ONBOARDING_STEPS; step += 1) {
        const title = await page.getByRole('heading', { level: 1 }).textContent();
        await page.locator('main .button-primary').click();
        await expect(page.getByRole('heading', { level: 1, name: title ?? '', exact: true })).toBeHidden();
      }
      await expect(page).toHaveURL(/\/index/);
      await app.untilPrecached();
      await context.setOffline(true);

      await page.locator('nav a[href^="/calculators"]').click();
      await page.locator('main a[href^="/riskmoney"]').click();
      await fillForm(page, TRADE);
      await calculate(page, language);
      await expect(page.locator('.record-line')).toBeVisible();
      await page.getByRole('button', { name: /^(Share plan|Поделиться планом)$/ }).click();
      await expect(page.getByRole('dialog').locator('.qr-picture')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();

      await page.locator('nav a[href^="/calculators"]').click();
      await page.locator('main a[href^="/history"]').click();
      await expect(historyRows(page)).toHaveCount(1);
      await page.locator('.history-button:not(.history-delete)').click();
      await page
        .getByRole('dialog')
        .locator('label', { has: page.locator('input[value="won"]') })
        .click();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      const won = historyRows(page).getByText(/^(Won|В плюс)/);
      await expect(won).toBeVisible();
      await swipeAway(page);
      await expect(historyRows(page)).toHaveCount(0);
      await page.locator('.toast-action').click();
      await expect(won).toBeVisible();
      await page.reload();
      await expect(won).toBeVisible();
      expect(await app.recordedCalculations()).toBe(0);

      await context.setOffline(false);
      await expect.poll(() => app.activityPoints()).toBe('1');
      await expect(historyRows(page)).toHaveCount(1);
      await expect(historyRows(page)).toHaveAttribute('data-state', 'counted');
      await expect(won).toBeVisible();
      await page.locator('nav a[href^="/profile"]').click();
      await expect(page.locator('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
      expect(await app.recordedCalculations()).toBe(1);
    });
  });
}
