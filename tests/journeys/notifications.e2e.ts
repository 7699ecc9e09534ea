/**
 * Notification settings on the server, the zone, and an older messaging app; tests/features/notifications has the rest of the
 * screen.
 */
import type { Page } from 'playwright/test';
import type { Settings } from '#core/contract/settings.ts';
import { type App, expect, test } from '#tests/journeys/app.ts';
import { opened } from '#tests/journeys/host.ts';

test.use({ serviceWorkers: 'block' });

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
    unsupported: /cannot ask you\. Press Start/,
    chat: 'Open the bot’s chat',
    clock: 'By your phone’s clock: Asia/Tokyo',
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
    unsupported: /не умеет спрашивать\. Нажмите «Старт»/,
    chat: 'Открыть чат с ботом',
    clock: 'По часам вашего телефона: Asia/Tokyo',
  },
} as const;

interface Kept {
  readonly settings: Settings;
  readonly mayWrite: boolean;
}

/** The settings on the server. */
async function kept(app: App): Promise<Kept> {
  return (await app.call('GET', `/api/user/settings/${app.user.id}`)).body as unknown as Kept;
}

/** From an earlier visit: the bot may write. */
async function allowBefore(app: App): Promise<void> {
  const { settings } = await kept(app);
  const chosenAt = '2020-01-01T00:00:00Z';
  await app.call('PUT', '/api/user/settings', { userId: app.user.id, settings, chosenAt, mayWrite: true });
}

async function questions(app: App, page: Page): Promise<number> {
  const messages = await app.host.messages(page);
  return messages.filter(({ type }) => type === 'web_app_request_write_access').length;
}

/** Answers the question after the messaging app has been asked this many times. */
async function answer(app: App, page: Page, status: 'allowed' | 'cancelled', times = 1): Promise<void> {
  await expect.poll(() => questions(app, page)).toBe(times);
  await app.host.send(page, 'write_access_requested', { status });
}

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  test.describe(language, () => {
    test.use({ language, timezoneId: 'Asia/Tokyo' });

    test('choices survive a reload and reach the server', async ({ app, page }) => {
      await app.onboard();
      await app.open({ path: '/profile' });
      await page.getByRole('link', { name: texts.row }).click();
      await expect(page.getByRole('heading', { level: 1, name: texts.row })).toBeVisible();
      await expect(page.getByText(texts.blocked)).toBeVisible();
      await page.getByRole('button', { name: texts.allow }).click();
      await answer(app, page, 'allowed');
      await expect(page.getByText(texts.allowed)).toBeVisible();
      await expect(page.getByText(texts.blocked)).toHaveCount(0);

      await page.getByRole('checkbox', { name: texts.level }).uncheck();
      const from = page.getByRole('combobox', { name: texts.from, exact: true });
      await from.selectOption('23:00');
      await page.getByRole('combobox', { name: texts.to, exact: true }).selectOption('06:00');
      await expect(page.getByText(texts.clock)).toBeVisible();
      await expect
        .poll(() => kept(app))
        .toMatchObject({
          settings: {
            notifications: { levelUp: false, friendJoined: true },
            quiet: { from: 23, to: 6 },
            zone: 'Asia/Tokyo',
          },
          mayWrite: true,
        });

      await page.reload();
      await expect(page.getByRole('checkbox', { name: texts.level })).not.toBeChecked();
      await expect(page.getByRole('checkbox', { name: texts.reminder })).toBeChecked();
      await expect(from).toHaveValue('23');
      await page.getByRole('checkbox', { name: texts.quiet }).uncheck();
      await expect(from).toHaveCount(0);
      await expect.poll(async () => (await kept(app)).settings.quiet).toBeNull();
      // With permission there is no further question.
      expect(await questions(app, page)).toBe(0);
    });

    test('a messaging app that cannot ask is not asked, and a link opens the chat', async ({ app, page }) => {
      await app.onboard();
      await app.open({ path: '/notifications', version: '6.8' });
      await page.getByRole('button', { name: texts.allow }).click();
      await expect(page.getByRole('alert')).toContainText(texts.unsupported);
      await expect(page.getByRole('button', { name: texts.allow })).toHaveCount(0);
      await page.getByRole('button', { name: texts.chat }).click();
      await expect.poll(() => opened(app, page)).toEqual(['https://t.me/irich_test_bot']);
      expect(await questions(app, page)).toBe(0);

      // The user pressed Start there, and the messaging app returns to this page.
      await allowBefore(app);
      await page.evaluate(() => window.dispatchEvent(new Event('pageshow')));
      await expect(page.getByText(texts.allowed)).toBeVisible();
    });
  });
}

test.describe('in a zone', () => {
  test.use({ timezoneId: 'America/Bogota' });

  test('the zone is sent automatically, whatever screen is open', async ({ app }) => {
    await app.onboard();
    await app.open({ path: '/index' });
    await expect.poll(async () => (await kept(app)).settings.zone).toBe('America/Bogota');
  });
});
