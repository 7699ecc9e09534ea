/** The six calculators: fill the fields with the published cases, and record. */
import { expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { CALCULATORS, type Calculator, type Case, sample, shown } from '#tests/support/calculator-cases.ts';
import { expectUrl, onScreen, press, textOf } from '#tests/support/on-screen.ts';
import { renderApp, type TestApp } from '#tests/support/render-app.tsx';
import {
  calculate,
  casesOf,
  choose,
  expectFigures,
  field,
  fillField,
  fillForm,
  makeRecord,
  output,
} from './form.ts';

const isValid = (one: Case) => one.expected.invalid === undefined;
/** Inputs at or below 0 give zeros, which are shown but not recorded. */
const isWorthARecord = (one: Case) =>
  isValid(one) &&
  Object.entries(one.expected.display ?? {}).some(
    ([name, text]) => name !== 'riskRewardRatio' && /[1-9]/.test(String(text)),
  );

function openCalculator(calculator: Calculator): Promise<TestApp> {
  return renderApp({ path: CALCULATORS[calculator].path });
}

const historyRows = page.css('main [data-id]');

/** Every calculation with new inputs is one record, and all of them arrive. */
async function expectRecorded(app: TestApp, count: number): Promise<void> {
  await expect.poll(() => app.server.records()).toHaveLength(count);
  await app.reopen('/history');
  await onScreen(historyRows).toHaveCount(count);
}

for (const calculator of ['risk-money', 'risk-percent', 'take-profit-stop-loss', 'staking'] as const) {
  test(`${calculator}: the published cases make one record each`, async () => {
    const app = await openCalculator(calculator);
    const cases = sample(casesOf(calculator), 6, isWorthARecord);
    for (const one of cases) {
      await fillForm(one.input);
      await calculate();
      await expectFigures(one.expected.display);
    }
    // The same inputs again make no new record.
    await calculate();
    await expectRecorded(app, cases.length);
  });
}

for (const calculator of ['risk-money', 'risk-percent'] as const) {
  test(`${calculator}: a stop on the wrong side shows an error and records nothing`, async () => {
    const app = await openCalculator(calculator);
    const cases = sample(casesOf(calculator), 2, (one) => one.expected.invalid === 'direction');
    expect(cases.length).toBeGreaterThan(0);
    for (const one of cases) {
      await fillForm(one.input);
      await calculate();
      const message = page.getByRole('dialog');
      await onScreen(message).toBeVisible();
      await message.getByRole('button', { name: 'OK' }).click();
      await onScreen(message).toBeHidden();
    }
    await app.reopen('/history');
    await onScreen(page.getByRole('heading', { level: 1 })).toBeVisible();
    await onScreen(historyRows).toHaveCount(0);
  });
}

test('staking: days passed, warm-up and compounding, day by day', async () => {
  await openCalculator('staking');
  const [one] = sample(casesOf('staking'), 1, (each) => each.input['autoCompound'] === true);
  await fillForm(one?.input ?? {});
  await calculate();
  await expectFigures(one?.expected.display);
  await page.getByRole('button', { name: /day by day|days/i }).click();
  await onScreen(page.css('tr[data-id="1"]')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await onScreen(page.css('input[name="apr"]')).toHaveValue('');
  await onScreen(output('finalBalance')).toHaveCount(0);
});

test('average position: entries and targets of the published cases are edited and deleted with undo', async () => {
  const app = await openCalculator('average-position');
  const cases = sample(
    casesOf('average-position'),
    3,
    (one) => (one.input['takeProfits'] as unknown[]).length > 1,
  );
  for (const one of cases) {
    const entries = one.input['entries'] as readonly { price: string; quantity: string }[];
    const targets = one.input['takeProfits'] as readonly { price: string; quantityOrPercent: string }[];
    for (const entry of entries) {
      await fillField('price', entry.price, 'entry');
      await fillField('quantity', entry.quantity, 'entry');
      await page.css('form[name="entry"] button[type="submit"]').click();
    }
    await choose('positionType', String(one.input['positionType']));
    await choose('quantityType', String(one.input['quantityType']));
    for (const target of targets) {
      await fillField('price', target.price, 'takeProfit');
      await fillField('quantityOrPercent', target.quantityOrPercent, 'takeProfit');
      await page.css('form[name="takeProfit"] button[type="submit"]').click();
    }
    const { display } = one.expected;
    await expectFigures(display);
    const amounts = (display?.['amounts'] ?? []) as readonly string[];
    await onScreen(output('amount')).toHaveText(amounts.map((text) => shown(text)));
    const profits = (display?.['profits'] ?? []) as readonly string[];
    await onScreen(output('profit')).toHaveText(profits.map((text) => shown(text)));
    if (one !== cases.at(-1)) await page.getByRole('button', { name: 'Clear' }).click();
  }

  const rows = page.css('tr[data-id]:has(output[name="amount"])');
  const before = textOf(output('averagePrice').element());
  const count = rows.length;
  await rows
    .first()
    .getByRole('button', { name: /delete/i })
    .click();
  await onScreen(rows).toHaveCount(count - 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await onScreen(rows).toHaveCount(count);
  await onScreen(output('averagePrice')).toHaveText(before);

  await rows.first().getByRole('button', { name: /edit/i }).click();
  await fillField('quantity', '1000', 'editEntry');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await onScreen(output('averagePrice')).not.toHaveText(before);
  // One sitting makes one record; clearing starts another.
  await expectRecorded(app, cases.length);
});

test('elliott wave: full chains of the published cases make one record per chain', async () => {
  const app = await openCalculator('elliott-wave');
  const cases = sample(
    casesOf('elliott-wave'),
    3,
    (one) => isValid(one) && Object.keys(one.expected.waves ?? {}).length === 7,
  );
  for (const one of cases) {
    await fillForm({
      positionType: one.input['positionType'],
      startPrice: one.input['startPrice'],
      endPrice: one.input['endPrice'],
    });
    await page.css('form[name="wave1"]').getByRole('button', { name: 'Calculate' }).click();
    const choices = one.input['choices'] as Record<string, { level?: number; actualPrice?: string }>;
    for (const [wave, { levels }] of Object.entries(one.expected.waves ?? {})) {
      const card = page.css(`[data-wave="${wave}"]`);
      await onScreen(card.css('output[name="price"]')).toHaveText(
        levels.map((level) => shown(level.display)),
      );
      const choice = choices[wave];
      if (choice === undefined) continue;
      if (choice.level !== undefined) await card.css(`input[name="level"][value="${choice.level}"]`).click();
      if (choice.actualPrice !== undefined)
        await card.css('input[name="actualPrice"]').fill(choice.actualPrice);
      await card.getByRole('button', { name: 'Calculate' }).click();
    }
    await page.css('form[name="wave1"]').getByRole('button', { name: 'Clear' }).click();
    await onScreen(page.css('[data-wave]')).toHaveCount(0);
  }
  await expectRecorded(app, cases.length);
});

test('elliott wave: a level or an actual price is required', async () => {
  await openCalculator('elliott-wave');
  await makeRecord('elliott-wave');
  const wave = page.css('form[name="wave2"]');
  const button = wave.getByRole('button', { name: 'Calculate' });
  const [price, levels] = [wave.css('input[name="actualPrice"]'), wave.css('input[name="level"]')];
  await onScreen(button).toBeDisabled();
  await levels.first().click();
  await onScreen(button).toBeEnabled();
  await price.fill('150');
  await onScreen(levels.first()).not.toBeChecked();
  await levels.last().click();
  await onScreen(price).toHaveValue('');
  await button.click();
  await onScreen(page.css('form[name="wave3"]')).toBeVisible();
});

test('elliott wave: levels of an earlier wave 1 are marked as outdated until it is recalculated', async () => {
  const app = await openCalculator('elliott-wave');
  await makeRecord('elliott-wave');
  const [wave1, wave2] = [page.css('form[name="wave1"]'), page.getByRole('region', { name: 'Wave 2' })];
  await wave2.css('input[name="level"]').first().click();
  await wave2.getByRole('button', { name: 'Calculate' }).click();
  const marks = page.css('[data-wave]').getByText('The inputs have changed: calculate again');
  const told = page.getByRole('status').filter({ hasText: 'The inputs have changed: calculate again' });
  await onScreen(page.css('[data-wave]')).toHaveCount(2);
  await onScreen(marks).toHaveCount(0);
  for (const change of [
    () => choose('positionType', 'SHORT'),
    () => wave1.css('input[name="startPrice"]').fill('150'),
    () => wave1.css('input[name="endPrice"]').fill('250'),
  ]) {
    await change();
    await onScreen(marks).toHaveCount(2);
    await onScreen(told).toHaveCount(1);
    await choose('positionType', 'LONG');
    await wave1.css('input[name="startPrice"]').fill('100');
    await wave1.css('input[name="endPrice"]').fill('200');
    await onScreen(marks).toHaveCount(0);
  }
  await wave1.css('input[name="endPrice"]').fill('250');
  await app.reopen();
  await onScreen(marks).toHaveCount(2);
  await wave1.getByRole('button', { name: 'Calculate', exact: true }).click();
  await onScreen(page.css('[data-wave]')).toHaveCount(1);
  await onScreen(marks).toHaveCount(0);
});

test('average position: deleting the last entry clears the results, and undo restores them', async () => {
  await openCalculator('average-position');
  await makeRecord('average-position');
  await fillField('price', '150', 'takeProfit');
  await fillField('quantityOrPercent', '1', 'takeProfit');
  await page.css('form[name="takeProfit"]').getByRole('button', { name: 'Add target' }).click();
  await onScreen(output('totalProfit')).toHaveText('50');
  const share = page.getByRole('region', { name: 'Share' });
  await onScreen(share).toBeVisible();
  await page.getByRole('button', { name: 'Delete row 1' }).first().click();
  await onScreen(page.css('tr[data-id]')).toHaveCount(0);
  await onScreen(share).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await onScreen(page.css('tr[data-id]')).toHaveCount(2);
  await onScreen(output('totalProfit')).toHaveText('50');
});

test('staking: turning auto-compound off resets the accrual delay, recorded as 0', async () => {
  const app = await openCalculator('staking');
  await fillForm({
    apr: '10',
    depositAmount: '1000',
    days: '30',
    autoCompound: true,
    accrualDelay: '7',
  });
  await fillForm({ autoCompound: false });
  await calculate();
  await onScreen(page.css('.record-line')).toHaveAttribute('data-state', 'counted');
  expect(app.server.records()).toMatchObject([{ inputs: { autoCompound: false, accrualDelay: '0' } }]);
  await fillForm({ autoCompound: true });
  await onScreen(page.css('input[name="accrualDelay"]')).toHaveValue('0');
});

test('a calculation without points is recorded and not offered for sharing', async () => {
  const app = await openCalculator('risk-money');
  const input = { riskAmount: '100', entryPrice: '100', stopLossPrice: '90', leverage: '1' };
  const share = page.getByRole('region', { name: 'Share' });
  await fillForm({ ...input, takeProfitPrice: '130' });
  await calculate();
  await onScreen(share).toBeVisible();
  await fillForm({ takeProfitPrice: '95' });
  await calculate();
  await onScreen(output('riskRewardRatio')).toHaveText('0:1');
  await onScreen(page.css('.record-line')).toHaveAttribute('data-state', 'counted');
  await onScreen(share).toHaveCount(0);
  await expectRecorded(app, 2);
});

test('the caret never jumps, and extra decimals are refused', async () => {
  await openCalculator('risk-money');
  const amount = field('riskAmount');
  await type(amount, '1234567');
  await onScreen(amount).toHaveValue('1,234,567');
  await press('Home');
  await press('ArrowRight');
  await type(amount, '9');
  await onScreen(amount).toHaveValue('19,234,567');
  expect((amount.element() as HTMLInputElement).selectionStart).toBe(2);
  await press('End');
  await type(amount, ',129');
  await onScreen(amount).toHaveValue('19,234,567.12');
  await onScreen(amount).toHaveAttribute('inputmode', 'decimal');
});

test('whole days open the digit keyboard, other fields the decimal one', async () => {
  await openCalculator('staking');
  await onScreen(page.css('input[name="days"]')).toBeVisible();
  const asked = page
    .css('form input[inputmode]')
    .elements()
    .map((one) => `${one.getAttribute('name')} ${one.getAttribute('inputmode')}`);
  expect(asked).toEqual(['apr decimal', 'depositAmount decimal', 'days numeric', 'warmUpDays numeric']);
});

test('a calculation is reopened from the history, searched, deleted and restored', async () => {
  const app = await openCalculator('risk-money');
  const [one] = sample(casesOf('risk-money'), 1, isValid);
  await fillForm(one?.input ?? {});
  await calculate();
  await expectFigures(one?.expected.display);
  await onScreen(page.css('.record-line')).toBeVisible();
  await app.reopen('/history');
  await historyRows.first().getByRole('link').click();
  await expectUrl(/\/riskmoney\?record=/);
  await onScreen(page.css('input[name="entryPrice"]')).toHaveValue(String(one?.input['entryPrice']));
  await app.reopen('/history');
  await historyRows.first().getByRole('button', { name: 'Delete' }).click();
  await onScreen(historyRows).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await onScreen(historyRows).toHaveCount(1);
  await page.getByRole('searchbox').fill('nothing like this');
  await onScreen(historyRows).toHaveCount(0);
});

/** Types at the caret of a field, key by key. */
async function type(into: Locator, text: string): Promise<void> {
  await onScreen(into).toHaveCount(1);
  if (document.activeElement !== into.element()) await into.click();
  await userEvent.keyboard(text);
}
