/** Undo changes the form in sight: it goes with the calculator that offered it. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { nextFrame, onScreen } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { calculate, field, fillField, fillForm, output } from './form.ts';

const TRADE = { riskAmount: '100', entryPrice: '100', stopLossPrice: '90', takeProfitPrice: '130' };
const undo = page.getByRole('button', { name: 'Undo' });
const clear = page.getByRole('button', { name: 'Clear' });

test('a trade carried over', async () => {
  await renderApp({ path: '/riskmoney' });
  await fillForm(TRADE);
  await calculate();
  const link = page.css('.carry-over').getByRole('link', { name: 'Risk %' });
  await onScreen(link).toBeVisible();
  await link.click();
  await onScreen(field('entryPrice')).toHaveValue('100');
  await leaveAndReturn(/^Risk %/);
  await onScreen(field('entryPrice')).toHaveValue('100');
});

test('a deleted row of a position, and a cleared one', async () => {
  await renderApp({ path: '/averageposition' });
  for (const price of ['100', '200']) {
    await fillField('price', price, 'entry');
    await fillField('quantity', '1', 'entry');
    await page.getByRole('button', { name: 'Add entry' }).click();
  }
  await onScreen(output('averagePrice')).toHaveText('150');
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await leaveAndReturn(/^Positions and Profit/);
  await onScreen(output('averagePrice')).toHaveText('200');
  await clear.click();
  await leaveAndReturn(/^Positions and Profit/);
  await onScreen(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
});

test('cleared waves', async () => {
  await renderApp({ path: '/elliottwave' });
  await fillField('startPrice', '100', 'wave1');
  await clear.click();
  await leaveAndReturn(/^Elliott/);
  await onScreen(field('startPrice', 'wave1')).toHaveValue('');
});

/** Sooner than the message would go by itself. */
async function leaveAndReturn(calculator: RegExp): Promise<void> {
  await onScreen(undo).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Calculators' }).click();
  const link = page.getByRole('main').getByRole('link', { name: calculator });
  await onScreen(link).toBeVisible();
  await nextFrame();
  expect(undo.elements()).toHaveLength(0);
  await link.click();
}
