/** Scanning a plan: by the host's scanner, from a picture, from a pasted link. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { encodePlan, type Plan } from '#core/plan-link.ts';
import { felt, posted, untilConnected } from '#tests/support/host-calls.ts';
import { expectUrl, onScreen } from '#tests/support/on-screen.ts';
import { blackPicture, pictureOf } from '#tests/support/qr-pictures.ts';
import { type RenderOptions, renderApp, type TestApp } from '#tests/support/render-app.tsx';
import { field, fillField, fillForm } from './form.ts';

const codeOf = (change: Partial<Plan> = {}) =>
  encodePlan({
    symbol: 'TON',
    positionType: 'SHORT',
    entry: '5.25',
    stop: '5.5',
    targets: ['4.5', '4', '3.25'],
    leverage: '3',
    sender: 7,
    ...change,
  }) ?? '';
const LINK = `https://t.me/irich_test_bot/app?startapp=${codeOf()}`;
const OTHER_LINK = `https://t.me/irich_test_bot/app?startapp=${codeOf({ entry: '5' })}`;

const scanRow = page.getByRole('button', { name: /^Scan a plan/ });
const sheet = page.getByRole('dialog', { name: 'Scan a plan' });
const camera = sheet.getByRole('button', { name: 'Scan with the camera' });
const problem = sheet.getByRole('alert');
const notice = page.getByText('Plan from a link. Sender not confirmed.');

/** The host's scanner: what it shows, and its events. */
function scannerOf(app: TestApp) {
  const closed = () => app.host.send('scan_qr_popup_closed', {});
  // The host keeps it open for the tests of other files.
  onTestFinished(closed);
  return {
    texts: () =>
      app.host
        .messages()
        .filter(({ type }) => type === 'web_app_open_scan_qr_popup')
        .map(({ data }) => (data as { text?: string }).text),
    closes: () => posted(app, 'web_app_close_scan_qr_popup'),
    scan: (data: string) => app.host.send('qr_text_received', { data }),
    closed,
  };
}

async function openSheet(options: RenderOptions = {}) {
  const app = await renderApp({ path: '/calculators', ...options });
  await untilConnected(app);
  await scanRow.click();
  await onScreen(sheet).toBeVisible();
  return { app, scanner: scannerOf(app) };
}

/** The same without a scanner: an older messaging app. */
function openSheetWithoutScanner() {
  const { WebApp } = (window as unknown as { Telegram: { WebApp: { isVersionAtLeast(v: string): boolean } } })
    .Telegram;
  const { isVersionAtLeast } = WebApp;
  const old = vi.spyOn(WebApp, 'isVersionAtLeast');
  old.mockImplementation((version) => version !== '6.4' && isVersionAtLeast.call(WebApp, version));
  onTestFinished(() => old.mockRestore());
  return openSheet();
}

