/** Sheets over a screen: Escape and the host's back button close them, and focus returns to their opener. */
import type { Locator, Page } from 'playwright/test';
import { expect, fillField, nextFrame, test } from '#tests/journeys/app.ts';
import { makeRecord } from '#tests/journeys/calculators.ts';
import { backButton, pressBack, untilConnected } from '#tests/journeys/host.ts';

test.use({ serviceWorkers: 'block' });

interface Opener {
  readonly name: string;
  readonly path: string;
  prepare?(page: Page): Promise<void>;
  opener(page: Page): Locator;
}

const OPENERS: readonly Opener[] = [
  { name: 'check-in', path: '/profile', opener: (page) => page.getByRole('button', { name: /^Claim \d/ }) },
  {
    name: 'deletion',
    path: '/profile',
    opener: (page) => page.getByRole('button', { name: 'Delete my data' }),
  },
  {
    name: 'price from the market',
    path: '/riskmoney',
    opener: (page) => page.getByRole('button', { name: 'Price from the market' }),
  },
  {
    name: 'row of a position',
    path: '/averageposition',
    prepare: (page) => makeRecord(page, 'average-position'),
    opener: (page) => page.getByRole('button', { name: 'Edit row 1' }),
  },
  {
    name: 'message',
    path: '/riskmoney',
    async prepare(page) {
      await fillField(page, 'riskAmount', '100');
      await fillField(page, 'entryPrice', '100');
      await fillField(page, 'stopLossPrice', '110');
      await fillField(page, 'takeProfitPrice', '120');
    },
    opener: (page) => page.getByRole('button', { name: 'Calculate', exact: true }),
  },
  {
    name: 'export of the history',
    path: '/riskmoney',
    async prepare(page) {
      await makeRecord(page, 'risk-money');
      await page.getByRole('link', { name: 'History' }).click();
    },
    opener: (page) => page.getByRole('button', { name: 'Export' }),
  },
];

for (const { name, path: start, prepare, opener } of OPENERS) {
  test(`${name}: Escape and back close the dialog, and focus returns`, async ({ app, page }) => {
    await app.onboard();
    await app.open({ path: start });
    await untilConnected(app);
    await prepare?.(page);
    const button = opener(page);
    // After navigating through a link, the address and the host update before the screen.
    await expect(button).toBeVisible();
    const before = await backButton(app, page);
    const path = new URL(page.url()).pathname;
    const closers = [() => page.keyboard.press('Escape'), () => pressBack(app)];
    for (const close of closers) {
      await button.click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expect.poll(() => backButton(app, page)).toBe(true);
      await close();
      await expect(page.getByRole('dialog')).toBeHidden();
      await expect(button).toBeFocused();
      await expect.poll(() => backButton(app, page)).toBe(before);
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });
}

test("the host's back button closes a check-in opened by address, and the profile stays", async ({
  app,
  page,
}) => {
  await app.onboard();
  await app.open({ path: '/profile?checkin=1' });
  await expect(page.getByRole('dialog')).toBeVisible();
  await pressBack(app);
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/profile(#.*)?$/);
  await expect.poll(() => backButton(app, page)).toBe(false);
});

test('back at the moment a dialog opens closes it, and the screen stays', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await makeRecord(page, 'risk-money');
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page.getByRole('button', { name: 'Export' })).toBeVisible();
  await expect.poll(() => backButton(app, page)).toBe(true);
  await page.evaluate(() => {
    const show = HTMLDialogElement.prototype.showModal;
    HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
      show.call(this);
      document.documentElement.dataset['shown'] = 'yes';
      const { Telegram } = window as unknown as {
        Telegram: { WebView: { receiveEvent(type: string, data: unknown): void } };
      };
      Telegram.WebView.receiveEvent('back_button_pressed', null);
    };
  });
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-shown', 'yes');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/history/);
});

test('repeated Escape closes no busy dialog, which then shows its result', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/profile' });
  const button = page.getByRole('button', { name: 'Delete my data' });
  await button.click();
  const dialog = page.getByRole('dialog');
  let answer = (): void => undefined;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/user/*', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback();
    await answered;
    return route.fulfill({ status: 500, body: 'down' });
  });
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press('Escape');
  answer();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await button.click();
  await expect(dialog).toBeVisible();
});

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
  await page.touchscreen.tap(x + 20, Math.max(y, 0) + 20);
  await expect(dialog).toBeHidden();
});
