/** Price alerts: set, changed and removed, with and without a network, with and without the bot's permission. */
import type { Page } from 'playwright/test';
import * as v from 'valibot';
import { type Alerts, type Settings, SettingsAnswer } from '#core/contract/settings.ts';
import { type App, expect, test } from '#tests/journeys/app.ts';
import { serveMarket } from '#tests/journeys/market.ts';

test.use({ serviceWorkers: 'block' });

const TEXTS = {
  en: {
    card: 'Price alerts',
    off: 'No alert',
    on: 'Alert at $5.25',
    changed: 'Alert at $1,234.5',
    fields: ['5.25', '1,234.5'],
    now: 'now $3.41',
    set: 'Set an alert for Toncoin',
    change: 'Change the alert for Toncoin',
    remove: 'Remove the alert for Toncoin',
    missing: 'Enter a price above 0.',
    long: 'At most 12 digits before the point and 8 after it.',
    refused: 'Not set yet: look at the top of this page, then press again.',
    denied: /Telegram refused/,
    mute: 'Will not come: the bot may not write to you',
    allow: 'Allow messages',
  },
  ru: {
    card: 'Оповещения о цене',
    off: 'Не задано',
    on: 'Порог: $5,25',
    changed: 'Порог: $1\u00a0234,5',
    fields: ['5,25', '1\u00a0234,5'],
    now: 'сейчас $3,41',
    set: 'Задать порог для Toncoin',
    change: 'Изменить порог для Toncoin',
    remove: 'Убрать порог для Toncoin',
    missing: 'Введите цену больше 0.',
    long: 'Не больше 12 цифр до запятой и 8 после.',
    refused: 'Пока не задано: посмотрите вверху страницы и нажмите ещё раз.',
    denied: /Telegram отказал/,
    mute: 'Не придёт: боту нельзя вам писать',
    allow: 'Разрешить сообщения',
  },
} as const;
const NONE: Alerts = { TON: null, BTC: null, ETH: null };

/** The settings on the server. */
async function settings(app: App): Promise<Settings> {
  const { body } = await app.call('GET', `/api/user/settings/${app.user.id}`);
  return v.parse(SettingsAnswer, body).settings;
}

const kept = async (app: App) => (await settings(app)).alerts;

async function allowBefore(app: App): Promise<void> {
  const chosenAt = '2020-01-01T00:00:00Z';
  const chosen = { userId: app.user.id, settings: await settings(app), chosenAt, mayWrite: true };
  await app.call('PUT', '/api/user/settings', chosen);
}

