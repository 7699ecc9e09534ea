/** Price alerts: set, changed and removed, with and without a network, with and without the bot's permission. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { type Alerts, DEFAULT_SETTINGS, MAX_COIN_ALERTS } from '#core/contract/settings.ts';
import { onScreen, press } from '#tests/support/on-screen.ts';
import { renderApp, type TestApp } from '#tests/support/render-app.tsx';
import { overviewWith } from '../market/overview.ts';
import { answerPermission } from './permission.ts';

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

const NARROW = { width: 320, height: 640 };

const kept = ({ server }: TestApp) => server.settings().settings.alerts;

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  describe(language, () => {
    const ton = () => {
      const card = page.getByRole('region', { name: texts.card });
      return {
        card,
        field: card.getByRole('textbox', { name: 'Toncoin (TON)' }),
        button: (name: string) => card.getByRole('button', { name, exact: true }),
      };
    };

    test('an alert is set with permission, changed offline, and removed', async () => {
      const app = await renderApp({
        path: '/notifications',
        language,
        viewport: NARROW,
        before: (server) => server.answer('market', overviewWith({})),
      });
      const { card, field, button } = ton();
      await onScreen(card.getByText(texts.now)).toBeVisible();
      await onScreen(card.getByRole('status')).toHaveText([texts.off, texts.off, texts.off]);

      await field.fill('5,2500');
      await button(texts.set).click();
      await answerPermission(app, 'allowed', 1);
      await onScreen(card.getByText(texts.on)).toBeVisible();
      await expect.poll(() => kept(app)).toEqual({ ...NONE, TON: '5.25' });

      await app.reopen();
      await onScreen(card.getByText(texts.on)).toBeVisible();
      await onScreen(field).toHaveValue(texts.fields[0]);
      const reconnect = app.server.disconnect();
      await field.fill('1234.5');
      await press('Enter');
      await onScreen(card.getByText(texts.changed)).toBeVisible();
      await onScreen(field).toHaveValue(texts.fields[1]);
      expect(kept(app)).toEqual({ ...NONE, TON: '5.25' });
      reconnect();
      window.dispatchEvent(new Event('online'));
      await expect.poll(() => kept(app)).toEqual({ ...NONE, TON: '1234.5' });

      await button(texts.remove).click();
      await onScreen(card.getByRole('status').first()).toHaveText(texts.off);
      await onScreen(field).toHaveValue('');
      await onScreen(button(texts.set)).toBeFocused();
      await expect.poll(() => kept(app)).toEqual(NONE);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    });

    test('an alert set without permission is marked until the bot may write', async () => {
      const app = await renderApp({
        path: '/notifications',
        language,
        viewport: NARROW,
        before(server) {
          const alerts = { ...NONE, TON: '5.25' };
          server.answer('readSettings', { settings: { ...DEFAULT_SETTINGS, alerts }, mayWrite: false });
        },
      });
      const { card } = ton();
      await onScreen(card.getByText(texts.mute)).toHaveCount(1);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
      await page.getByRole('button', { name: texts.allow }).click();
      await answerPermission(app, 'allowed', 1);
      await onScreen(card.getByText(texts.on)).toBeVisible();
      await onScreen(card.getByText(texts.mute)).toHaveCount(0);
    });

    test('if the messaging app refuses, the alert goes back and the typed price stays', async () => {
      const app = await renderApp({ path: '/notifications', language, viewport: NARROW });
      const { card, field, button } = ton();
      await field.fill('5.25');
      await button(texts.set).click();
      // Two presses ask once.
      await button(texts.change).click();
      await answerPermission(app, 'cancelled', 1);
      await onScreen(page.getByRole('alert')).toContainText(texts.denied);
      await onScreen(card.getByText(texts.on)).toHaveCount(0);
      await onScreen(card.getByRole('status').first()).toHaveText(texts.off);
      await onScreen(field).toHaveValue(texts.fields[0]);
      await onScreen(field).toHaveAccessibleDescription(texts.refused);
      expect(kept(app)).toEqual(NONE);

      await button(texts.set).click();
      await onScreen(field).toHaveAccessibleDescription('');
      await answerPermission(app, 'allowed', 2);
      await onScreen(card.getByText(texts.on)).toBeVisible();
      await onScreen(page.getByRole('alert')).toHaveCount(0);
      await expect.poll(() => kept(app)).toEqual({ ...NONE, TON: '5.25' });
    });

    test('an invalid price shows a message and changes nothing', async () => {
      const app = await renderApp({
        path: '/notifications',
        language,
        viewport: NARROW,
        before: (server) => server.allowMessages(),
      });
      const { card, field, button } = ton();
      for (const [typed, error] of [
        ['', texts.missing],
        ['0', texts.missing],
        ['0.00', texts.missing],
        ['1234567890123', texts.long],
      ] as const) {
        await field.fill(typed);
        await button(texts.set).click();
        await onScreen(field).toHaveAccessibleDescription(error);
        await onScreen(field).toBeFocused();
      }
      await onScreen(card.getByRole('status').first()).toHaveText(texts.off);
      expect(kept(app)).toEqual(NONE);
      await field.fill('5.25');
      await onScreen(field).toHaveAccessibleDescription('');
      await button(texts.set).click();
      await onScreen(card.getByText(texts.on)).toBeVisible();
      await field.fill('0');
      await button(texts.change).click();
      await onScreen(field).toHaveAccessibleDescription(texts.missing);
      await onScreen(card.getByText(texts.on)).toBeVisible();
      await field.fill('999999999999.99999999');
      await button(texts.change).click();
      await expect.poll(() => kept(app)).toEqual({ ...NONE, TON: '999999999999.99999999' });
      await onScreen(field).toHaveAccessibleDescription('');
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    });
  });
}

test('sample figures are labelled', async () => {
  await renderApp({ path: '/notifications' });
  await onScreen(page.getByText('$3.41 in the sample')).toBeVisible();
});

test('an alert of any coin of the list is set by its address, changed offline, and removed', async () => {
  const app = await renderApp({
    path: '/notifications?alert=gmt-token',
    viewport: NARROW,
    before: (server) => server.allowMessages(),
  });
  const card = page.getByRole('region', { name: 'Price alerts' });
  const field = card.getByRole('textbox', { name: 'GoMining Token (GMT)' });
  const button = (name: string) => card.getByRole('button', { name, exact: true });
  const others = () => app.server.settings().settings.coinAlerts;
  const alert = (threshold: string) => ({ symbol: 'GMT', name: 'GoMining Token', threshold });
  await onScreen(field).toBeFocused();
  await onScreen(card.getByText('$0.32 in the sample')).toBeVisible();
  await field.fill('0.5');
  await button('Set an alert for GoMining Token').click();
  await expect.poll(others).toEqual({ 'gmt-token': alert('0.5') });

  await app.reopen('/notifications');
  await onScreen(card.getByText('Alert at $0.5')).toBeVisible();
  const reconnect = app.server.disconnect();
  await field.fill('0.75');
  await press('Enter');
  await onScreen(card.getByText('Alert at $0.75')).toBeVisible();
  expect(others()).toEqual({ 'gmt-token': alert('0.5') });
  reconnect();
  window.dispatchEvent(new Event('online'));
  await expect.poll(others).toEqual({ 'gmt-token': alert('0.75') });

  await button('Remove the alert for GoMining Token').click();
  await onScreen(button('Set an alert for GoMining Token')).toBeFocused();
  await expect.poll(others).toEqual({});
  // It stays for a change of mind, until the screen is left.
  await onScreen(field).toHaveValue('');
  expect(kept(app)).toEqual(NONE);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await app.reopen('/notifications');
  await onScreen(card.getByRole('textbox')).toHaveCount(3);
});

test('beyond the limit, no further coin gets an alert', async () => {
  const coinAlerts = Object.fromEntries(
    Array.from({ length: MAX_COIN_ALERTS }, (_, index) => [
      `coin-${index}`,
      { symbol: `C${index}`, name: `Coin ${index}`, threshold: '5' },
    ]),
  );
  const app = await renderApp({
    path: '/notifications?alert=solana',
    before(server) {
      server.allowMessages();
      server.answer('readSettings', { settings: { ...DEFAULT_SETTINGS, coinAlerts }, mayWrite: true });
    },
  });
  const card = page.getByRole('region', { name: 'Price alerts' });
  const field = card.getByRole('textbox', { name: 'Solana (SOL)' });
  await onScreen(card.getByRole('textbox')).toHaveCount(3 + MAX_COIN_ALERTS + 1);
  // The device has told its zone, and all else with it.
  await expect.poll(() => app.server.settings().settings.coinAlerts).toEqual(coinAlerts);
  app.server.recover('readSettings');
  await field.fill('150');
  await card.getByRole('button', { name: 'Set an alert for Solana' }).click();
  await onScreen(field).toHaveAccessibleDescription(
    'Up to 20 other coins can have an alert: remove one first.',
  );
  expect(app.server.settings().settings.coinAlerts).not.toHaveProperty('solana');
  await card.getByRole('button', { name: 'Remove the alert for Coin 7' }).click();
  await card.getByRole('button', { name: 'Set an alert for Solana' }).click();
  await expect.poll(() => app.server.settings().settings.coinAlerts).toHaveProperty('solana');
});

test.each(['nosuchcoin', 'NOSUCH', 'constructor'])(
  'an alert for the unknown coin %s shows no form',
  async (coin) => {
    await renderApp({ path: `/notifications?alert=${coin}` });
    const card = page.getByRole('region', { name: 'Price alerts' });
    await onScreen(card.getByText('$3.41 in the sample')).toBeVisible();
    await onScreen(card.getByRole('textbox')).toHaveCount(3);
  },
);
