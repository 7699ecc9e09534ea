/** The journal of the history: outcomes, notes, R, the week, and filters. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fillField, makeRecord } from '#tests/features/calculators/form.ts';
import { closeSheet, mark, openHistory, openSheet, rows, sheet } from '#tests/features/history/history.ts';
import { onScreen } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';

const outcomes = page.getByRole('group', { name: 'Outcome' });

test('an outcome is kept as it is made, and counts in the week', async () => {
  const app = await openHistory('BTC');
  await onScreen(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  await onScreen(page.getByText('Tap the flag on a calculation')).toBeVisible();
  await openSheet();
  await mark('Won');
  await onScreen(sheet.getByRole('status')).toHaveText('+3 R');
  await fillField('exitPrice', '115');
  await onScreen(sheet.getByRole('status')).toHaveText('+1.5 R');
  await sheet.getByRole('textbox', { name: 'Note' }).fill('left too early');
  // Closed in the middle of it: all of it stays.
  await app.reopen('/history');
  await onScreen(rows.css('.outcome-line')).toHaveText('Won +1.5 Rleft too early');
  await onScreen(page.css('.journal-line')).toHaveText('This week +1.5 R · 100 % won · 1 trade');
  await page.css('.journal-line').click();
  await onScreen(page.getByRole('img', { name: /R week by week.*\+1\.5 R$/ })).toBeVisible();
  await onScreen(page.getByRole('row', { name: 'BTC' })).toHaveText('BTC+1.5 R100 %1');

  await openSheet();
  await onScreen(sheet.css('input[name="exitPrice"]')).toHaveValue('115');
  await mark('Lost');
  await onScreen(sheet.getByRole('status')).toHaveText('+1.5 R');
  await fillField('exitPrice', '');
  await onScreen(sheet.getByRole('status')).toHaveText('−1 R');
  await sheet.getByRole('button', { name: 'Clear the outcome' }).click();
  await onScreen(sheet.getByRole('button', { name: 'Clear the outcome' })).toHaveCount(0);
  await closeSheet();
  await onScreen(rows.css('.outcome-line')).toHaveCount(0);
  await onScreen(page.getByText('Tap the flag on a calculation')).toBeVisible();
});

test('outcomes filter the list, and the search reads notes', async () => {
  await openHistory('BTC', 'ETH');
  await openSheet(rows.first());
  await mark('Skipped');
  await onScreen(sheet.css('input[name="exitPrice"]')).toHaveCount(0);
  await sheet.getByRole('textbox', { name: 'Note' }).fill('Waited for the Close');
  await closeSheet();
  const name = rows.css('.history-name');
  await outcomes.getByRole('radio', { name: 'Skipped' }).click({ force: true });
  await onScreen(name).toHaveText(['ETH · Risk $']);
  await outcomes.getByRole('radio', { name: 'Open' }).click({ force: true });
  await onScreen(name).toHaveText(['BTC · Risk $']);
  await outcomes.getByRole('radio', { name: 'Won' }).click({ force: true });
  await onScreen(page.getByText('The outcome filter hides 2 calculations.')).toBeVisible();
  await page.getByRole('button', { name: 'Show them' }).click();
  await onScreen(outcomes.getByRole('radio', { name: 'Any outcome' })).toBeChecked();
  await onScreen(rows).toHaveCount(2);
  await page.getByRole('searchbox').fill('the close');
  await onScreen(name).toHaveText(['ETH · Risk $']);
});

test('a note takes 280 characters and counts the last ones', async () => {
  await openHistory('BTC');
  await openSheet();
  const note = sheet.getByRole('textbox', { name: 'Note' });
  await note.fill('a'.repeat(219));
  await onScreen(sheet.getByText('left', { exact: false })).toHaveCount(0);
  await note.fill('a'.repeat(279));
  await onScreen(sheet.getByText('1 character left')).toBeVisible();
  await userEvent.type(note, 'bc');
  await onScreen(note).toHaveValue(`${'a'.repeat(279)}b`);
});

test('staking takes a note and no result', async () => {
  const app = await renderApp({ path: '/staking' });
  await makeRecord('staking');
  await app.reopen('/history');
  await openSheet();
  await onScreen(sheet.getByRole('textbox', { name: 'Note' })).toBeVisible();
  await onScreen(sheet.getByRole('radio')).toHaveCount(0);
});

test('a calculator without outcomes does not invite to note one', async () => {
  await openHistory('BTC');
  await onScreen(page.getByText('Tap the flag on a calculation')).toBeVisible();
  const risk = page.getByRole('group', { name: 'Calculator' }).getByRole('radio', { name: 'Risk $' });
  await risk.click({ force: true });
  await onScreen(page.getByText('No finished trades of this calculator.')).toBeVisible();
});

test('the filters stay in view', async () => {
  await openHistory('BTC');
  const spacer = document.createElement('div');
  spacer.style.height = '3000px';
  document.querySelector('.screen-body')?.append(spacer);
  window.scrollTo(0, 1500);
  await expect
    .poll(() => Math.round(outcomes.element().getBoundingClientRect().bottom))
    .toBeLessThan(window.innerHeight / 4);
  await onScreen(outcomes).toBeInViewport();
});