/** Answers the question after the messaging app has been asked this many times. */
async function answer(app: App, page: Page, status: 'allowed' | 'cancelled', times: number): Promise<void> {
  await expect
    .poll(
      async () =>
        (await app.host.messages(page)).filter(({ type }) => type === 'web_app_request_write_access').length,
    )
    .toBe(times);
  await app.host.send(page, 'write_access_requested', { status });
}

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  test.describe(language, () => {
    test.use({ language, viewport: { width: 320, height: 640 } });

    const ton = (page: Page) => {
      const card = page.getByRole('region', { name: texts.card });
      return {
        card,
        field: card.getByRole('textbox', { name: 'Toncoin (TON)' }),
        button: (name: string) => card.getByRole('button', { name, exact: true }),
      };
    };

    test('an alert is set with permission, changed offline, and removed', async ({ app, page, context }) => {
      await app.onboard();
      await serveMarket(page, {});
      await app.open({ path: '/notifications' });
      const { card, field, button } = ton(page);
      await expect(card.getByText(texts.now)).toBeVisible();
      await expect(card.getByRole('status')).toHaveText([texts.off, texts.off, texts.off]);

      await field.fill('5,2500');
      await button(texts.set).click();
      await answer(app, page, 'allowed', 1);
      await expect(card.getByText(texts.on)).toBeVisible();
      await expect.poll(() => kept(app)).toEqual({ ...NONE, TON: '5.25' });

      await page.reload();
      await expect(card.getByText(texts.on)).toBeVisible();
      await expect(field).toHaveValue(texts.fields[0]);
      await context.setOffline(true);
      await field.fill('1234.5');
      await field.press('Enter');
      await expect(card.getByText(texts.changed)).toBeVisible();
      await expect(field).toHaveValue(texts.fields[1]);
      expect(await kept(app)).toEqual({ ...NONE, TON: '5.25' });
      await context.setOffline(false);
      await expect.poll(() => kept(app)).toEqual({ ...NONE, TON: '1234.5' });

      await button(texts.remove).click();
      await expect(card.getByRole('status').first()).toHaveText(texts.off);
      await expect(field).toHaveValue('');
      await expect(button(texts.set)).toBeFocused();
      await expect.poll(() => kept(app)).toEqual(NONE);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    });

    test('an alert set without permission is marked until the bot may write', async ({ app, page }) => {
      await app.onboard();
      const alerts = { ...NONE, TON: '5.25' };
      const chosen = { userId: app.user.id, settings: { ...(await settings(app)), alerts } };
      expect(
        (await app.call('PUT', '/api/user/settings', { ...chosen, chosenAt: '2020-01-01T00:00:00Z' })).status,
      ).toBe(200);
      await app.open({ path: '/notifications' });
      const { card } = ton(page);
      await expect(card.getByText(texts.mute)).toHaveCount(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await page.getByRole('button', { name: texts.allow }).click();
      await answer(app, page, 'allowed', 1);
      await expect(card.getByText(texts.on)).toBeVisible();
      await expect(card.getByText(texts.mute)).toHaveCount(0);
    });

    test('if the messaging app refuses, the alert goes back and the typed price stays', async ({
      app,
      page,
    }) => {
      await app.onboard();
      await app.open({ path: '/notifications' });
      const { card, field, button } = ton(page);
      await field.fill('5.25');
      await button(texts.set).click();
      // Two presses ask once.
      await button(texts.change).click();
      await answer(app, page, 'cancelled', 1);
      await expect(page.getByRole('alert')).toContainText(texts.denied);
      await expect(card.getByText(texts.on)).toHaveCount(0);
      await expect(card.getByRole('status').first()).toHaveText(texts.off);
      await expect(field).toHaveValue(texts.fields[0]);
      await expect(field).toHaveAccessibleDescription(texts.refused);
      expect(await kept(app)).toEqual(NONE);

      await button(texts.set).click();
      await expect(field).toHaveAccessibleDescription('');
      await answer(app, page, 'allowed', 2);
      await expect(card.getByText(texts.on)).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect.poll(() => kept(app)).toEqual({ ...NONE, TON: '5.25' });
    });

    test('an invalid price shows a message and changes nothing', async ({ app, page }) => {
      await app.onboard();
      await allowBefore(app);
      await app.open({ path: '/notifications' });
      const { card, field, button } = ton(page);
      for (const [typed, error] of [
        ['', texts.missing],
        ['0', texts.missing],
        ['0.00', texts.missing],
        ['1234567890123', texts.long],
      ] as const) {
        await field.fill(typed);
        await button(texts.set).click();
        await expect(field).toHaveAccessibleDescription(error);
        await expect(field).toBeFocused();
      }
      await expect(card.getByRole('status').first()).toHaveText(texts.off);
      expect(await kept(app)).toEqual(NONE);
      await field.fill('5.25');
      await expect(field).toHaveAccessibleDescription('');
      await button(texts.set).click();
      await expect(card.getByText(texts.on)).toBeVisible();
      await field.fill('0');
      await button(texts.change).click();
      await expect(field).toHaveAccessibleDescription(texts.missing);
      await expect(card.getByText(texts.on)).toBeVisible();
      await field.fill('999999999999.99999999');
      await button(texts.change).click();
      await expect.poll(() => kept(app)).toEqual({ ...NONE, TON: '999999999999.99999999' });
      await expect(field).toHaveAccessibleDescription('');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    });
  });
}

test('sample figures are labelled', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/notifications' });
  await expect(page.getByText('$3.41 in the sample')).toBeVisible();
});
