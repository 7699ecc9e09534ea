/** Sheets, and the opened journal, with text at 200 % on the narrowest phone: nothing is cut, overlaps or scrolls sideways. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { LANGUAGE_CODES } from '#core/languages.ts';
import { calculate, fillField, fillForm } from '#tests/features/calculators/form.ts';
import { nextFrame, onScreen } from '#tests/support/on-screen.ts';
import { renderApp, type TestApp } from '#tests/support/render-app.tsx';
import { textFaults } from '#tests/support/text-faults.ts';

const sheet = page.css('dialog[open]');
const TRADE = { riskAmount: '100', entryPrice: '64120.5', stopLossPrice: '62800.12345678' };

const TEXTS = {
  en: { mark: 'Mark the outcome', plan: 'Share plan', close: 'Close', done: 'Done' },
  es: {
    mark: 'Marcar el resultado',
    plan: 'Compartir plan',
    close: 'Cerrar',
    done: 'Listo',
  },
  ru: { mark: 'Отметить итог', plan: 'Поделиться планом', close: 'Закрыть', done: 'Готово' },
} as const;

for (const language of LANGUAGE_CODES) {
  const texts = TEXTS[language];
  const button = (name: string, within: Locator | typeof page = page) =>
    within.getByRole('button', { name, exact: true });

  describe(language, () => {
    test('the plan sheet, the outcome sheet and the journal', async () => {
      const app = await open('/riskmoney');
      await fillField('symbol', 'LONGESTCOIN1');
      await fillForm({ ...TRADE, takeProfitPrice: '68400', leverage: '50' });
      await calculate(language);
      await button(texts.plan).click();
      await onScreen(page.css('.plan-link-text')).toBeVisible();
      await expectNoFaults();
      await button(texts.close, sheet).click();

      await button(texts.mark).click();
      await onScreen(sheet.css('input[value="won"]')).toHaveCount(1);
      (sheet.css('input[value="won"]').element() as HTMLInputElement).click();
      await onScreen(sheet.getByRole('status')).toHaveText(/R$/);
      await expectNoFaults();
      await button(texts.done, sheet).click();

      await app.reopen('/history');
      await page.css('.journal-line').click();
      await onScreen(page.css('.journal-table')).toHaveCount(2);
      await expectNoFaults();
    });

    test('the sheet of a coin', async () => {
      await open('/cryptooverview');
      await page.getByRole('button', { name: 'Bitcoin' }).first().click();
      await onScreen(button(texts.close, sheet)).toBeVisible();
      await expectNoFaults();
    });
  });

  async function open(path: string): Promise<TestApp> {
    document.documentElement.style.fontSize = '200%';
    onTestFinished(() => {
      document.documentElement.style.fontSize = '';
    });
    return await renderApp({ path, language, viewport: { width: 320, height: 640 } });
  }
}

async function expectNoFaults(): Promise<void> {
  await nextFrame();
  await expect.poll(textFaults).toEqual([]);
}
