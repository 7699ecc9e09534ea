/** The six calculators: fill the fields with the published cases, and record. */
import type { Page } from 'playwright/test';
import { type App, choose, expect, fillField, historyRows, output, test } from '#tests/journeys/app.ts';
import {
  CALCULATORS,
  type Calculator,
  type Case,
  calculate,
  casesOf,
  expectFigures,
  fillForm,
  makeRecord,
  sample,
  shown,
} from '#tests/journeys/calculators.ts';

test.use({ serviceWorkers: 'block' });

const isValid = (one: Case) => one.expected.invalid === undefined;
/** Inputs at or below 0 give zeros, which are shown but not recorded. */
const isWorthARecord = (one: Case) =>
  isValid(one) &&
  Object.entries(one.expected.display ?? {}).some(
    ([name, text]) => name !== 'riskRewardRatio' && /[1-9]/.test(String(text)),
  );

async function openCalculator(app: App, calculator: Calculator): Promise<void> {
  await app.onboard();
  await app.open({ path: CALCULATORS[calculator].path });
}

/** Every calculation with new inputs is one record, and all of them arrive. */
async function expectRecorded(app: App, page: Page, count: number): Promise<void> {
  await expect.poll(() => app.recordedCalculations()).toBe(count);
  await app.open({ path: '/history' });
  await expect(historyRows(page)).toHaveCount(count);
}

for (const calculator of ['risk-money', 'risk-percent', 'take-profit-stop-loss', 'staking'] as const) {
  test(`${calculator}: the published cases make one record each`, async ({ app, page }) => {
    await openCalculator(app, calculator);
    const cases = sample(casesOf(calculator), 6, isWorthARecord);
    for (const one of cases) {
      await fillForm(page, one.input);
      await calculate(page);
      await expectFigures(page, one.expected.display);
    }
    // The same inputs again make no new record.
    await calculate(page);
    await expectRecorded(app, page, cases.length);
  });
}

