/** Notification settings: switches, quiet hours, and the permission of the messaging app. */
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { opened } from '#tests/support/host-calls.ts';
import { onScreen, retryBy } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { answerPermission, permissionQuestions } from './permission.ts';

const TEXTS = {
  en: {
    row: 'Notifications',
    blocked: 'Nothing will come: the bot may not write to you yet.',
    allow: 'Allow messages',
    allowed: 'The iRICH bot may write to you.',
    level: 'I reach a new level',
    reminder: 'My streak is about to end',
    quiet: 'Write nothing in these hours',
    from: 'From',
    to: 'To',
    denied: /^Nothing will come.*Telegram refused/,
    unsupported: /cannot ask you\. Press Start/,
    chat: 'Open the bot’s chat',
    clock: 'By your phone’s clock: UTC',
  },
  ru: {
    row: 'Уведомления',
    blocked: 'Ничего не придёт: боту пока нельзя вам писать.',
    allow: 'Разрешить сообщения',
    allowed: 'Боту iRICH можно вам писать.',
    level: 'У меня новый уровень',
    reminder: 'Моя серия вот-вот прервётся',
    quiet: 'Не писать в эти часы',
    from: 'С',
    to: 'До',
    denied: /^Ничего не придёт.*Telegram отказал/,
    unsupported: /не умеет спрашивать\. Нажмите «Старт»/,
    chat: 'Открыть чат с ботом',
    clock: 'По часам вашего телефона: UTC',
  },
} as const;

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  describe(language, () => {
    test('choices survive a reload and reach the server', async () => {
      const app = await renderApp({ path: '/profile', language });
      await page.getByRole('link', { name: texts.row }).click();
      await onScreen(page.getByRole('heading', { level: 1, name: texts.row })).toBeVisible();
      await onScreen(page.getByText(texts.blocked)).toBeVisible();
      await page.getByRole('button', { name: texts.allow }).click();
      await answerPermission(app, 'allowed');
      await onScreen(page.getByText(texts.allowed)).toBeVisible();
      await onScreen(page.getByText(texts.blocked)).toHaveCount(0);

      await page.getByRole('checkbox', { name: texts.level }).click();
      const from = page.getByRole('combobox', { name: texts.from, exact: true });
      await userEvent.selectOptions(from, '23:00');
      await userEvent.selectOptions(page.getByRole('combobox', { name: texts.to, exact: true }), '06:00');
      await onScreen(page.getByText(texts.clock)).toBeVisible();
      await expect
        .poll(() => app.server.settings())
        .toMatchObject({
          settings: {
            notifications: { levelUp: false, friendJoined: true },
            quiet: { from: 23, to: 6 },
            zone: 'UTC',
          },
          mayWrite: true,
        });

      await app.reopen();
      await onScreen(page.getByRole('checkbox', { name: texts.level })).not.toBeChecked();
      await onScreen(page.getByRole('checkbox', { name: texts.reminder })).toBeChecked();
      await onScreen(from).toHaveValue('23');
      await page.getByRole('checkbox', { name: texts.quiet }).click();
      await onScreen(from).toHaveCount(0);
      await expect.poll(() => app.server.settings().settings.quiet).toBeNull();
      // With permission there is no further question.
      expect(permissionQuestions(app)).toBe(0);
    });

    test('a switch goes back if the messaging app refuses, and explains how to allow it', async () => {
      const app = await renderApp({ path: '/notifications', language });
      const level = page.getByRole('checkbox', { name: texts.level });
      await level.click();
      await expect.poll(() => app.server.settings().settings.notifications.levelUp).toBe(false);
      expect(permissionQuestions(app)).toBe(0);

      await level.click();
      await answerPermission(app, 'cancelled');
      await onScreen(page.getByRole('alert')).toContainText(texts.denied);
      await onScreen(level).not.toBeChecked();
      await page.getByRole('button', { name: texts.chat }).click();
      await expect.poll(() => opened(app)).toEqual(['https://t.me/irich_test_bot']);
      expect(app.server.settings()).toMatchObject({
        settings: { notifications: { levelUp: false } },
        mayWrite: false,
      });

      // Without any notification, quiet hours are useless.
      await page.getByRole('checkbox', { name: texts.quiet }).click();
      await answerPermission(app, 'cancelled', 2);
      await onScreen(page.getByRole('alert')).toBeVisible();
      await onScreen(page.getByRole('checkbox', { name: texts.quiet })).toBeChecked();

      await level.click();
      await answerPermission(app, 'allowed', 3);
      await onScreen(page.getByText(texts.allowed)).toBeVisible();
      await onScreen(level).toBeChecked();
      await expect
        .poll(() => app.server.settings())
        .toMatchObject({ settings: { notifications: { levelUp: true } }, mayWrite: true });
    });

    test('an offline choice shows at once and is sent when the network is back', async () => {
      const app = await renderApp({
        path: '/notifications',
        language,
        before: (server) => server.allowMessages(),
      });
      await onScreen(page.getByText(texts.allowed)).toBeVisible();
      const reconnect = app.server.disconnect();
      const level = page.getByRole('checkbox', { name: texts.level });
      await level.click();
      await onScreen(level).not.toBeChecked();
      await userEvent.selectOptions(page.getByRole('combobox', { name: texts.to, exact: true }), '07:00');
      expect(app.server.settings().settings.notifications.levelUp).toBe(true);
      reconnect();
      window.dispatchEvent(new Event('online'));
      await expect
        .poll(() => app.server.settings().settings)
        .toMatchObject({ notifications: { levelUp: false }, quiet: { from: 22, to: 7 } });
      await onScreen(level).not.toBeChecked();
    });
  });
}

test('quiet hours cannot start and end at the same hour', async () => {
  await renderApp({ path: '/notifications' });
  const from = page.getByRole('combobox', { name: 'From', exact: true });
  await onScreen(from.getByRole('option', { name: '08:00', includeHidden: true })).toBeDisabled();
  await onScreen(from.getByRole('option', { name: '09:00', includeHidden: true })).toBeEnabled();
});

test('while settings load, the permission is not shown', async () => {
  let release = (): void => undefined;
  await renderApp({
    path: '/notifications',
    before(server) {
      release = server.hold('readSettings');
    },
  });
  await onScreen(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(1);
  await onScreen(page.getByText(TEXTS.en.allowed)).toHaveCount(0);
  await onScreen(page.getByText(TEXTS.en.blocked)).toHaveCount(0);
  release();
  await onScreen(page.getByText(TEXTS.en.blocked)).toBeVisible();
});

test('settings that were never loaded ask for a connection and appear after a retry', async () => {
  const { server } = await renderApp({
    path: '/notifications',
    before: (server) => server.disconnect('readSettings'),
  });
  await onScreen(page.getByRole('alert')).toContainText('A connection is needed once');
  await onScreen(page.getByRole('checkbox')).toHaveCount(0);
  await retryBy(page.getByRole('button', { name: 'Try again' }), server, 'readSettings');
  await onScreen(page.getByRole('checkbox', { name: 'I reach a new level' })).toBeChecked();
});