async function choosePicture(file: File): Promise<void> {
  const input = page.css('input[name="picture"]').element() as HTMLInputElement;
  const chosen = new DataTransfer();
  chosen.items.add(file);
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

async function paste(text: string): Promise<void> {
  await fillField('planLink', text);
  await sheet.getByRole('button', { name: 'Open' }).click();
}

async function expectPlan(): Promise<void> {
  await expectUrl(/\/riskmoney$/);
  await onScreen(notice).toBeVisible();
  await onScreen(sheet).toHaveCount(0);
  const filled = { symbol: 'TON', entryPrice: '5.25', stopLossPrice: '5.5', leverage: '3' };
  for (const [name, value] of Object.entries(filled)) await onScreen(field(name)).toHaveValue(value);
}

test('without a network the scanner opens with the tap, says what is wrong with other codes, and closes on a plan', async () => {
  const app = await renderApp({ path: '/calculators' });
  const scanner = scannerOf(app);
  await onScreen(scanRow).toBeVisible();
  app.server.disconnect();
  await app.reopen();
  await untilConnected(app);
  await scanRow.click();
  await expect.poll(scanner.texts).toEqual(['Point the camera at the QR code of a plan']);
  const wrong = [
    ['WIFI:S:cafe;P:secret;;', 'There is no plan in this code or text.'],
    [`https://evil.example/?startapp=${codeOf()}`, 'This link leads elsewhere. The app did not open it.'],
    [LINK.slice(0, -3), 'This plan is damaged. Ask its sender for a new one.'],
    [codeOf().replace('p1_', 'p2_'), 'This plan needs a newer version of the app.'],
  ] as const;
  for (const [index, [text, why]] of wrong.entries()) {
    scanner.scan(text);
    scanner.scan(text);
    await expect.poll(scanner.closes).toBe(index + 1);
    scanner.closed();
    await expect.poll(() => scanner.texts().at(-1)).toBe(why);
    await onScreen(problem).toHaveText(why);
  }
  await expectUrl(/\/calculators(#|$)/);
  scanner.scan(LINK);
  await expectPlan();
  await expect.poll(scanner.closes).toBe(wrong.length + 1);
  expect(felt(app)).toEqual(['error', 'error', 'error', 'error', 'success']);
});

test('a plan is opened as often as it is scanned, and never replaces a trade without asking', async () => {
  const { scanner } = await openSheet();
  await expect.poll(scanner.texts).toHaveLength(1);
  scanner.scan(codeOf());
  await expectPlan();
  await fillForm({ entryPrice: '7', stopLossPrice: '8' });
  await page.getByRole('link', { name: 'Calculators' }).click();
  await scanRow.click();
  await expect.poll(scanner.texts).toHaveLength(2);
  scanner.scan(codeOf());
  await onScreen(page.getByRole('heading', { name: 'Use the plan from the link?' })).toBeVisible();
  await onScreen(field('entryPrice')).toHaveValue('7');
  await page.getByRole('button', { name: 'Use the plan', exact: true }).click();
  await expectPlan();
});

test('a scanner that the user has closed leaves the other ways, and opens again', async () => {
  const { app, scanner } = await openSheet();
  await expect.poll(scanner.texts).toHaveLength(1);
  scanner.closed();
  await camera.click();
  await expect.poll(scanner.texts).toHaveLength(2);
  // Some clients say nothing about it.
  await camera.click();
  await expect.poll(scanner.texts).toHaveLength(3);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await onScreen(sheet).toBeHidden();
  scanner.scan(LINK);
  await onScreen(page.getByRole('heading', { level: 1 })).toHaveText('Calculators');
  await expectUrl(/\/calculators(#|$)/);
  expect(felt(app)).toEqual([]);
});

test('the account decides which calculator opens', async () => {
  const app = await renderApp({ path: '/account' });
  await fillForm({ deposit: '1000', riskPercent: '2' });
  await onScreen(page.getByText('Saved on this phone')).toBeVisible();
  await app.reopen('/calculators');
  await untilConnected(app);
  await scanRow.click();
  await paste(LINK);
  await expectUrl(/\/riskpercent$/);
  await onScreen(field('entryPrice')).toHaveValue('5.25');
});

test('an older messaging app offers a picture and a link', async () => {
  const { scanner } = await openSheetWithoutScanner();
  await onScreen(camera).toHaveCount(0);
  expect(scanner.texts()).toEqual([]);
  await paste('hello');
  await onScreen(problem).toHaveText('There is no plan in this code or text.');
  await paste(`My plan for a trade:\n${LINK}`);
  await expectPlan();
});

test('a picture with a plan opens it, among other codes and at the size of a photo', async () => {
  await openSheetWithoutScanner();
  const wifi = { text: 'WIFI:S:cafe;P:secret;;', x: 2000, y: 1500, square: 12 };
  await choosePicture(
    await pictureOf([{ text: LINK, x: 300, y: 200, square: 12 }, wifi], {
      width: 4000,
      height: 3000,
      type: 'image/jpeg',
    }),
  );
  await expectPlan();
});

test('every other file says what is wrong with it, and the next one is read', async () => {
  await openSheetWithoutScanner();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const tooLarge = 'The picture is too large. Take a screenshot of the code instead.';
  const unreadable = 'The app cannot read this file. Choose a photo or a screenshot.';
  const wrong: readonly (readonly [File, string])[] = [
    [await blackPicture(10_000, 10_000), tooLarge],
    [new File([new Uint8Array(20_000_001)], 'a.png', { type: 'image/png' }), tooLarge],
    [new File([svg], 'a.svg', { type: 'image/svg+xml' }), unreadable],
    [new File([svg], 'a.png', { type: 'image/png' }), unreadable],
    [new File([], 'a.png', { type: 'image/png' }), unreadable],
    [new File(['\xff\xd8\xff and no more'], 'a.jpg', { type: 'image/jpeg' }), unreadable],
    [
      (await pictureOf([])) as File,
      'No QR code was found. Choose a sharper picture, or cut it down to the code.',
    ],
    [await blackPicture(1, 1), 'No QR code was found. Choose a sharper picture, or cut it down to the code.'],
    [await pictureOf([{ text: 'hello' }]), 'There is no plan in this code or text.'],
    [
      await pictureOf([{ text: LINK }, { text: OTHER_LINK, x: 420, y: 300 }]),
      'The picture holds several plans. Cut it down to one.',
    ],
  ];
  for (const [file, why] of wrong) {
    await paste('hello');
    await onScreen(problem).toHaveText('There is no plan in this code or text.');
    await choosePicture(file);
    await onScreen(problem).toHaveText(why);
    await onScreen(sheet.getByRole('button', { name: 'Choose a picture' })).toBeEnabled();
  }
  await choosePicture(await pictureOf([{ text: LINK }]));
  await expectPlan();
});

test('all targets of a plan are there to choose from, over a reload too, until Clear', async () => {
  const app = await renderApp({ path: '/calculators', language: 'ru' });
  await page.getByRole('button', { name: /^Сканировать план/ }).click();
  await fillField('planLink', LINK);
  await page.getByRole('button', { name: 'Открыть' }).click();
  const targets = page.getByRole('group', { name: 'Цели плана' }).getByRole('radio');
  await onScreen(targets).toHaveCount(3);
  await onScreen(page.css('.plan-target')).toHaveText(['Цель 1 4,5', 'Цель 2 4', 'Цель 3 3,25']);
  await onScreen(targets.nth(0)).toBeChecked();
  await onScreen(field('takeProfitPrice')).toHaveValue('4,5');
  await page.css('.plan-target').nth(2).click();
  await onScreen(field('takeProfitPrice')).toHaveValue('3,25');
  await app.reopen();
  await onScreen(targets.nth(2)).toBeChecked();
  await fillField('takeProfitPrice', '3');
  await onScreen(page.css('.plan-target input:checked')).toHaveCount(0);
  await fillField('takeProfitPrice', '4,0');
  await onScreen(targets.nth(1)).toBeChecked();
  await page.getByRole('button', { name: 'Очистить' }).click();
  await onScreen(targets).toHaveCount(0);
});

test('a plan with one target shows no choice', async () => {
  await openSheetWithoutScanner();
  await paste(codeOf({ targets: ['4.5'] }));
  await expectPlan();
  await onScreen(page.css('.plan-target')).toHaveCount(0);
});
