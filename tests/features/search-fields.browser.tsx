/** The whole placeholder of a search field shows on a narrow phone. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { LANGUAGE_CODES } from '#core/languages.ts';
import type { FakeServer } from '#tests/support/fake-server.ts';
import { onScreen } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { overviewWith } from './market/overview.ts';

const COINS = { en: 'Coin from the market', es: 'Moneda del mercado', ru: 'Монета с рынка' };
const field = page.getByRole('searchbox');

for (const language of LANGUAGE_CODES) {
  for (const width of [320, 360]) {
    const options = { language, viewport: { width, height: 640 } };

    test(`history, ${language}, ${width}`, async () => {
      await renderApp({ path: '/history', ...options });
      await expectWhole();
    });

    test(`coins, ${language}, ${width}`, async () => {
      const before = (server: FakeServer) => server.answer('market', overviewWith({}));
      await renderApp({ path: '/riskmoney', before, ...options });
      await page.getByRole('button', { name: COINS[language] }).click();
      await expectWhole();
    });
  }
}

async function expectWhole(): Promise<void> {
  await onScreen(field).toBeVisible();
  await document.fonts.ready;
  const input = field.element() as HTMLInputElement;
  const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(input);
  const pen = document.createElement('canvas').getContext('2d');
  if (pen === null) throw new Error('no canvas');
  pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
  expect(pen.measureText(input.placeholder).width).toBeLessThanOrEqual(room);
}
