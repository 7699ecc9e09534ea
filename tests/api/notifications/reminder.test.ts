/** The reminder of a streak, in both homes: when it comes, and when it does not. */
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { START } from '../support.ts';
import { DAY, describeSending, HOUR, MINUTE } from './sending.ts';

describeSending((open) => {
  test('a streak is reminded of four hours before it ends, once', async () => {
    const { bot, claim, until, times, texts } = await open();
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

  test('a reminder whose day has turned is dropped', async () => {
    const { bot, claim, pass, clock } = await open();
    await claim();
    // Nothing runs from the evening on until the day is over.
    clock.at = START + DAY + 12 * HOUR + MINUTE;
    await pass(DAY);
    expect(bot.calls).toEqual([]);
  });

  test('where quiet hours cover the evening the reminder comes before them; switched off, it does not come', async () => {
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
