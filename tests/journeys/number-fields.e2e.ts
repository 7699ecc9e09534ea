/** Number fields: paste, drop, autofill and composition in both languages, and the selection by a tap. */
import type { Locator, Page } from 'playwright/test';
import { formatNumber } from '#core/number-format.ts';
import { expect, fillField, output, test } from '#tests/journeys/app.ts';
import { calculate, casesOf, expectFigures, fillForm, sample } from '#tests/journeys/calculators.ts';
import { serveMarket } from '#tests/journeys/market.ts';

test.use({ serviceWorkers: 'block', permissions: ['clipboard-read', 'clipboard-write'] });

const TEXTS = {
  en: {
    refused: 'No number could be read from the pasted text. The field is as it was.',
    market: 'Price from the market',
  },
  ru: {
    refused: 'Во вставленном тексте нет числа, которое можно прочитать. Поле не изменилось.',
    market: 'Цена с рынка',
  },
} as const;

const entryField = (page: Page) => page.locator('input[name="entryPrice"]');
const stopField = (page: Page) => page.locator('input[name="stopLossPrice"]');

async function paste(field: Locator, text: string): Promise<void> {
  await field.page().evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.press('ControlOrMeta+v');
}

/** Places the caret or a selection in a focused field. */
function select(field: Locator, start: number, end: number): Promise<void> {
  return field.evaluate((input: HTMLInputElement, [from, to]) => input.setSelectionRange(from, to), [
    start,
    end,
  ] as const);
}

for (const [language, width] of [
  ['en', 390],
  ['ru', 320],
] as const) {
  const texts = TEXTS[language];
  const written = (plain: string) => formatNumber(plain, language);

  test.describe(language, () => {
    test.use({ language, viewport: { width, height: 800 } });

    test('a pasted number replaces the whole field, whatever is selected', async ({ app, page }) => {
      await app.onboard();
      await app.open({ path: '/riskmoney' });
      const field = entryField(page);
      for (const number of ['64120', '1000', '64120.5']) {
        await field.fill(number);
        await expect(field).toHaveValue(written(number));
        await field.press('ControlOrMeta+a');
        await paste(field, number);
        await expect(field).toHaveValue(written(number));
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
          await field.fill('64120');
          await select(field, start, end);
          await paste(field, text);
          await expect(field).toHaveValue(written(number));
        }
      }
      await paste(field, '64,120');
      await expect(field).toHaveValue(language === 'en' ? '64,120' : '64,12');
    });

    test('text without a number is refused with a message', async ({ app, page }) => {
      await app.onboard();
      await app.open({ path: '/riskmoney' });
      const field = entryField(page);
      const alert = page.getByRole('alert');
      await field.fill('64120.5');
      for (const text of ['64.1k', '-5', 'abc', '1,23,456']) {
        await paste(field, text);
        await expect(field).toHaveValue(written('64120.5'));
        await expect(alert).toHaveText(texts.refused);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await field.press('Backspace');
      await expect(alert).toHaveCount(0);
      await paste(field, 'abc');
      await stopField(page).click();
      await expect(alert).toHaveCount(0);
    });

    test('the first press on the button after a refused paste calculates', async ({ app, page }) => {
      await app.onboard();
      await app.open({ path: '/riskmoney' });
      const figures = {
        riskAmount: '100',
        entryPrice: '64120',
        stopLossPrice: '62800',
        takeProfitPrice: '68400',
      };
      for (const [name, value] of Object.entries(figures)) await fillField(page, name, value);
      await paste(page.locator('input[name="takeProfitPrice"]'), '64.1k');
      await expect(page.getByRole('alert')).toHaveText(texts.refused);
      await page.locator('button[type="submit"]').click();
      await expect(output(page, 'coins')).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });

    test('drops, autofill and keyboard suggestions count as paste', async ({ app, page }) => {
      await app.onboard();
      await app.open({ path: '/riskmoney' });
      const field = entryField(page);
      await field.fill('64120.5');
      await stopField(page).fill('7');
      await select(field, 0, 8);
      await dragSelection(page, field, stopField(page));
      await expect(stopField(page)).toHaveValue(written('64120.5'));
      await expect(field).toHaveValue(written('64120.5'));

      const fillIn = (value: string, inputType: string | null, data: string | null) =>
        field.evaluate(
          (input: HTMLInputElement, made) => {
            Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(
              input,
              made.value,
            );
            const { inputType: type, data: inserted } = made;
            input.dispatchEvent(
              type === null
                ? new Event('input', { bubbles: true })
                : new InputEvent('input', { bubbles: true, inputType: type, data: inserted }),
            );
          },
          { value, inputType, data },
        );
      await fillIn('94 712,35', null, null);
      await expect(field).toHaveValue(written('94712.35'));
      await fillIn('9464120', 'insertReplacementText', '64120');
      await expect(field).toHaveValue(written('64120'));
      await fillIn('hello', 'insertReplacementText', 'hello');
      await expect(field).toHaveValue(written('64120'));
      await expect(page.getByRole('alert')).toHaveText(texts.refused);
    });

    test('a composing keyboard types digit by digit', async ({ app, page, context }) => {
      await app.onboard();
      await app.open({ path: '/riskmoney' });
      const field = entryField(page);
      await field.fill('64120');
      await field.press('End');
      const devtools = await context.newCDPSession(page);
      for (const text of ['7', '78', '78,', '78,5']) {
        const at = text.length;
        await devtools.send('Input.imeSetComposition', { text, selectionStart: at, selectionEnd: at });
      }
      await devtools.send('Input.insertText', { text: '78,5' });
      await expect(field).toHaveValue(written('6412078.5'));
      await field.press('9');
      await expect(field).toHaveValue(written('6412078.59'));
    });

    test('a tap and Tab select all, and a second tap places the caret', async ({ app, page }) => {
      await app.onboard();
      await app.open({ path: '/riskmoney' });
      const field = entryField(page);
      await field.fill('100');
      await stopField(page).fill('90');
      await field.tap();
      await page.keyboard.press('5');
      await expect(field).toHaveValue('5');
      await page.keyboard.press('Tab');
      await page.keyboard.press('8');
      await expect(stopField(page)).toHaveValue('8');

      await field.fill('100');
      await stopField(page).focus();
      await field.tap();
      await expect.poll(() => selectionOf(field)).toEqual([0, 3]);
      const box = await field.boundingBox();
      if (box === null) throw new Error('the field is not drawn');
      // After the last digit of a right-aligned figure. By mouse, since two quick touches would select a word.
      await page.mouse.click(box.x + box.width - 1, box.y + box.height / 2);
      await expect.poll(() => selectionOf(field)).toEqual([3, 3]);
      await page.keyboard.press('5');
      await expect(field).toHaveValue(written('1005'));
    });

    test("results, history, price picker and copied figures use the language's format", async ({
      app,
      page,
    }) => {
      await app.onboard();
      await serveMarket(page, {});
      await app.open({ path: '/riskmoney' });
      await page.getByRole('button', { name: texts.market }).click();
      const price = page.getByRole('dialog').getByRole('button', { name: /^Bitcoin/ });
      await expect(price).toContainText(written('94712.35'));
      await price.click();
      await expect(entryField(page)).toHaveValue(written('94712.35'));
      const inputs = {
        riskAmount: '1000.5',
        stopLossPrice: '94000',
        takeProfitPrice: '97083.9',
        leverage: '3',
      };
      await fillForm(page, inputs);
      await page.locator('button[type="submit"]').click();
      const figures = { coins: '1.4045', expectedProfit: '3330.856', leveragedAmount: '44341.361' };
      for (const [name, plain] of Object.entries(figures)) {
        await expect(output(page, name), name).toHaveText(written(plain), { useInnerText: false });
      }
      await expect(output(page, 'riskRewardRatio')).toHaveText('3.32:1');
      await expect(output(page, 'liquidation')).toHaveText(written('63615.12'), { useInnerText: false });
      // The picture's text, with all kinds of spaces compared as equal.
      const inPicture = written('94712.35').replaceAll('\u00a0', ' ');
      await expect(page.getByRole('img', { name: inPicture })).toBeVisible();
      await page.locator('button:has(output[name="leveragedAmount"])').click();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('44341.361');
      await page.goto(page.url().replace('/riskmoney', '/history'));
      await expect(page.locator('[data-id] .history-line')).toContainText(written('97083.9'));
    });
  });
}

