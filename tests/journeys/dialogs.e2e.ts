/** Sheets that a phone or an older host treats in its own way; tests/app has those of every screen. */
import { expect, nextFrame, test } from '#tests/journeys/app.ts';
import { makeRecord } from '#tests/journeys/calculators.ts';

test.use({ serviceWorkers: 'block' });

test('repeated Escape opens and closes the question, and edits stay', async ({ app, page }) => {
  await app.onboard();
  // A host without dialogs of its own.
  await app.open({ path: '/averageposition', version: '6.1' });
  await makeRecord(page, 'average-position');
  await page.getByRole('button', { name: 'Edit row 1' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Entry price' }).fill('777');
  const edit = page.getByRole('dialog', { name: 'Edit entry' });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  for (let times = 0; times < 5; times++) {
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(edit).toBeVisible();
  }
});

test('the second of two quick taps does not close the new dialog, a later tap beside it does', async ({
  app,
  page,
}) => {
  await app.onboard();
  await page.clock.install();
  await app.open({ path: '/achievements' });
  // Once the profile is loaded nothing moves any more.
  const earned = page.getByRole('region', { name: 'Earned, newest first' });
  const tile = earned.getByRole('listitem').getByRole('button').first();
  await tile.evaluate((button) => button.scrollIntoView({ block: 'start', behavior: 'instant' }));
  const { x, y } = (await tile.boundingBox()) ?? { x: 0, y: 0 };
  await page.evaluate(() => {
    const show = HTMLDialogElement.prototype.showModal;
    HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
      show.call(this);
      // Immediately, like a tap under way: it hits the page around the sheet.
      this.click();
    };
  });
  await page.touchscreen.tap(x + 20, Math.max(y, 0) + 20);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await nextFrame(page);
  await expect(dialog).toBeVisible();
  await page.clock.fastForward(500);
  const sheet = await dialog.boundingBox();
  // A busy engine cancels a tap now and then.
  await expect(async () => {
    await page.touchscreen.tap(x + 20, (sheet?.y ?? 0) / 2);
    await expect(dialog).toBeHidden({ timeout: 1000 });
  }).toPass();
});
