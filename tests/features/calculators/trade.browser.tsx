/** What a trader adds to the six forms: the order first, cures, fees, coins, the account, averaging, carrying over. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectUrl, onScreen, press } from '#tests/support/on-screen.ts';
import { type RenderOptions, renderApp } from '#tests/support/render-app.tsx';
import { overviewWith } from '../market/overview.ts';
import { calculate, choose, field, fillField, fillForm, makeRecord, output } from './form.ts';

const TRADE = {
  riskAmount: '100',
  entryPrice: '100',
  stopLossPrice: '90',
  takeProfitPrice: '130',
  leverage: '2',
};
const result = page.css('.result');
const open = (path: string, options: RenderOptions = {}) => renderApp({ path, ...options });

test('the order is the hero: quantity with its coin, value, margin, and what the stop costs', async () => {
  const app = await open('/riskmoney');
  await fillField('symbol', 'btc');
  await fillForm(TRADE);
  await calculate();
  await onScreen(page.css('.fig-large')).toHaveText('Coins10BTC');
  await onScreen(output('entryAmount')).toHaveText('1,000');
  await onScreen(output('leveragedAmount')).toHaveText('500');
  await onScreen(output('riskRewardRatio')).toHaveText('3.00:1');
  await onScreen(result).toContainText('You lose 100 USD if the stop is hit.');
  await onScreen(output('netProfit')).toHaveCount(0);
  await expect.poll(() => app.server.records()).toHaveLength(1);
  expect(app.server.records()[0]?.inputs).toEqual({ ...TRADE, positionType: 'LONG', symbol: 'BTC' });
});

test('risk by percent shows the value and the margin of its order too', async () => {
  await open('/riskpercent');
  await fillForm({
    riskPercent: '1',
    depositAmount: '1000',
    leverage: '2',
    entryPrice: '100',
    stopLossPrice: '90',
    takeProfitPrice: '130',
  });
  await calculate();
  await onScreen(output('quantity')).toHaveText('1');
  await onScreen(output('orderValue')).toHaveText('100');
  await onScreen(output('margin')).toHaveText('50');
});

test('fees of both sides: loss, profit, ratio and break-even after them; a record holds them', async () => {
  const app = await open('/riskmoney');
  await fillForm(TRADE);
  await page.css('.fee-fields summary').click();
  await fillField('entryFee', '0.1');
  await fillField('exitFee', '0.1');
  await calculate();
  await onScreen(output('coins')).toHaveText('10');
  await onScreen(result).toContainText('You lose 101.9 USD if the stop is hit, 1.9 USD of it fees.');
  await onScreen(output('netProfit')).toHaveText('297.7');
  await onScreen(output('netRatio')).toHaveText('2.92:1');
  await onScreen(output('breakEven')).toHaveText('100.2');
  await onScreen(page.getByRole('img', { name: /Break-even 100\.2/ })).toBeVisible();
  await page.css('input[name="riskIncludesFees"]').click();
  await calculate();
  await onScreen(output('coins')).toHaveText('9.8135');
  await onScreen(result).toContainText('You lose 100 USD if the stop is hit');
  await expect.poll(() => app.server.records()).toHaveLength(2);
  expect(app.server.records()[1]?.inputs).toMatchObject({
    entryFee: '0.1',
    exitFee: '0.1',
    riskIncludesFees: true,
  });
});

test('a stop behind the liquidation is cured by one tap', async () => {
  await open('/riskmoney');
  await fillForm({ ...TRADE, stopLossPrice: '80', leverage: '10' });
  await calculate();
  await onScreen(page.css('[data-warning="stop-beyond-liquidation"]')).toBeVisible();
  await page.getByRole('button', { name: 'Set leverage to 4.8×' }).click();
  await onScreen(field('leverage')).toHaveValue('4.8');
  await onScreen(page.css('[data-warning]')).toHaveCount(0);
});

test('a capped quantity is cured by the leverage that carries it', async () => {
  await open('/riskpercent');
  await fillForm({
    riskPercent: '5',
    depositAmount: '1000',
    entryPrice: '100',
    stopLossPrice: '97',
    takeProfitPrice: '110',
  });
  await calculate();
  await onScreen(output('quantity')).toHaveText('10');
  await page.getByRole('button', { name: 'Set leverage to 1.7×' }).click();
  await onScreen(output('quantity')).toHaveText('16.6666');
  await onScreen(page.css('[data-warning="capped"]')).toHaveCount(0);
});

test('a stop on the wrong side offers the other direction', async () => {
  await open('/riskmoney');
  await fillForm({ ...TRADE, stopLossPrice: '110', takeProfitPrice: '70' });
  await calculate();
  const message = page.getByRole('dialog');
  await message.getByRole('button', { name: 'Switch to Short' }).click();
  await onScreen(message).toBeHidden();
  await onScreen(page.css('input[value="SHORT"]')).toBeChecked();
  await onScreen(output('coins')).toHaveText('10');
});

test('a coin is picked with its price, found by its name, and offered first the next time', async () => {
  const app = await open('/riskmoney', { before: (server) => server.answer('market', overviewWith({})) });
  const dialog = page.getByRole('dialog');
  const coins = dialog.css('li');
  await page.getByRole('button', { name: 'Coin from the market' }).click();
  await onScreen(coins.first()).toContainText('Bitcoin');
  await fillField('search', 'cosmos');
  await onScreen(coins).toHaveCount(1);
  await fillField('search', 'no such coin');
  await onScreen(dialog.getByRole('status')).toContainText('No such coin');
  await fillField('search', 'ATOM');
  await coins.first().getByRole('button').click();
  await onScreen(field('symbol')).toHaveValue('ATOM');
  await onScreen(field('entryPrice')).not.toHaveValue('');
  // The field whose turn it is: the risk, as no account says it.
  await onScreen(field('riskAmount')).toBeFocused();
  const price = (field('entryPrice').element() as HTMLInputElement).value.replaceAll(',', '');
  await fillForm({
    riskAmount: '100',
    stopLossPrice: String(Number(price) / 2),
    takeProfitPrice: String(Number(price) * 2),
  });
  await calculate();
  await onScreen(page.css('.record-line')).toBeVisible();
  await page.getByRole('button', { name: 'Coin from the market' }).click();
  await coins.last().getByRole('button').click();
  await onScreen(field('stopLossPrice')).toBeFocused();

  await app.reopen('/riskpercent');
  await page.getByRole('button', { name: 'Coin from the market' }).click();
  await onScreen(coins.first()).toContainText('ATOM');
  await onScreen(dialog.getByRole('status')).toContainText('Prices of');
});

test('the history shows the coin and finds it', async () => {
  const app = await open('/riskmoney');
  for (const symbol of ['BTC', 'ETH']) {
    await fillField('symbol', symbol);
    await fillForm(TRADE);
    await calculate();
    await expect.poll(() => app.server.records()).toHaveLength(symbol === 'BTC' ? 1 : 2);
  }
  await app.reopen('/history');
  const rows = page.css('main [data-id]');
  await onScreen(rows).toHaveCount(2);
  await fillField('search', 'btc');
  await onScreen(rows).toHaveCount(1);
  await onScreen(rows.css('.history-name')).toHaveText('BTC · Risk $');
});

test('a result hands its prices to the other calculators, and the last form can be had back', async () => {
  const app = await open('/riskpercent');
  await fillForm({ riskPercent: '1', depositAmount: '5000', entryPrice: '7' });
  await app.reopen('/riskmoney');
  await fillField('symbol', 'TON');
  await fillForm(TRADE);
  await calculate();
  await page.css('.carry-over').getByRole('link', { name: 'Risk %' }).click();
  await expectUrl(/riskpercent/);
  const prices = { entryPrice: '100', stopLossPrice: '90', takeProfitPrice: '130', leverage: '2' };
  for (const [name, value] of Object.entries(prices)) await onScreen(field(name)).toHaveValue(value);
  await onScreen(field('symbol')).toHaveValue('TON');
  await onScreen(field('depositAmount')).toHaveValue('5,000');
  await page.getByRole('button', { name: 'Undo' }).click();
  await onScreen(field('entryPrice')).toHaveValue('7');
  await app.reopen('/riskmoney');
  await page.css('.carry-over').getByRole('link', { name: 'Take profit and stop loss' }).click();
  await onScreen(field('stopLoss')).toHaveValue('90');
  await onScreen(page.css('input[value="price"]')).toBeChecked();
  await app.reopen('/riskmoney');
  await page.css('.carry-over').getByRole('link', { name: 'Positions and Profit' }).click();
  await onScreen(field('price', 'entry')).toHaveValue('100');
  await onScreen(field('quantity', 'entry')).toHaveValue('10');
  await onScreen(field('symbol')).toHaveValue('TON');
});

test('an entry in money, what is invested, and what moves the average', async () => {
  const app = await open('/averageposition');
  await page.getByRole('button', { name: 'Enter the amount in money' }).click();
  await fillField('price', '100', 'entry');
  await fillField('quantity', '200', 'entry');
  await page.getByRole('button', { name: 'Add entry' }).click();
  await onScreen(output('totalQuantity')).toHaveText('2');
  await onScreen(output('invested')).toHaveText('200');
  await fillField('wantedAverage', '90', 'reach');
  await fillField('price', '95', 'reach');
  await onScreen(page.css('form[name="reach"]')).toContainText('must lie between');
  await fillField('price', '80', 'reach');
  await onScreen(output('reachQuantity')).toHaveText('2');
  await onScreen(output('reachAmount')).toHaveText('160');
  await page.getByRole('button', { name: 'Add this entry' }).click();
  await onScreen(output('averagePrice')).toHaveText('90');
  await onScreen(output('invested')).toHaveText('360');
  await onScreen(field('wantedAverage', 'reach')).toHaveValue('');
  await expect
    .poll(() => app.server.records()[0]?.inputs?.['entries'])
    .toEqual([
      ['2', '100'],
      ['2', '80'],
    ]);
});

test('the account fills in both risk calculators, outlives Clear, and follows a change', async () => {
  const app = await open('/account');
  const saved = page.getByText('Saved on this phone');
  await fillForm({ deposit: '10000', riskPercent: '1', riskAmount: '50', leverage: '5', entryFee: '0.05' });
  await onScreen(saved).toBeVisible();
  await app.reopen('/riskpercent');
  await onScreen(field('depositAmount')).toHaveValue('10,000');
  await onScreen(field('riskPercent')).toHaveValue('1');
  await onScreen(field('leverage')).toHaveValue('5');
  await onScreen(page.css('.account-row')).toContainText('10,000 USD · 1 % · 50 USD');
  await fillForm({ leverage: '7', entryPrice: '100' });
  await page.getByRole('button', { name: 'Clear' }).click();
  await onScreen(field('leverage')).toHaveValue('5');
  await onScreen(field('entryPrice')).toHaveValue('');
  await fillField('leverage', '7');
  await page.css('.account-row').click();
  await fillField('deposit', '20000');
  await fillField('leverage', '');
  await onScreen(saved).toBeVisible();
  await app.reopen('/riskpercent');
  await onScreen(field('depositAmount')).toHaveValue('20,000');
  // What the user has typed stays.
  await onScreen(field('leverage')).toHaveValue('7');
  await app.reopen('/riskmoney');
  await onScreen(field('riskAmount')).toHaveValue('50');
  await onScreen(field('leverage')).toHaveValue('');
});

test('a share of more than 100 percent is no account', async () => {
  const app = await open('/account');
  await fillField('riskPercent', '5');
  await fillField('riskPercent', '101');
  await onScreen(page.css('.number-field-error')).toHaveText('At most 100');
  await app.reopen();
  await onScreen(field('riskPercent')).toHaveValue('5');
});

test('a result whose inputs have changed offers no cure', async () => {
  await open('/riskmoney');
  await fillForm({ ...TRADE, stopLossPrice: '80', leverage: '10' });
  await calculate();
  const cure = page.getByRole('button', { name: /^Set leverage/ });
  await onScreen(cure).toBeVisible();
  await fillField('stopLossPrice', '95');
  await onScreen(cure).toHaveCount(0);
  await onScreen(page.css('[data-warning="stop-beyond-liquidation"]')).toBeVisible();
});

test('a stop at the entry is wrong for both directions', async () => {
  await open('/riskmoney');
  await fillForm({ ...TRADE, stopLossPrice: '100' });
  await calculate();
  await onScreen(page.getByRole('dialog').getByRole('button')).toHaveText(['OK']);
});

test('Enter in the search for coins sends no form', async () => {
  const app = await open('/averageposition');
  await fillField('price', '100', 'entry');
  await fillField('quantity', '2', 'entry');
  await page.getByRole('button', { name: 'Coin from the market' }).click();
  await page.getByRole('searchbox').fill('eth');
  await press('Enter');
  await onScreen(page.getByRole('dialog').css('li').first()).toContainText('Ethereum');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await onScreen(field('price', 'entry')).toHaveValue('100');
  expect(app.server.records()).toEqual([]);
});

test('a trade that comes to a position keeps the coin of its entries, and its undo keeps the entries', async () => {
  const app = await open('/riskmoney');
  await fillField('symbol', 'ETH');
  await fillForm(TRADE);
  await calculate();
  await onScreen(page.css('.record-line')).toBeVisible();
  await app.reopen('/averageposition');
  await fillField('symbol', 'BTC');
  await fillField('price', '50', 'entry');
  await fillField('quantity', '1', 'entry');
  await page.getByRole('button', { name: 'Add entry' }).click();
  await onScreen(output('averagePrice')).toHaveText('50');
  await fillField('price', '60', 'entry');
  await app.reopen('/riskmoney');
  await page.css('.carry-over').getByRole('link', { name: 'Positions and Profit' }).click();
  await onScreen(field('price', 'entry')).toHaveValue('100');
  await onScreen(field('symbol')).toHaveValue('BTC');
  await page.getByRole('button', { name: 'Undo' }).click();
  await onScreen(field('price', 'entry')).toHaveValue('60');
  await onScreen(output('averagePrice')).toHaveText('50');
});

test('a coin in another script says so, and is none', async () => {
  await open('/riskmoney');
  await fillField('symbol', 'ВТС');
  await onScreen(page.getByText('Latin letters and digits, at most 12')).toBeVisible();
  await fillField('symbol', 'wif');
  await onScreen(page.getByText('Latin letters and digits, at most 12')).toHaveCount(0);
});

test('money that buys almost nothing is no entry, and says why', async () => {
  await open('/averageposition');
  await page.getByRole('button', { name: 'Enter the amount in money' }).click();
  await fillField('price', '90000', 'entry');
  await fillField('quantity', '0.0001', 'entry');
  await page.getByRole('button', { name: 'Add entry' }).click();
  await onScreen(page.css('.number-field-error')).toHaveText('Buys less than 0.00000001');
});

test('Enter goes from field to field, never reddens another one, and calculates from the last', async () => {
  await open('/riskmoney');
  await field('riskAmount').click();
  await expect.poll(() => (field('riskAmount').element() as HTMLInputElement).enterKeyHint).toBe('next');
  await userEvent.keyboard('100');
  await press('Enter');
  await onScreen(field('entryPrice')).toBeFocused();
  await field('leverage').click();
  await expect.poll(() => (field('leverage').element() as HTMLInputElement).enterKeyHint).toBe('next');
  await press('Enter');
  await onScreen(field('entryPrice')).toBeFocused();
  await onScreen(page.css('[aria-invalid="true"]')).toHaveCount(0);
  for (const price of ['100', '90', '130']) {
    await userEvent.keyboard(price);
    await press('Enter');
  }
  await onScreen(field('leverage')).toBeFocused();
  expect((field('leverage').element() as HTMLInputElement).enterKeyHint).toBe('done');
  await userEvent.keyboard('2');
  await press('Enter');
  await onScreen(output('coins')).toHaveText('10');

  // What may stay empty and is filled, as by the account, is passed over.
  await field('takeProfitPrice').click();
  expect((field('takeProfitPrice').element() as HTMLInputElement).enterKeyHint).toBe('done');
  await userEvent.keyboard('140');
  await press('Enter');
  await onScreen(output('riskRewardRatio')).toHaveText('4.00:1');
});

test('an empty Elliott screen explains itself with a picture', async () => {
  await open('/elliottwave');
  await onScreen(page.getByText(/^Enter wave 1/)).toBeVisible();
  await fillField('startPrice', '100', 'wave1');
  await fillField('endPrice', '200', 'wave1');
  await calculate();
  await onScreen(page.css('form[name="wave2"]')).toBeVisible();
  await onScreen(page.getByText(/^Enter wave 1/)).toHaveCount(0);
});

test('on a page as low as a keyboard leaves it, Calculate stands in it and the bottom bar is away', async () => {
  await open('/riskmoney', { viewport: { width: 360, height: 360 } });
  const bar = page.css('.bottom-bar');
  await onScreen(bar).toBeVisible();
  await field('entryPrice').click();
  await onScreen(page.getByRole('button', { name: 'Calculate', exact: true })).toBeInViewport();
  await onScreen(bar).toBeHidden();
  await fillForm(TRADE);
  await calculate();
  await onScreen(output('coins')).toHaveText('10');
});

test('on a phone on its side the bottom bar stays with a field in focus, until a keyboard takes the room', async () => {
  await open('/riskmoney', { viewport: { width: 740, height: 360 } });
  const bar = page.css('.bottom-bar');
  const buttons = page.css('.calculator-buttons');
  const position = () => getComputedStyle(buttons.element()).position;
  await field('entryPrice').click();
  await onScreen(field('entryPrice')).toBeFocused();
  await onScreen(bar).toBeVisible();
  expect(position()).toBe('static');
  await page.viewport(740, 190);
  await onScreen(bar).toBeHidden();
  expect(position()).toBe('sticky');
});

test('choosing the side again keeps the coin', async () => {
  await open('/takeprofitstoploss');
  await fillField('symbol', 'eth');
  await choose('positionType', 'SHORT');
  await onScreen(field('symbol')).toHaveValue(/eth/i);
});

test('a trade whose tap opens another tab fills no later visit', async () => {
  const app = await open('/riskmoney');
  await fillForm(TRADE);
  await calculate();
  const link = page.css('.carry-over').getByRole('link', { name: 'Risk %' });
  await onScreen(link).toBeVisible();
  const stay = (event: MouseEvent) => event.preventDefault();
  document.addEventListener('click', stay);
  link.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true }));
  document.removeEventListener('click', stay);
  await page.getByRole('link', { name: 'Calculators' }).click();
  await page.getByRole('link', { name: /^Risk %/ }).click();
  await expectUrl(/riskpercent/);
  await fillField('depositAmount', '1000');
  await onScreen(field('entryPrice')).toHaveValue('');
  await app.reopen('/riskmoney');
  await link.click();
  await onScreen(field('entryPrice')).toHaveValue('100');
});

test('a result is marked with its outcome where it was calculated', async () => {
  const app = await open('/riskmoney');
  const action = page.getByRole('button', { name: 'Mark the outcome' });
  await fillField('symbol', 'BTC');
  await fillForm(TRADE);
  await onScreen(action).toHaveCount(0);
  await calculate();
  await action.click();
  const sheet = page.getByRole('dialog', { name: 'BTC · Risk $' });
  await sheet.getByRole('radio', { name: 'Won' }).click({ force: true });
  await onScreen(sheet.getByRole('status')).toHaveText('+3 R');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await onScreen(sheet).toBeHidden();
  await onScreen(page.getByRole('button', { name: 'Change the outcome' })).toBeVisible();
  await app.reopen('/history');
  await onScreen(page.css('.outcome-line')).toHaveText('Won +3 R');
});

test('a position and waves can have an outcome, staking has none', async () => {
  const action = page.getByRole('button', { name: 'Mark the outcome' });
  const app = await open('/averageposition');
  for (const [path, calculator] of [
    ['/averageposition', 'average-position'],
    ['/elliottwave', 'elliott-wave'],
  ] as const) {
    await app.reopen(path);
    await makeRecord(calculator);
    await onScreen(action).toBeVisible();
  }
  await app.reopen('/staking');
  await makeRecord('staking');
  await onScreen(action).toHaveCount(0);
});
