/** Taps faster than the screen can react: each command is sent once. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { expectUrl, onScreen } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { fillField } from '../features/calculators/form.ts';

/** Three clicks before the page can react to the first. */
async function tapThrice(button: Locator): Promise<void> {
  await onScreen(button).toBeEnabled();
  const element = button.element() as HTMLElement;
  for (let i = 0; i < 3; i += 1) element.click();
}

/** On the profile, once nothing is under way. */
function untilSent(): Promise<void> {
  return onScreen(page.css('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
}

test('the check-in is claimed once', async () => {
  const { server } = await renderApp({ path: '/profile?checkin=1' });
  await tapThrice(page.getByRole('dialog').getByRole('button', { name: /^claim/i }));
  await onScreen(page.getByRole('dialog')).toBeHidden();
  await untilSent();
  expect(server.asked('claimCheckIn')).toBe(1);
});

test('deletion is requested once', async () => {
  const { server } = await renderApp({ path: '/profile' });
  await page.getByRole('button', { name: 'Delete my data' }).click();
  await tapThrice(page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }));
  await onScreen(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  expect(server.asked('deleteUser')).toBe(1);
});

test('a language is chosen once, and the last of two wins', async () => {
  const { server, reopen } = await renderApp({ path: '/language' });
  await tapThrice(page.getByRole('button', { name: 'Русский' }));
  await expectUrl(/\/profile/);
  // The choice is sent after the screen has changed: until then the profile may say that all is sent.
  await expect.poll(() => server.asked('chooseLanguage')).toBeGreaterThan(0);
  await untilSent();
  expect(server.asked('chooseLanguage')).toBe(1);

  await reopen('/language');
  await onScreen(page.getByRole('button', { name: 'English' })).toBeVisible();
  for (const name of ['English', 'Русский', 'English'])
    (page.getByRole('button', { name }).element() as HTMLElement).click();
  await expectUrl(/\/profile/);
  await expect.poll(() => document.documentElement.lang).toBe('en');
  await expect
    .poll(() => server.requests.findLast(({ call }) => call === 'chooseLanguage')?.body)
    .toMatchObject({ languageCode: 'en' });
});

test('clicks before the page can react count as one step', async () => {
  await renderApp({ isOnboarded: false });
  await tapThrice(page.getByRole('button', { name: 'Start' }));
  await onScreen(page.getByRole('heading', { name: 'Risk $' })).toBeVisible();
});

test('Calculate and Add make one record and one row', async () => {
  const { server, reopen } = await renderApp({ path: '/riskmoney' });
  const rows = page.css('tr[data-id]');
  await fillField('riskAmount', '100');
  await fillField('entryPrice', '100');
  await fillField('stopLossPrice', '90');
  await fillField('takeProfitPrice', '120');
  await tapThrice(page.getByRole('button', { name: 'Calculate', exact: true }));
  await expect.poll(() => server.records()).toHaveLength(1);

  await reopen('/elliottwave');
  await fillField('startPrice', '100', 'wave1');
  await fillField('endPrice', '200', 'wave1');
  await tapThrice(page.css('form[name="wave1"]').getByRole('button', { name: 'Calculate', exact: true }));
  await expect.poll(() => server.records()).toHaveLength(2);

  await reopen('/averageposition');
  await fillField('price', '100', 'entry');
  await fillField('quantity', '2', 'entry');
  await tapThrice(page.css('form[name="entry"]').getByRole('button', { name: 'Add entry' }));
  await onScreen(rows).toHaveCount(1);
  await fillField('price', '120', 'takeProfit');
  await fillField('quantityOrPercent', '1', 'takeProfit');
  await tapThrice(page.css('form[name="takeProfit"]').getByRole('button', { name: 'Add target' }));
  await onScreen(rows).toHaveCount(2);

  await page.getByRole('button', { name: 'Edit row 1' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.css('input[name="price"]').fill('110');
  await tapThrice(dialog.getByRole('button', { name: 'Save' }));
  await onScreen(rows).toHaveCount(2);

  await expect.poll(() => server.records()).toHaveLength(3);
  await reopen('/history');
  await onScreen(page.css('main [data-id]')).toHaveCount(3);
});
