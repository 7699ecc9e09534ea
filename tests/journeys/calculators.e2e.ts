/** Calculations that reach the server, and forms that survive; tests/features/calculators has the screens. */
import type { Page } from 'playwright/test';
import { type App, choose, expect, historyRows, test } from '#tests/journeys/app.ts';
import { calculate, casesOf, expectFigures, fillForm } from '#tests/journeys/calculators.ts';
import { CALCULATORS, type Calculator, type Case, sample } from '#tests/support/calculator-cases.ts';

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

test('the published cases make one record each', async ({ app, page }) => {
  await openCalculator(app, 'risk-money');
  const cases = sample(casesOf('risk-money'), 6, isWorthARecord);
  for (const one of cases) {
    await fillForm(page, one.input);
    await calculate(page);
    await expectFigures(page, one.expected.display);
  }
  // The same inputs again make no new record.
  await calculate(page);
  await expectRecorded(app, page, cases.length);
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
