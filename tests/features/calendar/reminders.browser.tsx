/** Reminders of strong events: set and taken back with a tap, on Home and in the calendar, on every phone of the user. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import type { CalendarEvent } from '#core/contract/calendar.ts';
import { BARE } from '#tests/support/calendar.ts';
import { felt, untilConnected } from '#tests/support/host-calls.ts';
import { onScreen } from '#tests/support/on-screen.ts';
import { type RenderOptions, renderApp } from '#tests/support/render-app.tsx';
import { answerPermission, permissionQuestions } from '../notifications/permission.ts';

const MINUTE = 60_000;
const FOMC = /: FOMC meeting$/;
const bell = (name: RegExp | string = FOMC) => page.getByRole('button', { name });
const message = (text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const isOn = (button: Locator, on: boolean) => onScreen(button).toHaveAttribute('aria-pressed', `${on}`);

/** Opens a screen with the FOMC meeting in five hours, and other events. */
function open(
  options: RenderOptions & { readonly allowed?: boolean; readonly without?: readonly string[] } = {},
) {
  const { allowed = true, without = [], before, ...rest } = options;
  const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
  const event = (id: string, when: string, more: Partial<CalendarEvent> = {}): CalendarEvent => {
    return { ...BARE, id, name: 'fomc', zone: 'united_states', at: when, volatility: 'high', ...more };
  };
  return renderApp({
    path: '/calendar',
    ...rest,
    before(server) {
      if (allowed) server.allowMessages();
      server.answer('calendar', {
        date: new Date().toISOString(),
        sample: false,
        stale: false,
        events: [
          event('fomc', at(300)),
          event('weak', at(300), { name: 'ppi', volatility: 'medium' }),
          event('past', at(-60), { name: 'cpi' }),
          event('near', at(14), { name: 'boe', zone: 'united_kingdom' }),
          event('day', at(1440).slice(0, 10), { name: 'etf' }),
          event('later', at(400), { name: 'ecb', zone: 'eurozone' }),
        ].filter(({ id }) => !without.includes(id)),
      });
      return before?.(server);
    },
  });
}

for (const [language, name, other] of [
  ['en', 'Remind 15 min before: FOMC meeting', 'Remind 15 min before: ECB rate decision'],
  ['ru', 'Напомнить за 15 мин: Заседание FOMC', 'Напомнить за 15 мин: Решение ЕЦБ по ставке'],
] as const) {
  test(`${language}: one tap sets it, a second takes it back; only strong events with time left have one`, async () => {
    const app = await open({ language });
    await untilConnected(app);
    await isOn(bell(name), false);
    await isOn(bell(other), false);
    await onScreen(page.getByRole('button', { name: /^(Remind|Напомнить) / })).toHaveCount(2);
    await bell(name).click();
    await isOn(bell(name), true);
    await isOn(bell(other), false);
    expect([...app.server.reminders]).toEqual(['fomc']);
    await expect.poll(() => felt(app)).toEqual(['success']);
    expect(permissionQuestions(app)).toBe(0);
    await bell(name).click();
    await isOn(bell(name), false);
    expect([...app.server.reminders]).toEqual([]);
  });
}

test('Home has it beside the next strong event, unless that begins too soon', async () => {
  await open({ path: '/index' });
  await onScreen(page.getByRole('link', { name: /Bank of England/ })).toBeVisible();
  await onScreen(page.getByRole('button', { name: /^Remind 15/ })).toHaveCount(0);

  const app = await open({ path: '/index', without: ['near'] });
  await onScreen(page.getByRole('link', { name: /FOMC meeting/ })).toBeVisible();
  await untilConnected(app);
  await bell().click();
  await isOn(bell(), true);
  expect([...app.server.reminders]).toEqual(['fomc']);
  await app.reopen('/index');
  await isOn(bell(), true);
  app.server.disconnect();
  await app.reopen('/index');
  await onScreen(bell()).toBeDisabled();
  await onScreen(bell()).toHaveAccessibleDescription('Needs the network');
});

test('it stays after a reload, and reaches the other phone of the user', async () => {
  const app = await open({ before: (server) => void server.reminders.add('fomc') });
  await isOn(bell(), true);
  const reconnect = app.server.disconnect();
  await app.reopen('/calendar');
  await isOn(bell(), true);
  await onScreen(bell()).toBeDisabled();
  await onScreen(bell()).toHaveAccessibleDescription('Needs the network');
  // Taken back on the other phone.
  app.server.reminders.clear();
  reconnect();
  window.dispatchEvent(new Event('online'));
  await isOn(bell(), false);
  await onScreen(bell()).toBeEnabled();
  await onScreen(page.getByText('Needs the network')).toHaveCount(0);
});

test('where the bot may not write, the messaging app asks first', async () => {
  const app = await open({ allowed: false });
  await untilConnected(app);
  await bell().click();
  await answerPermission(app, 'allowed');
  await isOn(bell(), true);
  expect(app.server.settings().mayWrite).toBe(true);
});

test('a refused permission sets nothing and leads to the notifications', async () => {
  const app = await open({ allowed: false });
  await untilConnected(app);
  await bell().click();
  await answerPermission(app, 'cancelled');
  await onScreen(message('No reminder yet: the bot may not write to you')).toBeVisible();
  await isOn(bell(), false);
  expect(app.server.asked('remindOfEvent')).toBe(0);
  await message('No reminder yet').getByRole('button', { name: 'Notifications' }).click();
  await onScreen(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
});

test('one that will not come because the bot was blocked says so', async () => {
  await open({ allowed: false, before: (server) => void server.reminders.add('fomc') });
  await isOn(bell(), true);
  await onScreen(bell()).toHaveAccessibleDescription('Will not come: the bot may not write to you');
});

test.each([
  ['event_too_soon', 'Too late: the event begins within 15 minutes'],
  ['too_many_reminders', '50 reminders are set already. Take one back first'],
  ['not_found', 'This event is no longer in the calendar'],
  ['internal', 'The server did not answer as it should. The reminder is as it was'],
  ['launch_data_expired', 'Open the app again from Telegram, then set the reminder'],
] as const)('a refusal says why: %s', async (code, text) => {
  const app = await open();
  await untilConnected(app);
  await isOn(bell(), false);
  app.server.refuse('remindOfEvent', code);
  await bell().click();
  await onScreen(message(text)).toBeVisible();
  await isOn(bell(), false);
  await expect.poll(() => felt(app)).toEqual(['error']);
});

test('a second tap while the first is on its way does nothing', async () => {
  const app = await open();
  await untilConnected(app);
  const release = app.server.hold('remindOfEvent');
  await bell().click();
  await onScreen(bell()).toHaveAttribute('aria-busy', 'true');
  await bell().click();
  release();
  await isOn(bell(), true);
  expect(app.server.asked('remindOfEvent')).toBe(1);
});
