/** Sharing a result: the picture goes to the messaging app's dialog, and the link takes its place where that fails. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CALCULATORS } from '#tests/support/calculator-cases.ts';
import type { ServerAnswer } from '#tests/support/fake-account.ts';
import { posted, shared, untilConnected } from '#tests/support/host-calls.ts';
import { nextFrame, onScreen } from '#tests/support/on-screen.ts';
import { type RenderOptions, renderApp, type TestApp } from '#tests/support/render-app.tsx';
import { makeRecord } from './form.ts';

const prompt = page.getByRole('region', { name: 'Share', exact: true });
const button = prompt.getByRole('button');
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

/** The user is told, since the button said something else. */
async function expectLinkInstead(app: TestApp): Promise<void> {
  await expect.poll(() => shared(app).map(({ url }) => url)).toEqual([app.server.profile().referral_link]);
  await onScreen(button).toBeEnabled();
  await onScreen(page.getByRole('alert')).toHaveCount(0);
  await onScreen(instead).toBeVisible();
}

test('a closed dialog is not followed by another one', async () => {
  const app = await openWithResult();
  await button.click();
  await expect.poll(() => dialogs(app)).toBe(1);
  app.host.send('prepared_message_failed', { error: 'USER_DECLINED' });
  await onScreen(button).toBeEnabled();
  expect(links(app)).toBe(0);
  await button.click();
  await expect.poll(() => dialogs(app)).toBe(2);
  app.host.send('prepared_message_failed', { error: 'USER_DECLINED' });
  await onScreen(button).toBeEnabled();
});

for (const name of ['the dialog', 'the link'] as const) {
  test(`${name} does not open over the screen that the user has moved to`, async () => {
    const app = await openWithResult((server) => {
      if (name === 'the link') server.refuse('share', 'unavailable');
    });
    const release = app.server.hold('share');
    await button.click();
    await expect.poll(() => app.server.asked('share')).toBe(1);
    await page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
    await onScreen(prompt).toHaveCount(0);
    release();
    // The previous answer is handled before the next one arrives.
    await (await fetch('/api/health')).text();
    await nextFrame();
    expect([dialogs(app), links(app)]).toEqual([0, 0]);
  });
}

test('without a network the link is shared', async () => {
  const app = await openWithResult();
  app.server.disconnect();
  await button.click();
  await expectLinkInstead(app);
});

test('if the server has no answer for it, the link is shared', async () => {
  const app = await openWithResult((server) => server.refuse('share', 'unavailable'));
  await button.click();
  await expectLinkInstead(app);
});

test('if the message could not be prepared, the link is shared, and the next press tries again', async () => {
  const app = await openWithResult((server) =>
    server.answer('share', (_asked, usual) => ({
      ...(usual() as ServerAnswer<'share'>),
      preparedMessageId: null,
    })),
  );
  await button.click();
  await expectLinkInstead(app);
  expect(app.server.asked('share')).toBe(1);
  expect(dialogs(app)).toBe(0);
  app.server.recover('share');
  await button.click();
  await expect.poll(() => dialogs(app)).toBe(1);
  await onScreen(instead).toHaveCount(0);
  app.host.send('prepared_message_sent', {});
  await onScreen(button).toBeEnabled();
});

test('if the messaging app could not share it, the link is shared', async () => {
  const app = await openWithResult();
  await button.click();
  await expect.poll(() => dialogs(app)).toBe(1);
  app.host.send('prepared_message_failed', { error: 'MESSAGE_SEND_FAILED' });
  await expectLinkInstead(app);
});
