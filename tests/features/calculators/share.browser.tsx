/**
 * Sharing a result: a preview of the picture, which goes to the messaging app's dialog or into a file; the link takes its
 * place where that fails.
 */
import decodeQR from 'qr/decode.js';
import { expect, onTestFinished, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { ShareBody } from '#core/contract/share.ts';
import { decodePlan } from '#core/plan-link.ts';
import { CALCULATORS } from '#tests/support/calculator-cases.ts';
import type { ServerAnswer } from '#tests/support/fake-account.ts';
import { posted, shared, untilConnected } from '#tests/support/host-calls.ts';
import { nextFrame, onScreen, press } from '#tests/support/on-screen.ts';
import { type RenderOptions, renderApp, type TestApp } from '#tests/support/render-app.tsx';
import { field, makeRecord } from './form.ts';

const prompt = page.getByRole('region', { name: 'Share', exact: true });
const button = prompt.getByRole('button', { name: 'Share as a picture' });
const dialog = page.getByRole('dialog', { name: 'Share as a picture' });
const send = dialog.getByRole('button', { name: 'Send' });
const picture = dialog.getByRole('img');
const hideAmounts = dialog.getByRole('checkbox', { name: 'Hide amounts' });
const instead = prompt.getByText('this is your link instead');

const dialogs = (app: TestApp) => posted(app, 'web_app_send_prepared_message');
const links = (app: TestApp) => posted(app, 'web_app_open_tg_link');

async function openWithResult(before?: RenderOptions['before']): Promise<TestApp> {
  const app = await renderApp({
    path: CALCULATORS['risk-money'].path,
    ...(before === undefined ? {} : { before }),
  });
  await makeRecord('risk-money');
  await untilConnected(app);
  await onScreen(button).toBeEnabled();
  return app;
}

async function openPreview(before?: RenderOptions['before']): Promise<TestApp> {
  const app = await openWithResult(before);
  await button.click();
  await onScreen(picture).toBeVisible();
  return app;
}

/** The user is told, since the button said something else. */
async function expectLinkInstead(app: TestApp): Promise<void> {
  await expect.poll(() => shared(app).map(({ url }) => url)).toEqual([app.server.profile().referral_link]);
  await onScreen(button).toBeEnabled();
  await onScreen(page.getByRole('alert')).toHaveCount(0);
  await onScreen(instead).toBeVisible();
}

test('the preview shows the picture that is sent, and closes once it is', async () => {
  const app = await openPreview();
  const canvas = canvasOf(picture);
  expect([canvas.width, canvas.height > 800]).toEqual([1080, true]);
  await onScreen(picture).toHaveAccessibleName(/^Picture: .*Risk \/ reward/);
  expect(app.server.asked('share')).toBe(0);
  await send.click();
  await expect.poll(() => dialogs(app)).toBe(1);
  await onScreen(hideAmounts).toBeDisabled();
  const asked = app.server.requests.find(({ call }) => call === 'share');
  const { calculationType, picture: base64 } = (asked?.body ?? {}) as Partial<ShareBody>;
  expect(calculationType).toBe('RiskMoney');
  const uploaded = await fetch(`data:image/jpeg;base64,${base64}`);
  const sent = await createImageBitmap(await uploaded.blob());
  expect([sent.width, sent.height]).toEqual([canvas.width, canvas.height]);
  app.host.send('prepared_message_sent', {});
  await onScreen(dialog).toHaveCount(0);
  expect(links(app)).toBe(0);
});

test('the sent picture carries its trade as a code that scanners read, without amounts', async () => {
  const app = await openPreview();
  await hideAmounts.click();
  await onScreen(dialog.getByText(/a code with your id/)).toBeVisible();
  await send.click();
  await expect.poll(() => app.server.asked('share')).toBe(1);
  const asked = app.server.requests.find(({ call }) => call === 'share');
  const { picture: base64 } = (asked?.body ?? {}) as Partial<ShareBody>;
  const jpeg = await fetch(`data:image/jpeg;base64,${base64}`);
  const sent = await createImageBitmap(await jpeg.blob());
  const canvas = new OffscreenCanvas(sent.width, sent.height);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  context.drawImage(sent, 0, 0);
  const link = new URL(decodeQR(context.getImageData(0, 0, sent.width, sent.height)));
  const plan = decodePlan(link.searchParams.get('startapp') ?? '');
  expect(plan).toEqual({
    ok: true,
    plan: {
      symbol: '',
      positionType: 'LONG',
      entry: expect.any(String),
      stop: expect.any(String),
      targets: [expect.any(String)],
      leverage: expect.any(String),
      sender: app.user.id,
    },
  });
  app.host.send('prepared_message_sent', {});
  await onScreen(dialog).toHaveCount(0);
});

test('hidden amounts leave the picture, and the device remembers it', async () => {
  const app = await openPreview();
  const whole = canvasOf(picture);
  await onScreen(hideAmounts).not.toBeChecked();
  await onScreen(picture).toHaveAccessibleName(/Order value/);
  await hideAmounts.click();
  await onScreen(picture).not.toHaveAccessibleName(/Order value|Coins/);
  await onScreen(picture).toHaveAccessibleName(/Risk \/ reward .*Entry price/);
  expect(canvasOf(picture).height).toBeLessThan(whole.height);

  await app.reopen();
  await onScreen(button).toBeEnabled();
  await button.click();
  await onScreen(hideAmounts).toBeChecked();
  await onScreen(picture).not.toHaveAccessibleName(/Order value|Coins/);
});

test('the picture keeps its code, whatever becomes of the form behind it', async () => {
  await openPreview();
  const { height } = canvasOf(picture);
  // As when another device changes the account that the form follows.
  const entry = field('entryPrice').element() as HTMLInputElement;
  entry.focus();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(entry, '101');
  entry.dispatchEvent(new InputEvent('input', { bubbles: true }));
  await onScreen(page.css('.result-stale')).toHaveCount(1);
  await hideAmounts.click();
  await hideAmounts.click();
  expect(canvasOf(picture).height).toBe(height);
});

test('the picture is saved through the host, by its address', async () => {
  // Hosts download by https alone.
  const url = 'https://irich.example/api/share/fake';
  const app = await openPreview((server) =>
    server.answer('share', (_asked, usual) => ({ ...(usual() as ServerAnswer<'share'>), url })),
  );
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect.poll(() => posted(app, 'web_app_request_file_download')).toBe(1);
  const [asked] = app.host.messages().filter(({ type }) => type === 'web_app_request_file_download');
  expect(asked?.data).toEqual({ url, file_name: 'irich.jpg' });
  await onScreen(dialog).toContainText('The picture is being saved.');
  expect(dialogs(app)).toBe(0);
});

test('where the share sheet takes files, the picture goes there and nowhere else', async () => {
  const files: File[] = [];
  withShareSheet(async ({ files: shared = [] }) => {
    files.push(...shared);
  });
  const app = await openPreview();
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect.poll(() => files.map(({ name, type }) => [name, type])).toEqual([['irich.jpg', 'image/jpeg']]);
  expect([app.server.asked('share'), posted(app, 'web_app_request_file_download')]).toEqual([0, 0]);
});

test('a share sheet that is closed is not followed by a download', async () => {
  withShareSheet(async () => {
    throw new DOMException('closed', 'AbortError');
  });
  const app = await openPreview();
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await onScreen(dialog.getByRole('button', { name: 'Save picture' })).toBeEnabled();
  expect(app.server.asked('share')).toBe(0);
});

test('a closed dialog of the messaging app is not followed by another one', async () => {
  const app = await openPreview();
  await send.click();
  await expect.poll(() => dialogs(app)).toBe(1);
  app.host.send('prepared_message_failed', { error: 'USER_DECLINED' });
  await onScreen(send).toBeEnabled();
  expect(links(app)).toBe(0);
  await send.click();
  await expect.poll(() => dialogs(app)).toBe(2);
  app.host.send('prepared_message_failed', { error: 'USER_DECLINED' });
  await onScreen(send).toBeEnabled();
});

for (const name of ['the dialog', 'the link'] as const) {
  test(`${name} does not open over the screen that the user has moved to`, async () => {
    const app = await openPreview((server) => {
      if (name === 'the link') server.refuse('share', 'unavailable');
    });
    const release = app.server.hold('share');
    await send.click();
    await expect.poll(() => app.server.asked('share')).toBe(1);
    await press('Escape');
    await onScreen(dialog).toHaveCount(0);
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
    await onScreen(prompt).toHaveCount(0);
    release();
    // The previous answer is handled before the next one arrives.
    await (await fetch('/api/health')).text();
    await nextFrame();
    expect([dialogs(app), links(app)]).toEqual([0, 0]);
  });
}

test('a picture whose address comes late is not saved over another screen', async () => {
  const app = await openPreview();
  const release = app.server.hold('share');
  await dialog.getByRole('button', { name: 'Save picture' }).click();
  await expect.poll(() => app.server.asked('share')).toBe(1);
  await press('Escape');
  await onScreen(dialog).toHaveCount(0);
  release();
  // The previous answer is handled before the next one arrives.
  await (await fetch('/api/health')).text();
  await nextFrame();
  expect(posted(app, 'web_app_request_file_download') + posted(app, 'web_app_open_link')).toBe(0);
});

test('without a network the link is shared', async () => {
  const app = await openPreview();
  app.server.disconnect();
  await send.click();
  await expectLinkInstead(app);
});

test('if the server has no answer for it, the link is shared', async () => {
  const app = await openPreview((server) => server.refuse('share', 'unavailable'));
  await send.click();
  await expectLinkInstead(app);
});

test('if the message could not be prepared, the link is shared, and the next press tries again', async () => {
  const app = await openPreview((server) =>
    server.answer('share', (_asked, usual) => ({
      ...(usual() as ServerAnswer<'share'>),
      preparedMessageId: null,
    })),
  );
  await send.click();
  await expectLinkInstead(app);
  expect(app.server.asked('share')).toBe(1);
  expect(dialogs(app)).toBe(0);
  app.server.recover('share');
  await button.click();
  await send.click();
  await expect.poll(() => dialogs(app)).toBe(1);
  await onScreen(instead).toHaveCount(0);
  app.host.send('prepared_message_sent', {});
  await onScreen(dialog).toHaveCount(0);
});

test('if the messaging app could not share it, the link is shared', async () => {
  const app = await openPreview();
  await send.click();
  await expect.poll(() => dialogs(app)).toBe(1);
  app.host.send('prepared_message_failed', { error: 'MESSAGE_SEND_FAILED' });
  await expectLinkInstead(app);
});

function canvasOf(shown: Locator): HTMLCanvasElement {
  const canvas = shown.element().querySelector('canvas');
  if (canvas === null) throw new Error('no picture is shown');
  return canvas;
}

/** Gives the browser a share sheet until the test has ended. */
function withShareSheet(share: (data: ShareData) => Promise<void>): void {
  const parts = { canShare: ({ files }: ShareData) => files !== undefined, share };
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(navigator, name, { value, configurable: true });
  }
  onTestFinished(() => {
    for (const name of Object.keys(parts)) Reflect.deleteProperty(navigator, name);
  });
}
