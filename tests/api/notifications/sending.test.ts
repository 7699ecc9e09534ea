/** From an event to a message on somebody's phone, in both homes, over the real protocol. */
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { launchData, START } from '../support.ts';
import { BADGE, DAY, describeSending, HOUR, JOINED, MINUTE } from './sending.ts';

describeSending((open) => {
  test('what happened is told once, a second apart, with a button that leads there', async () => {
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

  test('nobody is written to who has not let the bot write', async () => {
    const { bot, registered, pass } = await open();
    await registered(9);
    await registered(10, { startParam: '9' });
    await pass(DAY);
    expect(bot.calls).toEqual([]);
  });

  test('each kind has a switch', async () => {
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

  test('not in quiet hours, which may be set anew while a message waits', async () => {
    const { bot, join, pass, save, times, clock } = await open();
    await save({ zone: 'Asia/Tokyo' });
    clock.at = START + 2 * HOUR;
    await join(2);
    await pass(MINUTE);
    expect(bot.calls).toEqual([]);
    await save({ zone: 'Asia/Tokyo', quiet: { from: 22, to: 9 } });
    await pass(DAY);
    expect(bot.shown.length).toBe(2);
    // Noon in UTC is 21 o'clock in Tokyo; 9 o'clock there is twelve hours later.
    expect(Math.min(...times)).toBeGreaterThanOrEqual(START + 12 * HOUR);
    expect(Math.max(...times)).toBeLessThan(START + 12 * HOUR + 2 * MINUTE);
  });

  test('in the language that the user has chosen', async () => {
    const { join, pass, one, texts } = await open();
    await one.send('PATCH', '/api/user/language', { body: { id: 1, languageCode: 'ru' } });
    await join(2);
    await pass(MINUTE);
    expect(texts()).toEqual(['Новый значок: Друзья 1.', expect.stringMatching(/^По вашей ссылке/)]);
  });

  test('who deletes their data is told nothing that waits, after a return neither', async () => {
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
