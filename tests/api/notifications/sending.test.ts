/** From an event to a message on a phone, in both deployments, over the real protocol. */
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { launchData, START } from '../support.ts';
import { BADGE, DAY, describeSending, HOUR, JOINED, MINUTE } from './sending.ts';

describeSending((open) => {
  test('each event is sent once, a second apart, with a button that opens its screen', async () => {
    const { bot, join, pass, times, texts } = await open();
    await join(2);
    await pass(MINUTE);
    expect(texts()).toEqual([BADGE, expect.stringMatching(JOINED)]);
    expect(bot.shown.map(({ payload }) => payload.chat_id)).toEqual([1, 1]);
    const buttons = bot.shown.map(({ payload }) => payload.reply_markup.inline_keyboard[0][0]);
    expect(buttons).toEqual([
      { text: 'See your badges', url: 'https://t.me/irich_bot/app?startapp=see_achievements' },
      { text: 'See your friends', url: 'https://t.me/irich_bot/app?startapp=see_referrals' },
    ]);
    expect(bot.shown.every(({ payload }) => payload.parse_mode === undefined)).toBe(true);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(1_000);
    await pass(DAY);
    expect(bot.calls.length).toBe(2);
  });

  test('users who have not allowed the bot to write get no message', async () => {
    const { bot, registered, pass } = await open();
    await registered(9);
    await registered(10, { startParam: '9' });
    await pass(DAY);
    expect(bot.calls).toEqual([]);
  });

  test('each kind has its own switch', async () => {
    const { join, pass, save, texts } = await open();
    await save({ notifications: { ...DEFAULT_SETTINGS.notifications, friendJoined: false } });
    await join(2);
    await pass(MINUTE);
    expect(texts()).toEqual([BADGE]);
    await save({ notifications: { ...DEFAULT_SETTINGS.notifications, referralBadges: false } });
    for (const id of [3, 4]) await join(id);
    await pass(MINUTE);
    expect(texts().slice(1)).toEqual([expect.stringMatching(JOINED), expect.stringMatching(JOINED)]);
  });

  test('quiet hours delay messages and may change while a message waits', async () => {
    const { bot, join, pass, save, times, clock } = await open();
    await save({ zone: 'Asia/Tokyo' });
    clock.at = START + 2 * HOUR;
    await join(2);
    await pass(MINUTE);
    expect(bot.calls).toEqual([]);
    await save({ zone: 'Asia/Tokyo', quiet: { from: 22, to: 9 } });
    await pass(DAY);
    expect(bot.shown.length).toBe(2);
    // Noon in UTC is 21:00 in Tokyo, where 9:00 is twelve hours later.
    expect(Math.min(...times)).toBeGreaterThanOrEqual(START + 12 * HOUR);
    expect(Math.max(...times)).toBeLessThan(START + 12 * HOUR + 2 * MINUTE);
  });

  test('messages use the language that the user chose', async () => {
    const { join, pass, one, texts } = await open();
    await one.send('PATCH', '/api/user/language', { body: { id: 1, languageCode: 'ru' } });
    await join(2);
    await pass(MINUTE);
    expect(texts()).toEqual(['Новый значок: Друзья 1.', expect.stringMatching(/^По вашей ссылке/)]);
  });

  test('a user who deletes their data gets no waiting message, even after a return', async () => {
    const { bot, join, pass, one, clock, until } = await open();
    clock.at = START + 11 * HOUR;
    await join(2);
    await pass(MINUTE);
    const auth = launchData(1, { at: clock.at, allowsWrite: true });
    await one.send('DELETE', '/api/user/1', { auth });
    await one.send('POST', '/api/user/onboarding', { body: { userId: 1 }, auth });
    await until(START + 2 * DAY);
    expect(bot.calls).toEqual([]);
  });
});
