/** The longest account stands in its row on a phone, with its arrow. */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { LANGUAGE_CODES } from '#core/languages.ts';
import { nextFrame, onScreen, placeOf } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { fillForm } from './form.ts';

const SAVED = {
  en: 'Saved on this phone',
  es: 'Guardado en este teléfono',
  ru: 'Сохранено на этом телефоне',
};
const DIGITS = '123456789012345678901234567890.12';
const ACCOUNTS = {
  long: { deposit: '123456789012.12', riskPercent: '12.34', riskAmount: '1234567890.12' },
  longest: { deposit: DIGITS, riskPercent: '99.99', riskAmount: DIGITS },
};

for (const language of LANGUAGE_CODES) {
  for (const [name, account] of Object.entries(ACCOUNTS)) {
    test(`${name}, ${language}`, async () => {
      onTestFinished(() => {
        document.documentElement.style.fontSize = '';
      });
      const app = await renderApp({ path: '/account', language });
      await fillForm(account);
      await onScreen(page.getByText(SAVED[language])).toBeVisible();
      await app.reopen('/riskpercent');
      const row = page.css('.account-row');
      await onScreen(row).toContainText('%');
      for (const width of [320, 360, 390]) {
        for (const size of ['100%', '200%']) {
          await page.viewport(width, 640);
          document.documentElement.style.fontSize = size;
          await nextFrame();
          const { x, width: room } = placeOf(row);
          const value = placeOf(row.css('.row-value'));
          const arrow = placeOf(row.css('.row-leads'));
          const at = `${width} ${size}`;
          expect(row.css('.row-value').element().scrollWidth, at).toBeLessThanOrEqual(Math.ceil(value.width));
          expect(arrow.x, at).toBeGreaterThanOrEqual(value.x + value.width);
          expect(arrow.x + arrow.width, at).toBeLessThanOrEqual(x + room);
          expect(arrow.y, at).toBeGreaterThanOrEqual(value.y - 1);
          expect(arrow.y + arrow.height, at).toBeLessThanOrEqual(value.y + value.height + 1);
        }
      }
    });
  }
}

test('the arrow of an account that is not set stays beside its value', async () => {
  onTestFinished(() => {
    document.documentElement.style.fontSize = '';
  });
  await renderApp({ path: '/riskmoney', language: 'es', viewport: { width: 320, height: 640 } });
  document.documentElement.style.fontSize = '200%';
  const row = page.css('.account-row');
  await onScreen(row).toContainText('sin definir');
  const value = placeOf(row.css('.row-value'));
  const arrow = placeOf(row.css('.row-leads'));
  expect(arrow.x).toBeGreaterThanOrEqual(value.x + value.width);
  expect(arrow.y).toBeLessThan(value.y + value.height);
});
