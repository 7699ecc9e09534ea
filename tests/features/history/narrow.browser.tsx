/** The history and its journal where there is little room: large text, long figures, notes of any direction. */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { calculate, fillField, fillForm } from '#tests/features/calculators/form.ts';
import { closeSheet, mark, openHistory, openSheet, rows, sheet } from '#tests/features/history/history.ts';
import { nextFrame, onScreen } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { textFaults } from '#tests/support/text-faults.ts';

const viewport = { width: 320, height: 640 };
const note = sheet.getByRole('textbox', { name: 'Note' });

test('with large text a note has a line of its own', async () => {
  document.documentElement.style.fontSize = '200%';
  onTestFinished(() => {
    document.documentElement.style.fontSize = '';
  });
  await openHistory('BTC');
  await openSheet();
  await mark('Break-even');
  await note.fill('left too early, and entered too late');
  await closeSheet();
  const said = rows.css('.outcome-said');
  await onScreen(said).toHaveCount(1);
  const width = () => said.element().getBoundingClientRect().width;
  await expect.poll(width).toBeGreaterThan(200);
});

test('a note begins at the side of its own script', async () => {
  await openHistory('BTC');
  await openSheet();
  await note.fill('יצאתי מוקדם');
  expect(getComputedStyle(note.element()).direction).toBe('rtl');
  await closeSheet();
  const said = rows.css('.outcome-said');
  await onScreen(said).toHaveText('יצאתי מוקדם');
  const [box, words] = [said.element().getBoundingClientRect(), wordsOf(said.element())];
  expect(words.width).toBeLessThan(box.width / 2);
  expect(Math.round(words.right)).toBe(Math.round(box.right));
});

test.each([
  ['WWWWWWWWWWWW', '99.9999999', 'en', '+8,000,000,000 R'],
  ['BTC', '99.9999999', 'en', '+8,000,000,000 R'],
  ['BTC', '90', 'en', '+80 R'],
  ['BTC', '90', 'ru', '+80 R'],
] as const)('the journal of %s with a stop at %s fits, in %s', async (symbol, stop, language, r) => {
  const app = await renderApp({ path: '/riskmoney', viewport, language });
  await fillField('symbol', symbol);
  await fillForm({ riskAmount: '100', entryPrice: '100', stopLossPrice: stop, takeProfitPrice: '900' });
  await calculate(language);
  await expect.poll(() => app.server.records()).toHaveLength(1);
  await app.reopen('/history');
  await rows.getByRole('button').first().click();
  await sheet.css('input[value="won"]').click({ force: true });
  await onScreen(sheet.getByRole('status')).toHaveText(r);
  await sheet.getByRole('button').last().click();
  await page.css('.journal-line').click();
  await onScreen(page.css('.journal-table')).toHaveCount(2);
  await nextFrame();
  expect(overflowing()).toEqual([]);
  expect(textFaults()).toEqual([]);
  expect(ends()).toEqual(ends().map(() => ends()[0]));
});

/** Where the figures of each row end, and the names of their columns. */
function ends(): readonly number[][] {
  return [...document.querySelectorAll('.journal-table tr')].map((row) =>
    [...row.children].slice(1).map((cell) => Math.round(wordsOf(cell).right)),
  );
}

/** Cells with more text than fits. */
function overflowing(): string[] {
  return [...document.querySelectorAll('.journal-table :is(th, td)')].flatMap((cell) => {
    const [box, words] = [cell.getBoundingClientRect(), wordsOf(cell)];
    const isIn =
      words.left >= box.left - 0.5 && words.right <= box.right + 0.5 && box.right <= innerWidth - 16;
    return isIn ? [] : [cell.textContent ?? ''];
  });
}

/** Where the text of an element is. */
function wordsOf(element: Element): DOMRect {
  const text = document.createRange();
  text.selectNodeContents(element);
  return text.getBoundingClientRect();
}
