/** Number fields: paste in both languages, and figures in the language's format. */
import { describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { formatNumber } from '#core/number-format.ts';
import { sample } from '#tests/support/calculator-cases.ts';
import { focus, onScreen, press } from '#tests/support/on-screen.ts';
import { type RenderOptions, renderApp } from '#tests/support/render-app.tsx';
import { overviewWith } from '../market/overview.ts';
import { calculate, casesOf, expectFigures, field, fillField, fillForm, output } from './form.ts';

const TEXTS = {
  en: {
    refused: 'No number could be read from the pasted text. The field is as it was.',
    market: 'Coin from the market',
  },
  ru: {
    refused: 'Во вставленном тексте нет числа, которое можно прочитать. Поле не изменилось.',
    market: 'Монета с рынка',
  },
} as const;

const entry = field('entryPrice');
const alert = page.getByRole('alert');

async function paste(into: Locator, text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
  await focus(into);
  await userEvent.keyboard('{Control>}v{/Control}');
}

/** Places the caret or a selection in a field. */
async function select(into: Locator, start: number, end: number): Promise<void> {
  await focus(into);
  (into.element() as HTMLInputElement).setSelectionRange(start, end);
}

for (const [language, width] of [
  ['en', 390],
  ['ru', 320],
] as const) {
  const texts = TEXTS[language];
  const written = (plain: string) => formatNumber(plain, language);
  const open = (before?: RenderOptions['before']) =>
    renderApp({
      path: '/riskmoney',
      language,
      viewport: { width, height: 800 },
      ...(before === undefined ? {} : { before }),
    });

  describe(language, () => {
    test('a pasted number replaces the whole field, whatever is selected', async () => {
      await open();
      for (const number of ['64120', '1000', '64120.5']) {
        await entry.fill(number);
        await onScreen(entry).toHaveValue(written(number));
        await select(entry, 0, written(number).length);
        await paste(entry, number);
        await onScreen(entry).toHaveValue(written(number));
      }
      for (const [start, end] of [
        [0, 0],
        [1, 3],
        [4, 4],
      ] as const) {
        for (const [text, number] of [
          ['94.712,35 ', '94712.35'],
          ['$1,234,567.8\n', '1234567.8'],
          ["1'234.5 USDT", '1234.5'],
          ['64 120,123456789', '64120.12345678'],
        ] as const) {
          await entry.fill('64120');
          await select(entry, start, end);
          await paste(entry, text);
          await onScreen(entry).toHaveValue(written(number));
        }
      }
      await paste(entry, '64,120');
      await onScreen(entry).toHaveValue(language === 'en' ? '64,120' : '64,12');
    });

    test('text without a number is refused with a message', async () => {
      await open();
      await entry.fill('64120.5');
      for (const text of ['64.1k', '-5', 'abc', '1,23,456']) {
        await paste(entry, text);
        await onScreen(entry).toHaveValue(written('64120.5'));
        await onScreen(alert).toHaveText(texts.refused);
      }
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await press('Backspace');
      await onScreen(alert).toHaveCount(0);
      await paste(entry, 'abc');
      await onScreen(alert).toHaveText(texts.refused);
      await field('stopLossPrice').click();
      await onScreen(alert).toHaveCount(0);
    });

    test('the first press on the button after a refused paste calculates', async () => {
      await open();
      const figures = {
        riskAmount: '100',
        entryPrice: '64120',
        stopLossPrice: '62800',
        takeProfitPrice: '68400',
      };
      for (const [name, value] of Object.entries(figures)) await fillField(name, value);
      await paste(field('takeProfitPrice'), '64.1k');
      await onScreen(alert).toHaveText(texts.refused);
      await page.css('button[type="submit"]').click();
      await onScreen(output('coins')).toBeVisible();
      await onScreen(alert).toHaveCount(0);
    });

    test("results, history, price picker and copied figures use the language's format", async () => {
      const app = await open((server) => server.answer('market', overviewWith({})));
      await page.getByRole('button', { name: texts.market }).click();
      const price = page.getByRole('dialog').getByRole('button', { name: /^Bitcoin/ });
      await onScreen(price).toContainText(plainSpaces(written('94712.35')));
      await price.click();
      await onScreen(entry).toHaveValue(written('94712.35'));
      await fillForm({
        riskAmount: '1000.5',
        stopLossPrice: '94000',
        takeProfitPrice: '97083.9',
        leverage: '3',
      });
      await page.css('button[type="submit"]').click();
      const figures = { coins: '1.4045', expectedProfit: '3330.856', leveragedAmount: '44341.361' };
      for (const [name, plain] of Object.entries(figures)) {
        await onScreen(output(name)).toHaveText(plainSpaces(written(plain)));
      }
      await onScreen(output('riskRewardRatio')).toHaveText('3.32:1');
      await onScreen(output('liquidation')).toHaveText(plainSpaces(written('63615.12')));
      await onScreen(page.getByRole('img', { name: plainSpaces(written('94712.35')) })).toBeVisible();
      await page.css('button:has(output[name="leveragedAmount"])').click();
      await expect.poll(() => navigator.clipboard.readText()).toBe('44341.361');
      await onScreen(page.css('.record-line')).toBeVisible();
      await app.reopen('/history');
      await onScreen(page.css('[data-id] .history-line')).toContainText(plainSpaces(written('97083.9')));
    });
  });
}

test('the published cases in Russian', async () => {
  await renderApp({ path: '/riskpercent', language: 'ru' });
  for (const one of sample(casesOf('risk-percent'), 3, ({ expected }) => expected.invalid === undefined)) {
    await fillForm(one.input);
    await calculate('ru');
    await expectFigures(one.expected.display, 'ru');
  }
});

/** Texts are compared with single plain spaces. */
function plainSpaces(text: string): string {
  return text.replace(/\s/g, ' ');
}
