/**
 * Number fields under a real finger, mouse and keyboard: drop, autofill, composition, selection, and a form from before.
 * tests/features/calculators has paste and figures.
 */
import type { Locator, Page } from 'playwright/test';
import { formatNumber } from '#core/number-format.ts';
import { expect, test } from '#tests/journeys/app.ts';

test.use({ serviceWorkers: 'block' });

const TEXTS = {
  en: {
    refused: 'No number could be read from the pasted text. The field is as it was.',
  },
  ru: {
    refused: 'Во вставленном тексте нет числа, которое можно прочитать. Поле не изменилось.',
  },
} as const;

const entryField = (page: Page) => page.locator('input[name="entryPrice"]');
const stopField = (page: Page) => page.locator('input[name="stopLossPrice"]');

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

    test('drops, autofill and keyboard suggestions count as paste', async ({ app, page }) => {
      await app.onboard();
      await app.open({ path: '/riskmoney' });
      const field = entryField(page);
      await field.fill('64120.5');
      await stopField(page).fill('7');
      await field.focus();
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
  });
}

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
