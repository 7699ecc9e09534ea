/** Sharing a result as a plan link: its QR code, its text, the clipboard and the messaging app's dialog. */
import decodeQR from 'qr/decode.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { decodePlan, type Plan } from '#core/plan-link.ts';
import { shared, untilConnected, untilInsetsStand } from '#tests/support/host-calls.ts';
import { onScreen, placeOf, press } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { calculate, choose, fillField, fillForm } from './form.ts';

const TRADE = { entryPrice: '100', stopLossPrice: '90', takeProfitPrice: '130.5' };

const offer = page.getByRole('button', { name: 'Share plan', exact: true });
const dialog = page.getByRole('dialog', { name: 'Share plan' });
const qr = dialog.getByRole('img', { name: 'QR code of the plan link' });
const link = async () => {
  await onScreen(page.css('.plan-link-text')).toBeVisible();
  return `https://${page.css('.plan-link-text').element().textContent}`;
};

const planIn = (url: string): Plan | null => {
  const decoded = decodePlan(new URL(url).searchParams.get('startapp') ?? '');
  return decoded.ok ? decoded.plan : null;
};

test('a result is shared as a link with the trade and the sender, but without deposit and risk', async () => {
  const app = await renderApp({ path: '/riskmoney' });
  await untilConnected(app);
  await fillField('symbol', 'ton');
  await fillForm({ ...TRADE, riskAmount: '77', leverage: '2.5' });
  await onScreen(offer).toHaveCount(0);
  await calculate();
  await offer.click();
  const url = await link();
  expect(url).toMatch(/^https:\/\/t\.me\/irich_test_bot\/app\?startapp=p1_[\w-]+$/);
  expect(planIn(url)).toEqual({
    symbol: 'TON',
    positionType: 'LONG',
    entry: '100',
    stop: '90',
    targets: ['130.5'],
    leverage: '2.5',
    sender: app.user.id,
  });

  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect.poll(() => shared(app)).toEqual([{ url, text: expect.stringContaining('My plan') }]);
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  onTestFinished(() => copy.mockRestore());
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await onScreen(page.getByText('Copied')).toBeVisible();
  // Above the dialog, not under its backdrop, and beside its buttons.
  const toast = page.css('.toast-place:popover-open');
  await onScreen(toast).toHaveText('Copied');
  const { y, height } = placeOf(toast);
  expect(y + height).toBeLessThan(placeOf(dialog.getByRole('button', { name: 'Close' })).y);
  expect(copy).toHaveBeenCalledWith(url);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await onScreen(dialog).toHaveCount(0);
});

for (const scheme of ['light', 'dark'] as const) {
  test(`the QR code is read from the screen, dark on light with a quiet zone: ${scheme}`, async () => {
    await renderApp({ path: '/riskpercent', scheme });
    await fillForm({ ...TRADE, riskPercent: '1', depositAmount: '1000' });
    await calculate();
    await offer.click();
    const url = await link();
    const { image, corner } = await drawn(qr.element() as SVGSVGElement);
    expect(decodeQR(image)).toBe(url);
    expect(corner).toEqual([255, 255, 255, 255]);
  });
}

test('percents become prices, and a field that was left empty stays empty', async () => {
  await renderApp({ path: '/takeprofitstoploss' });
  await choose('positionType', 'SHORT');
  await fillForm({ entryPrice: '200', takeProfit: '10', stopLoss: '5' });
  await calculate();
  await offer.click();
  expect(planIn(await link())).toMatchObject({
    symbol: '',
    positionType: 'SHORT',
    entry: '200',
    stop: '210',
    targets: ['180'],
    leverage: '',
  });
  await press('Escape');
  await onScreen(dialog).toHaveCount(0);
});

test('only a current result with a target on its side is a plan', async () => {
  await renderApp({ path: '/riskmoney' });
  await fillForm({ ...TRADE, riskAmount: '50' });
  await calculate();
  await onScreen(offer).toBeVisible();
  await fillField('takeProfitPrice', '95');
  await onScreen(offer).toHaveCount(0);
  await calculate();
  await onScreen(page.css('.carry-over')).toBeVisible();
  await onScreen(offer).toHaveCount(0);
});

test('on the smallest phone the dialog needs no scrolling', async () => {
  await renderApp({ path: '/riskmoney', language: 'ru', viewport: { width: 320, height: 568 } });
  await untilInsetsStand();
  await fillForm({ ...TRADE, riskAmount: '50', leverage: '2.5' });
  await calculate('ru');
  await page.getByRole('button', { name: 'Поделиться планом' }).click();
  await link();
  const { scrollHeight, clientHeight } = page.getByRole('dialog').element();
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight);
});

test('leverage below 1 counts for none', async () => {
  await renderApp({ path: '/riskmoney' });
  await fillForm({ ...TRADE, riskAmount: '50', leverage: '0.5' });
  await calculate();
  await offer.click();
  expect(planIn(await link())?.leverage).toBe('');
});

test('without a connection so far, the dialog says when the link comes', async () => {
  await renderApp({ path: '/riskmoney', before: (server) => server.disconnect(), isForgetful: true });
  await fillForm({ ...TRADE, riskAmount: '50' });
  await calculate();
  await offer.click();
  await onScreen(dialog.getByText('Your link arrives with the first connection.')).toBeVisible();
  await onScreen(qr).toHaveCount(0);
  await onScreen(dialog.getByRole('button')).toHaveCount(1);
});

/** The code as the screen paints it, and the colour of its corner. */
async function drawn(svg: SVGSVGElement) {
  const { backgroundColor, fill } = getComputedStyle(svg);
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const size = 400;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', `${size}`);
  copy.setAttribute('height', `${size}`);
  copy.style.cssText = `background: ${backgroundColor}; fill: ${fill}`;
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(copy.outerHTML)}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(size, size);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(picture, 0, 0);
  const image = context.getImageData(0, 0, size, size);
  // The quiet zone is four modules wide, and a code of this length has fewer than eighty.
  const corner = [...context.getImageData(size / 40, size / 40, 1, 1).data];
  return { image, corner };
}