for (const calculator of ['risk-money', 'risk-percent'] as const) {
  test(`${calculator}: a stop on the wrong side shows an error and records nothing`, async ({
    app,
    page,
  }) => {
    await openCalculator(app, calculator);
    const cases = sample(casesOf(calculator), 2, (one) => one.expected.invalid === 'direction');
    expect(cases.length).toBeGreaterThan(0);
    for (const one of cases) {
      await fillForm(page, one.input);
      await calculate(page);
      const message = page.getByRole('dialog');
      await expect(message).toBeVisible();
      await message.getByRole('button', { name: 'OK' }).click();
      await expect(message).toBeHidden();
    }
    await app.open({ path: '/history' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(historyRows(page)).toHaveCount(0);
  });
}

test('staking: days passed, warm-up and compounding, day by day', async ({ app, page }) => {
  await openCalculator(app, 'staking');
  const [one] = sample(casesOf('staking'), 1, (each) => each.input['autoCompound'] === true);
  await fillForm(page, one?.input ?? {});
  await calculate(page);
  await expectFigures(page, one?.expected.display);
  await page.getByRole('button', { name: /day by day|days/i }).click();
  await expect(page.locator('tr[data-id="1"]')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.locator('input[name="apr"]')).toHaveValue('');
  await expect(output(page, 'finalBalance')).toHaveCount(0);
});

test('average position: entries and targets of the published cases are edited and deleted with undo', async ({
  app,
  page,
}) => {
  await openCalculator(app, 'average-position');
  const cases = sample(
    casesOf('average-position'),
    3,
    (one) => (one.input['takeProfits'] as unknown[]).length > 1,
  );
  for (const one of cases) {
    const entries = one.input['entries'] as readonly { price: string; quantity: string }[];
    const targets = one.input['takeProfits'] as readonly { price: string; quantityOrPercent: string }[];
    for (const entry of entries) {
      await fillField(page, 'price', entry.price, 'entry');
      await fillField(page, 'quantity', entry.quantity, 'entry');
      await page.locator('form[name="entry"] button[type="submit"]').click();
    }
    await choose(page, 'positionType', String(one.input['positionType']));
    await choose(page, 'quantityType', String(one.input['quantityType']));
    for (const target of targets) {
      await fillField(page, 'price', target.price, 'takeProfit');
      await fillField(page, 'quantityOrPercent', target.quantityOrPercent, 'takeProfit');
      await page.locator('form[name="takeProfit"] button[type="submit"]').click();
    }
    const { display } = one.expected;
    await expectFigures(page, display);
    const amounts = (display?.['amounts'] ?? []) as readonly string[];
    await expect(output(page, 'amount')).toHaveText(amounts.map((text) => shown(text)));
    const profits = (display?.['profits'] ?? []) as readonly string[];
    await expect(output(page, 'profit')).toHaveText(profits.map((text) => shown(text)));
    if (one !== cases.at(-1)) await page.getByRole('button', { name: 'Clear' }).click();
  }

  const rows = page.locator('tr[data-id]:has(output[name="amount"])');
  const before = await output(page, 'averagePrice').textContent();
  const count = await rows.count();
  await rows
    .first()
    .getByRole('button', { name: /delete/i })
    .click();
  await expect(rows).toHaveCount(count - 1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(count);
  await expect(output(page, 'averagePrice')).toHaveText(before ?? '');

  await rows.first().getByRole('button', { name: /edit/i }).click();
  await fillField(page, 'quantity', '1000', 'editEntry');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(output(page, 'averagePrice')).not.toHaveText(before ?? '');
  // One sitting makes one record; clearing starts another.
  await expectRecorded(app, page, cases.length);
});

test('elliott wave: full chains of the published cases make one record per chain', async ({ app, page }) => {
  await openCalculator(app, 'elliott-wave');
  const cases = sample(
    casesOf('elliott-wave'),
    3,
    (one) => isValid(one) && Object.keys(one.expected.waves ?? {}).length === 7,
  );
  for (const one of cases) {
    await fillForm(page, {
      positionType: one.input['positionType'],
      startPrice: one.input['startPrice'],
      endPrice: one.input['endPrice'],
    });
    await page.locator('form[name="wave1"]').getByRole('button', { name: 'Calculate' }).click();
    const choices = one.input['choices'] as Record<string, { level?: number; actualPrice?: string }>;
    for (const [wave, { levels }] of Object.entries(one.expected.waves ?? {})) {
      const card = page.locator(`[data-wave="${wave}"]`);
      await expect(card.locator('output[name="price"]')).toHaveText(
        levels.map((level) => shown(level.display)),
      );
      const choice = choices[wave];
      if (choice === undefined) continue;
      if (choice.level !== undefined)
        await card.locator(`input[name="level"][value="${choice.level}"]`).check();
      if (choice.actualPrice !== undefined)
        await card.locator('input[name="actualPrice"]').fill(choice.actualPrice);
      await card.getByRole('button', { name: 'Calculate' }).click();
    }
    await page.locator('form[name="wave1"]').getByRole('button', { name: 'Clear' }).click();
    await expect(page.locator('[data-wave]')).toHaveCount(0);
  }
  await expectRecorded(app, page, cases.length);
});

test('elliott wave: a level or an actual price is required', async ({ app, page }) => {
  await openCalculator(app, 'elliott-wave');
  await makeRecord(page, 'elliott-wave');
  const wave = page.locator('form[name="wave2"]');
  const button = wave.getByRole('button', { name: 'Calculate' });
  const [price, levels] = [wave.locator('input[name="actualPrice"]'), wave.locator('input[name="level"]')];
  await expect(button).toBeDisabled();
  await levels.first().check();
  await expect(button).toBeEnabled();
  await price.fill('150');
  await expect(levels.first()).not.toBeChecked();
  await levels.last().check();
  await expect(price).toHaveValue('');
  await button.click();
  await expect(page.locator('form[name="wave3"]')).toBeVisible();
});

test('elliott wave: levels of an earlier wave 1 are marked as outdated until it is recalculated', async ({
  app,
  page,
}) => {
  await openCalculator(app, 'elliott-wave');
  await makeRecord(page, 'elliott-wave');
  const [wave1, wave2] = [page.locator('form[name="wave1"]'), page.getByRole('region', { name: 'Wave 2' })];
  await wave2.locator('input[name="level"]').first().check();
  await wave2.getByRole('button', { name: 'Calculate' }).click();
  const marks = page.locator('[data-wave]').getByText('The inputs have changed: calculate again');
  const told = page.getByRole('status').filter({ hasText: 'The inputs have changed: calculate again' });
  await expect(page.locator('[data-wave]')).toHaveCount(2);
  await expect(marks).toHaveCount(0);
  for (const change of [
    () => choose(page, 'positionType', 'SHORT'),
    () => wave1.locator('input[name="startPrice"]').fill('150'),
    () => wave1.locator('input[name="endPrice"]').fill('250'),
  ]) {
    await change();
    await expect(marks).toHaveCount(2);
    await expect(told).toHaveCount(1);
    await choose(page, 'positionType', 'LONG');
    await wave1.locator('input[name="startPrice"]').fill('100');
    await wave1.locator('input[name="endPrice"]').fill('200');
    await expect(marks).toHaveCount(0);
  }
  await wave1.locator('input[name="endPrice"]').fill('250');
  await page.reload();
  await expect(marks).toHaveCount(2);
  await wave1.getByRole('button', { name: 'Calculate', exact: true }).click();
  await expect(page.locator('[data-wave]')).toHaveCount(1);
  await expect(marks).toHaveCount(0);
});

test('average position: deleting the last entry clears the results, and undo restores them', async ({
  app,
  page,
}) => {
  await openCalculator(app, 'average-position');
  await makeRecord(page, 'average-position');
  await fillField(page, 'price', '150', 'takeProfit');
  await fillField(page, 'quantityOrPercent', '1', 'takeProfit');
  await page.locator('form[name="takeProfit"]').getByRole('button', { name: 'Add target' }).click();
  await expect(output(page, 'totalProfit')).toHaveText('50');
  const share = page.getByRole('region', { name: 'Share' });
  await expect(share).toBeVisible();
  await page.getByRole('button', { name: 'Delete row 1' }).first().click();
  await expect(page.locator('tr[data-id]')).toHaveCount(0);
  await expect(share).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('tr[data-id]')).toHaveCount(2);
  await expect(output(page, 'totalProfit')).toHaveText('50');
});

test('staking: turning auto-compound off resets the accrual delay, recorded as 0', async ({ app, page }) => {
  await openCalculator(app, 'staking');
  await fillForm(page, {
    apr: '10',
    depositAmount: '1000',
    days: '30',
    autoCompound: true,
    accrualDelay: '7',
  });
  await fillForm(page, { autoCompound: false });
  await calculate(page);
  await expect(page.locator('.record-line')).toHaveAttribute('data-state', 'counted');
  const { body } = await app.call('GET', `/api/records/${app.user.id}`);
  expect(body['records']).toMatchObject([{ inputs: { autoCompound: false, accrualDelay: '0' } }]);
  await fillForm(page, { autoCompound: true });
  await expect(page.locator('input[name="accrualDelay"]')).toHaveValue('0');
});

test('a calculation without points is recorded and not offered for sharing', async ({ app, page }) => {
  await openCalculator(app, 'risk-money');
  const input = { riskAmount: '100', entryPrice: '100', stopLossPrice: '90', leverage: '1' };
  const share = page.getByRole('region', { name: 'Share' });
  await fillForm(page, { ...input, takeProfitPrice: '130' });
  await calculate(page);
  await expect(share).toBeVisible();
  await fillForm(page, { takeProfitPrice: '95' });
  await calculate(page);
  await expect(output(page, 'riskRewardRatio')).toHaveText('0:1');
  await expect(page.locator('.record-line')).toHaveAttribute('data-state', 'counted');
  await expect(share).toHaveCount(0);
  await expectRecorded(app, page, 2);
});

test('a record is kept if the app closes right after Calculate', async ({ app, page }) => {
  await openCalculator(app, 'risk-money');
  const [one] = sample(casesOf('risk-money'), 1, isWorthARecord);
  await fillForm(page, one?.input ?? {});
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  await calculate(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expectRecorded(app, page, 1);
});

test('a half-filled form survives a reload at any keystroke', async ({ app, page }) => {
  await openCalculator(app, 'risk-money');
  await choose(page, 'positionType', 'SHORT');
  await page.locator('input[name="entryPrice"]').pressSequentially('64120,5');
  await page.reload();
  await expect(page.locator('input[name="entryPrice"]')).toHaveValue('64,120.5');
  await expect(page.locator('input[name="positionType"][value="SHORT"]')).toBeChecked();
});

test('the caret never jumps, and extra decimals are refused', async ({ app, page }) => {
  await openCalculator(app, 'risk-money');
  const field = page.locator('input[name="riskAmount"]');
  await field.pressSequentially('1234567');
  await expect(field).toHaveValue('1,234,567');
  await field.press('Home');
  await field.press('ArrowRight');
  await field.pressSequentially('9');
  await expect(field).toHaveValue('19,234,567');
  expect(await field.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2);
  await field.press('End');
  await field.pressSequentially(',129');
  await expect(field).toHaveValue('19,234,567.12');
  await expect(field).toHaveAttribute('inputmode', 'decimal');
});

test('whole days open the digit keyboard, other fields the decimal one', async ({ app, page }) => {
  await openCalculator(app, 'staking');
  await expect(page.locator('input[name="days"]')).toBeVisible();
  const asked = await page
    .locator('form input[inputmode]')
    .evaluateAll((inputs) =>
      inputs.map((one) => `${one.getAttribute('name')} ${one.getAttribute('inputmode')}`),
    );
  expect(asked).toEqual(['apr decimal', 'depositAmount decimal', 'days numeric', 'warmUpDays numeric']);
});

test('a calculation is reopened from the history, searched, deleted and restored', async ({ app, page }) => {
  await openCalculator(app, 'risk-money');
  const [one] = sample(casesOf('risk-money'), 1, isValid);
  await fillForm(page, one?.input ?? {});
  await calculate(page);
  await expectFigures(page, one?.expected.display);
  await expect(page.locator('.record-line')).toBeVisible();
  await app.open({ path: '/history' });
  await historyRows(page).first().getByRole('link').click();
  await expect(page).toHaveURL(/\/riskmoney\?record=/);
  await expect(page.locator('input[name="entryPrice"]')).toHaveValue(String(one?.input['entryPrice']));
  await app.open({ path: '/history' });
  await historyRows(page).first().getByRole('button').click();
  await expect(historyRows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(historyRows(page)).toHaveCount(1);
  await page.getByRole('searchbox').fill('nothing like this');
  await expect(historyRows(page)).toHaveCount(0);
});
