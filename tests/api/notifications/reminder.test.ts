/** The reminder of a streak, in both homes: when it comes, and when it does not. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { type BotApi, startBotApi } from '#tests/outside/bot-api.ts';
import { BOT_HOMES } from '#tests/support/bot-home.ts';
import { START, TOKEN } from '../support.ts';
import { DAY, HOUR, MINUTE, openSending } from './sending.ts';

let bot: BotApi;
beforeEach(async () => {
  bot = await startBotApi({ token: TOKEN });
});
afterEach(() => bot.close());

describe.each(BOT_HOMES)('%s', (_, openHome) => {
  const open = () => openSending(openHome, bot);
  const texts = () => bot.shown.map(({ payload }) => payload.text);

  test('a streak is reminded of four hours before it ends, once', async () => {
    const { claim, until, times } = await open();
    await claim();
    await until(START + DAY + 7 * HOUR);
    expect(bot.calls).toEqual([]);
    await until(START + DAY + 9 * HOUR);
    expect(texts()).toEqual([
      'Your streak of 1 day ends at 00:00 UTC. To keep it, check in today: it takes 3 minutes.',
    ]);
    // 20:00 UTC of the next day.
    expect((times[0] ?? 0) - (START + DAY + 8 * HOUR)).toBeLessThan(MINUTE);
    await until(START + 5 * DAY);
    expect(bot.calls.length).toBe(1);
  });

  test('who has checked in needs no reminder that day', async () => {
    const { claim, until, clock } = await open();
    await claim();
    await until(START + DAY);
    await claim();
    await until(START + DAY + 11 * HOUR);
    expect(bot.calls).toEqual([]);
    await until(START + 2 * DAY + 11 * HOUR);
    expect(texts()).toEqual([expect.stringMatching(/^Your streak of 2 days/)]);
    expect(clock.at).toBe(START + 2 * DAY + 11 * HOUR);
  });

  test('a reminder whose day has turned is dropped', async () => {
    const { claim, pass, clock } = await open();
    await claim();
    // Nothing runs from the evening on until the day is over.
    clock.at = START + DAY + 12 * HOUR + MINUTE;
    await pass(DAY);
    expect(bot.calls).toEqual([]);
  });

  test('where quiet hours cover the evening the reminder comes before them; switched off, it does not come', async () => {
    const { claim, save, until, times } = await open();
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
