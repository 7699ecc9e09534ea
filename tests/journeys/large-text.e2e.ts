/**
 * Text at twice its size on the narrowest phone: nothing scrolls sideways, overlaps, is cut, or breaks inside a
 * word or figure.
 */
import type { Page } from 'playwright/test';
import type { ScreenPath } from '#app/screens/table.ts';
import { textsOf } from '#tests/gallery/look.ts';
import { expect, fillField, output, test, visit } from '#tests/journeys/app.ts';
import { SHOWN } from '#tests/support/screens.ts';
import { textFaults } from '#tests/support/text-faults.ts';

test.use({ serviceWorkers: 'block' });

interface Look {
  readonly path: string;
  /** Key of its text; null for Home. */
  readonly title: string | null;
  readonly fill: ((page: Page) => Promise<void>) | undefined;
}

const LONG = '12345678.12345678';

/** What is done on a screen before it is judged. */
const FILLS: Readonly<Partial<Record<ScreenPath, (page: Page) => Promise<void>>>> = {
  async '/riskmoney'(page) {
    await fillAll(page, { riskAmount: '100', entryPrice: '64120.5', stopLossPrice: '62800.12345678' });
    await fillAll(page, { takeProfitPrice: '68400', leverage: '50' });
    await press(page);
  },
  async '/riskpercent'(page) {
    await fillAll(page, { riskPercent: '10', depositAmount: '1000', leverage: '30', entryPrice: '100' });
    await fillAll(page, { stopLossPrice: '99.9', takeProfitPrice: '110' });
    await press(page);
  },
  async '/averageposition'(page) {
    for (const price of [LONG, '0.00001234']) {
      await fillAll(page, { price, quantity: '1234.12345678' }, 'entry');
      await press(page, 'entry');
    }
    await fillAll(page, { price: '22345678.12345678', quantityOrPercent: '0.12345678' }, 'takeProfit');
    await press(page, 'takeProfit');
    await expect(output(page, 'averagePrice')).not.toHaveText('0');
  },
  async '/takeprofitstoploss'(page) {
    await fillAll(page, { entryPrice: LONG, takeProfit: '10', stopLoss: '5' });
    await press(page);
  },
  async '/elliottwave'(page) {
    await fillAll(page, { startPrice: '100.12345678', endPrice: LONG }, 'wave1');
    await press(page, 'wave1');
    await expect(page.locator('form[name="wave2"]')).toBeVisible();
  },
  async '/staking'(page) {
    await fillAll(page, { apr: '12', depositAmount: LONG, days: '40' });
    await press(page);
    // Not by position, since the bottom bar may cover it.
    await page
      .locator('[aria-expanded="false"]')
      .first()
      .evaluate((button: HTMLElement) => button.click());
  },
  '/SBT': openFolds,
  '/profitable': openFolds,
  '/calendar': openFolds,
};

const LOOKS: readonly Look[] = [
  ...SHOWN.map(({ path, title }) => ({ path, title, fill: FILLS[path] })),
  { path: '/profile?checkin=1', title: 'profile:title', fill: undefined },
];

/** Everything collapsed on the screen. */
async function openFolds(page: Page): Promise<void> {
  await expect(page.locator('main summary').first()).toBeVisible();
  await page.locator('main').evaluate((main) => {
    for (const fold of main.querySelectorAll('details')) fold.open = true;
  });
}

async function fillAll(page: Page, fields: Record<string, string>, form?: string): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await fillField(page, name, value, form);
}

function press(page: Page, form?: string): Promise<void> {
  const scope = form === undefined ? page : page.locator(`form[name="${form}"]`);
  return scope.locator('button[type="submit"]').first().click();
}

for (const language of ['en', 'es', 'ru'] as const) {
  test.describe(language, () => {
    test.use({ language, viewport: { width: 320, height: 640 } });

    test('every screen works with text at 200 %', async ({ app, page }) => {
      test.slow();
      await page.addInitScript(() => {
        const enlarge = () => {
          if (document.documentElement === null) return;
          document.documentElement.style.fontSize = '200%';
          begun.disconnect();
        };
        const begun = new MutationObserver(enlarge);
        begun.observe(document, { childList: true });
        enlarge();
      });
      // Another launch than the one after onboarding, also where both are in the same second.
      await app.open({ authDate: Math.floor(Date.now() / 1000) - 60 });
      await expect(page.locator('main h1')).toBeVisible();
      expect(await page.evaluate(textFaults), 'onboarding').toEqual([]);
      // This page would lead the user Home by itself, perhaps while the journey opens it there.
      await page.goto('about:blank');
      await app.onboard();
      const found: string[] = [];
      await app.open({ path: '/index' });
      const text = textsOf(language);
      for (const { path, title, fill } of LOOKS) {
        await visit(page, path);
        await expect(page.locator('main h1'), path).toContainText(title === null ? 'Ada' : text(title));
        await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
        await fill?.(page);
        await page.waitForFunction(() =>
          document.getAnimations().every((one) => one.playState !== 'running'),
        );
        for (const fault of await page.evaluate(textFaults)) found.push(`${path}: ${fault}`);
      }
      expect(found).toEqual([]);
    });
  });
}
