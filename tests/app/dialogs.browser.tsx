/** Sheets over a screen: Escape and the host's back button close them, and focus returns to their opener. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { backButton, pressBack, untilConnected } from '#tests/support/host-calls.ts';
import { expectUrl, onScreen, press } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { fillField, makeRecord } from '../features/calculators/form.ts';

interface Opener {
  readonly name: string;
  readonly path: string;
  prepare?(): Promise<void>;
  opener(): Locator;
}

const OPENERS: readonly Opener[] = [
  { name: 'check-in', path: '/profile', opener: () => page.getByRole('button', { name: /^Claim \d/ }) },
  {
    name: 'deletion',
    path: '/profile',
    opener: () => page.getByRole('button', { name: 'Delete my data' }),
  },
  {
    name: 'price from the market',
    path: '/riskmoney',
    opener: () => page.getByRole('button', { name: 'Coin from the market' }),
  },
  {
    name: 'row of a position',
    path: '/averageposition',
    prepare: () => makeRecord('average-position'),
    opener: () => page.getByRole('button', { name: 'Edit row 1' }),
  },
  {
    name: 'message',
    path: '/riskmoney',
    async prepare() {
      await fillField('riskAmount', '100');
      await fillField('entryPrice', '100');
      await fillField('stopLossPrice', '110');
      await fillField('takeProfitPrice', '120');
    },
    opener: () => page.getByRole('button', { name: 'Calculate', exact: true }),
  },
  {
    name: 'export of the history',
    path: '/riskmoney',
    async prepare() {
      await makeRecord('risk-money');
      await page.getByRole('link', { name: 'History' }).click();
    },
    opener: () => page.getByRole('button', { name: 'Export' }),
  },
];

for (const { name, path: start, prepare, opener } of OPENERS) {
  test(`${name}: Escape and back close the dialog, and focus returns`, async () => {
    const app = await renderApp({ path: start });
    await untilConnected(app);
    await prepare?.();
    const button = opener();
    // After navigating through a link, the address and the host update before the screen.
    await onScreen(button).toBeVisible();
    const before = backButton(app);
    const path = location.pathname;
    const closers = [() => press('Escape'), () => pressBack(app)];
    for (const close of closers) {
      await button.click();
      await onScreen(page.getByRole('dialog')).toBeVisible();
      await expect.poll(() => backButton(app)).toBe(true);
      await close();
      await onScreen(page.getByRole('dialog')).toBeHidden();
      await onScreen(button).toBeFocused();
      await expect.poll(() => backButton(app)).toBe(before);
      expect(location.pathname).toBe(path);
    }
  });
}

test("the host's back button closes a check-in opened by address, and the profile stays", async () => {
  const app = await renderApp({ path: '/profile?checkin=1' });
  await onScreen(page.getByRole('dialog')).toBeVisible();
  await pressBack(app);
  await onScreen(page.getByRole('dialog')).toBeHidden();
  await expectUrl(/\/profile(#.*)?$/);
  await expect.poll(() => backButton(app)).toBe(false);
});

test('back at the moment a dialog opens closes it, and the screen stays', async () => {
  const app = await renderApp({ path: '/riskmoney' });
  await makeRecord('risk-money');
  await page.getByRole('link', { name: 'History' }).click();
  await onScreen(page.getByRole('button', { name: 'Export' })).toBeVisible();
  await expect.poll(() => backButton(app)).toBe(true);
  let isShown = false;
  const { showModal } = HTMLDialogElement.prototype;
  const showing = vi.spyOn(HTMLDialogElement.prototype, 'showModal').mockImplementation(function (
    this: HTMLDialogElement,
  ) {
    showModal.call(this);
    isShown = true;
    app.host.send('back_button_pressed');
  });
  onTestFinished(() => showing.mockRestore());
  await page.getByRole('button', { name: 'Export' }).click();
  await expect.poll(() => isShown).toBe(true);
  await onScreen(page.getByRole('dialog')).toBeHidden();
  await expectUrl(/\/history/);
});

test('repeated Escape closes no busy dialog, which then shows its result', async () => {
  const app = await renderApp({ path: '/profile' });
  const button = page.getByRole('button', { name: 'Delete my data' });
  await button.click();
  const dialog = page.getByRole('dialog');
  app.server.refuse('deleteUser', 'internal');
  const answer = app.server.hold('deleteUser');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  for (let presses = 0; presses < 5; presses++) await press('Escape');
  answer();
  await onScreen(dialog.getByRole('alert')).toBeVisible();
  await press('Escape');
  await onScreen(dialog).toBeHidden();
  await button.click();
  await onScreen(dialog).toBeVisible();
});
