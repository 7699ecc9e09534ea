/** A figure longer than the screen is shaded where it is cut, so that it does not read as a shorter one. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { onScreen } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { calculate, fillForm } from './form.ts';

const quantity = page.css('.fig-large');

for (const scheme of ['light', 'dark'] as const) {
  test(`a cut figure is shaded at its cut edges: ${scheme}`, async () => {
    await renderApp({ path: '/riskmoney', scheme, viewport: { width: 320, height: 700 } });
    await fillForm({ riskAmount: '100', entryPrice: '2', stopLossPrice: '1', takeProfitPrice: '9' });
    await calculate();
    await onScreen(quantity).toContainText('100');
    const plain = await edgesOf(quantity);
    expect(plain.left).toEqual(plain.right);

    await fillForm({ riskAmount: '98765432109876543210' });
    await calculate();
    await onScreen(quantity).toContainText('98,765,432,109,876,543,210');
    const figure = quantity.element();
    expect(figure.scrollWidth).toBeGreaterThan(figure.clientWidth);
    const start = await edgesOf(quantity);
    expect(start.left).toEqual(plain.left);
    expect(start.right).not.toEqual(plain.right);

    figure.scrollLeft = figure.scrollWidth;
    const end = await edgesOf(quantity);
    expect(end.left).not.toEqual(plain.left);
    expect(end.right).toEqual(plain.right);
  });
}

/** The colours of the two lower corners, which no digit reaches. */
async function edgesOf(element: Locator) {
  const picture = new Image();
  const png = await page.screenshot({ element, base64: true, save: false, animations: 'disabled' });
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.drawImage(picture, 0, 0);
  const at = (x: number) => [...context.getImageData(x, picture.height - 2, 1, 1).data];
  return { left: at(2), right: at(picture.width - 3) };
}
