/** The streak reminder in both deployments: when it is sent and when not. */
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { memberUpdate, textUpdate } from '../bot/updates.ts';
import { START } from '../support.ts';
import { DAY, describeSending, HOUR, MINUTE } from './sending.ts';

describeSending((open) => {
  test('a streak reminder is sent once, four hours before the streak ends', async () => {
    const { bot, claim, until, times, texts } = await open();
    await claim();
    await until(START + DAY + 7 * HOUR);
    expect(bot.calls).toEqual([]);
    await until(START + DAY + 9 * HOUR);
    expect(texts()).toEqual([
      'Your streak of 1 day ends at 00:00 UTC. To keep it, check in today: it takes 3 minutes.',
    ]);
    // 20:00 UTC on the next day.
    expect((times[0] ?? 0) - (START + DAY + 8 * HOUR)).toBeLessThan(MINUTE);
    await until(START + 5 * DAY);
    expect(bot.calls.length).toBe(1);
  });

  test('a user who has checked in gets no reminder that day', async () => {
    const { bot, claim, until, clock, texts } = await open();
    await claim();
    await until(START + DAY);
    await claim();
    await until(START + DAY + 11 * HOUR);
    expect(bot.calls).toEqual([]);
    await until(START + 2 * DAY + 11 * HOUR);
    expect(texts()).toEqual([expect.stringMatching(/^Your streak of 2 days/)]);
    expect(clock.at).toBe(START + 2 * DAY + 11 * HOUR);
  });

  test('a user who lets the bot write again in the evening is reminded at once', async () => {
    const { bot, claim, until, hear, clock, texts } = await open();
    await claim();
    await until(START + MINUTE);
    await hear(memberUpdate(1, 'kicked', clock.at));
    await until(START + DAY + 9 * HOUR);
    expect(bot.calls).toEqual([]);
    await hear(textUpdate('/start', { id: 1, at: clock.at }));
    await until(START + DAY + 9.5 * HOUR);
    expect(texts()).toEqual([expect.stringMatching(/^Your streak of 1 day/)]);
  });

  test('a permission in the app plans the reminder', async () => {
    const { one, auth, claim, until, hear, clock, texts } = await open();
    await claim();
    await until(START + MINUTE);
    await hear(memberUpdate(1, 'kicked', clock.at));
    await until(START + 2 * MINUTE);
    const body = { userId: 1, settings: DEFAULT_SETTINGS, mayWrite: true };
    await one.send('PUT', '/api/user/settings', { body, auth: auth() });
    await until(START + DAY + 9 * HOUR);
    expect(texts()).toEqual([expect.stringMatching(/^Your streak of 1 day/)]);
  });

  test('a reminder of a past day is dropped', async () => {
    const { bot, claim, pass, clock } = await open();
    await claim();
    // The deployment is stopped from the evening until the day is over.
    clock.at = START + DAY + 12 * HOUR + MINUTE;
    await pass(DAY);
    expect(bot.calls).toEqual([]);
  });

  test('quiet hours in the evening move the reminder before them; switched off, it is not sent', async () => {
    const { bot, claim, save, until, times } = await open();
    await claim();
    await save({ zone: 'Asia/Tokyo' });
    await until(START + DAY + 11 * HOUR);
    expect(bot.shown.length).toBe(1);
    expect(times[0]).toBeLessThan(START + DAY + HOUR);
    await until(START + DAY + 11 * HOUR);
    await claim();
    await save({ notifications: { ...DEFAULT_SETTINGS.notifications, streakReminder: false } });
    await until(START + 3 * DAY);
    expect(bot.shown.length).toBe(1);
  });
});