test('the published cases in Russian', async ({ app, page }) => {
  test.slow();
  await app.onboard(undefined);
  await app.call('PATCH', '/api/user/language', { id: app.user.id, languageCode: 'ru' });
  await app.open({ path: '/riskpercent' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  for (const one of sample(casesOf('risk-percent'), 3, ({ expected }) => expected.invalid === undefined)) {
    await fillForm(page, one.input);
    await calculate(page, 'ru');
    await expectFigures(page, one.expected.display, 'ru');
  }
});

test('a change of language rewrites a half-filled form, stored as plain digits', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await entryField(page).pressSequentially('94712,35');
  await expect(entryField(page)).toHaveValue('94,712.35');
  const kept = () => page.evaluate((id) => localStorage.getItem(`irich:${id}:draft:risk-money`), app.user.id);
  expect(await kept()).toContain('"entryPrice":"94712.35"');
  await app.open({ path: '/language' });
  await page.getByRole('button', { name: 'Русский' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await page.goto(page.url().replace('/profile', '/riskmoney'));
  await expect(entryField(page)).toHaveValue('94\u00a0712,35');
  expect(await kept()).toContain('"entryPrice":"94712.35"');
});

test('a form stored as typed by an earlier version opens', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await entryField(page).fill('1');
  await page.evaluate((id) => {
    const name = `irich:${id}:draft:risk-money`;
    const draft = JSON.parse(localStorage.getItem(name) ?? '');
    const text = JSON.stringify({ ...draft, fields: { ...draft.fields, entryPrice: '64 120,5' } });
    localStorage.setItem(name, text);
    sessionStorage.setItem(name, text);
  }, app.user.id);
  await page.reload();
  await expect(entryField(page)).toHaveValue('64,120.5');
});

function selectionOf(field: Locator): Promise<(number | null)[]> {
  return field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]);
}

/** Drags the selected text from one field to another by mouse. */
async function dragSelection(page: Page, from: Locator, to: Locator): Promise<void> {
  const [source, target] = [await from.boundingBox(), await to.boundingBox()];
  if (source === null || target === null) throw new Error('a field is not drawn');
  // The figure is right-aligned, so this is within its last digits.
  await page.mouse.move(source.x + source.width - 12, source.y + source.height / 2);
  await page.mouse.down();
  await page.mouse.move(target.x + target.width - 40, target.y + target.height / 2, { steps: 8 });
  await page.mouse.up();
}
