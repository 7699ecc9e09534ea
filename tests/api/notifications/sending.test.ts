/** From an event to a message on somebody's phone, in both homes, over the real protocol. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noLimits } from '#api/http/limits.ts';
import { DEFAULT_SETTINGS, type Settings } from '#core/contract/settings.ts';
import { BLOCKED, type BotApi, type BotApiFault, startBotApi } from '#tests/outside/bot-api.ts';
import { openMachineHome } from '#tests/support/machine-home.ts';
import { openObjectHome } from '#tests/support/object-homes.ts';
import { memberUpdate, SECRET, textUpdate } from '../bot/updates.ts';
import { apiOver, CONFIG, launchData, START, TOKEN } from '../support.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const JOINED = /^(A friend|@\w+) has joined by your link/;
const BADGE = 'A new badge: Friends 1.';

let bot: BotApi;
beforeEach(async () => {
  bot = await startBotApi({ token: TOKEN });
});
afterEach(() => bot.close());

describe.each([
  ['machine', openMachineHome],
  ['objects', openObjectHome],
])('%s', (_, openHome) => {
  async function open() {
    const clock = { at: START, now: () => clock.at };
    const seams = { config: CONFIG, clock, limiter: noLimits, onRequest: () => {} };
    const home = await openHome({ ...seams, bot: { secret: SECRET, apiUrl: bot.url } });
    const api = apiOver(home, clock);
    const one = await api.registered(1, { allowsWrite: true });
    /** When each message was asked for. */
    const times: number[] = [];
    bot.choose = () => {
      times.push(clock.at);
      return null;
    };
    const until = async (at: number) => home.until?.(at);
    return {
      ...api,
      one,
      times,
      until,
      pass: (ms: number) => until(clock.at + ms),
      join: (id: number, more: object = {}) => api.registered(id, { startParam: '1', at: clock.at, ...more }),
      claim: () =>
        one.send('POST', '/api/checkin/claim', {
          body: { userId: 1 },
          auth: launchData(1, { at: clock.at }),
        }),
      save: (change: Partial<Settings>) =>
        one.send('PUT', '/api/user/settings', {
          body: { userId: 1, settings: { ...DEFAULT_SETTINGS, ...change } },
          auth: launchData(1, { at: clock.at }),
        }),
      hear: (update: object) =>
        api.send('POST', '/api/bot/webhook', {
          headers: { 'x-telegram-bot-api-secret-token': SECRET },
          body: update,
        }),
      mayWrite: async () =>
        (
          await one.send('GET', '/api/user/settings/1', {
            auth: launchData(1, { at: clock.at }),
          })
        ).json.mayWrite,
    };
  }
  const texts = () => bot.shown.map(({ payload }) => payload.text);

  test('what happened is told once, a second apart, with a button that leads there', async () => {
    const { join, pass, times } = await open();
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
    const { registered, pass } = await open();
    await registered(9);
    await registered(10, { startParam: '9' });
    await pass(DAY);
    expect(bot.calls).toEqual([]);
  });

  test('each kind has a switch', async () => {
    const { join, pass, save } = await open();
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
    const { join, pass, save, times, clock } = await open();
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
    const { join, pass, one } = await open();
    await one.send('PATCH', '/api/user/language', { body: { id: 1, languageCode: 'ru' } });
    await join(2);
    await pass(MINUTE);
    expect(texts()).toEqual(['Новый значок: Друзья 1.', expect.stringMatching(/^По вашей ссылке/)]);
  });

  test('who has blocked the bot is left alone until they return', async () => {
    const { join, pass, hear, mayWrite, clock } = await open();
    bot.faults.push(BLOCKED);
    await join(2);
    await pass(MINUTE);
    expect(bot.calls.length).toBe(1);
    expect(await mayWrite()).toBe(false);
    await join(3);
    await pass(DAY);
    expect(bot.calls.length).toBe(1);
    await hear(textUpdate('/start', { id: 1, at: clock.at }));
    expect(await mayWrite()).toBe(true);
    await join(4);
    await pass(DAY);
    // Nothing of the time between: only what happened after the return.
    expect(texts()).toEqual([
      expect.stringMatching(/^A new badge: Friends 2/),
      expect.stringMatching(JOINED),
    ]);
  });

  test('a launch is a return, too; one from before the refusal is none', async () => {
    const { join, pass, mayWrite, clock, one } = await open();
    bot.faults.push(BLOCKED);
    await join(2);
    await pass(MINUTE);
    const launch = (at: number) =>
      one.send('POST', '/api/user/register', {
        auth: launchData(1, { at, allowsWrite: true }),
        body: { id: 1 },
      });
    await launch(START);
    expect(await mayWrite()).toBe(false);
    await launch(clock.at);
    expect(await mayWrite()).toBe(true);
    await join(3);
    await pass(MINUTE);
    expect(texts()).toEqual([expect.stringMatching(JOINED)]);
  });

  test('my_chat_member says so before a message is refused', async () => {
    const { join, pass, hear, clock } = await open();
    clock.at += 1_000;
    await hear(memberUpdate(1, 'kicked', clock.at));
    await join(2);
    await pass(DAY);
    expect(bot.calls).toEqual([]);
    await hear(memberUpdate(1, 'member', clock.at));
    await join(3);
    await pass(DAY);
    expect(texts().length).toBe(1);
  });

  test('a refusal of a moment that is still to come, by a clock that was ahead, is over with a return', async () => {
    const { join, pass, hear, mayWrite, clock, restart } = await open();
    clock.at = START + 30 * DAY;
    bot.faults.push(BLOCKED);
    await join(2);
    await pass(MINUTE);
    expect(bot.calls.length).toBe(1);
    clock.at = START + HOUR;
    await restart();
    expect(await mayWrite()).toBe(false);
    await hear(textUpdate('/start', { id: 1, at: clock.at }));
    expect(await mayWrite()).toBe(true);
    await join(3);
    await pass(DAY);
    expect(await mayWrite()).toBe(true);
    expect(texts().length).toBeGreaterThan(0);
  });

  test('a return of a moment that is still to come does not outlast a refusal', async () => {
    const { join, pass, hear, mayWrite, clock, restart } = await open();
    clock.at = START + 30 * DAY;
    await hear(textUpdate('/start', { id: 1, at: clock.at }));
    clock.at = START + HOUR;
    await restart();
    bot.choose = () => BLOCKED;
    await join(2);
    await pass(DAY);
    expect(await mayWrite()).toBe(false);
    const calls = bot.calls.length;
    await join(3);
    await pass(DAY);
    expect(bot.calls.length).toBe(calls);
  });

  test('429 is waited for, by everybody, and across a restart', async () => {
    const { join, pass, restart, times, registered, user } = await open();
    await registered(5, { allowsWrite: true });
    bot.faults.push({ type: 'retry_after', seconds: 30 });
    await join(2);
    await pass(1_000);
    expect(bot.calls.length).toBe(1);
    await restart();
    await user(1).send('GET', '/api/user/1');
    await registered(6, { startParam: '5' });
    await pass(29_000);
    expect(bot.calls.length).toBe(1);
    await pass(3 * MINUTE);
    expect(bot.shown.length).toBe(4);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(START + 30_000);
    expect(new Set(bot.shown.map(({ payload }) => `${payload.chat_id} ${payload.text}`)).size).toBe(4);
  });

  test('a clock that was set back keeps nobody waiting', async () => {
    const { join, pass, clock } = await open();
    clock.at = START + HOUR;
    await join(2);
    await pass(MINUTE);
    expect(bot.shown.length).toBe(2);
    clock.at = START;
    await join(3);
    await pass(5 * MINUTE);
    expect(bot.shown.length).toBe(3);
  });

  test.each([
    ['the same process', false],
    ['the next one', true],
  ])('what waits by a clock far ahead waits no longer, in %s', async (_, isNext) => {
    const { join, pass, clock, times, restart } = await open();
    clock.at = START + 10 * DAY;
    bot.faults.push({ type: 'retry_after', seconds: 30 });
    await join(2);
    await pass(1_000);
    expect(bot.calls.length).toBe(1);
    clock.at = START;
    if (isNext) await restart();
    bot.faults.push({ type: 'retry_after', seconds: 600 });
    await join(3);
    await pass(5 * MINUTE);
    expect(bot.calls.length).toBe(2);
    await pass(20 * MINUTE);
    expect(bot.shown.length).toBe(3);
    expect(times[0]).toBeGreaterThanOrEqual(START + 10 * MINUTE);
  });

  test.each([
    [0, 5_000],
    [-5, 5_000],
    [7 * 86_400, DAY],
    [1e300, DAY],
  ])('429 that asks for %d seconds is waited for %d milliseconds', async (seconds, ms) => {
    const { join, pass, times } = await open();
    bot.faults.push({ type: 'retry_after', seconds });
    await join(2);
    await pass(ms - 500);
    expect(bot.calls.length).toBe(1);
    await pass(MINUTE);
    expect(bot.shown.length).toBe(2);
    expect(Math.min(...times) - START).toBeGreaterThanOrEqual(ms);
  });

  test('429 without an end that asks for no time is asked less and less', async () => {
    const { join, pass } = await open();
    bot.choose = () => ({ type: 'retry_after', seconds: 0 });
    await join(2);
    await pass(HOUR);
    expect(bot.calls.length).toBeLessThan(40);
    bot.choose = () => null;
    await pass(HOUR);
    expect(texts().toSorted()).toEqual([expect.stringMatching(JOINED), BADGE]);
  });

  test('where nobody takes the call nothing was sent: it is sent when somebody does', async () => {
    const { join, pass } = await open();
    const { port } = new URL(bot.url);
    await bot.close();
    await join(2);
    await pass(10 * MINUTE);
    bot = await startBotApi({ token: TOKEN, port: Number(port) });
    await pass(HOUR);
    expect(texts().toSorted()).toEqual([expect.stringMatching(JOINED), BADGE]);
  });

  test('an answer that the service is in trouble is a reason to send again, later and later', async () => {
    const { join, pass } = await open();
    const trouble: BotApiFault = { type: 'status', status: 500, description: 'Internal Server Error' };
    bot.faults.push(trouble, trouble, trouble);
    await join(2);
    await pass(10 * MINUTE);
    expect(texts().toSorted()).toEqual([expect.stringMatching(JOINED), BADGE]);
    expect(bot.calls.length).toBe(5);
  });

  test('a message that is refused is not sent again, and the next one is', async () => {
    const { join, pass, mayWrite } = await open();
    bot.faults.push({ type: 'status', status: 400, description: 'Bad Request: message is too long' });
    await join(2);
    await pass(DAY);
    expect(bot.calls.length).toBe(2);
    expect(texts()).toEqual([expect.stringMatching(JOINED)]);
    expect(await mayWrite()).toBe(true);
  });

  test.each(['gateway', 'cut', 'half', 'drip', 'types'] as const)(
    'no answer (%s): it may have been shown, so it never is again',
    async (type) => {
      for (const isShown of [true, false]) {
        bot.shown.length = 0;
        bot.calls.length = 0;
        const { join, pass } = await open();
        bot.faults.push({ type, isShown });
        await join(2);
        await pass(DAY);
        expect(bot.calls.length).toBe(2);
        expect(texts()).toEqual([...(isShown ? [BADGE] : []), expect.stringMatching(JOINED)]);
      }
    },
  );

  test('what was in flight when the process ended is never sent again', async () => {
    const { join, pass, restart, user } = await open();
    bot.faults.push({ type: 'drip', isShown: true });
    await join(2);
    const passing = pass(MINUTE);
    while (bot.calls.length === 0) await new Promise(setImmediate);
    await restart();
    await user(1).send('GET', '/api/user/1');
    await passing;
    await pass(DAY);
    expect(texts()).toEqual([BADGE, expect.stringMatching(JOINED)]);
    expect(bot.calls.length).toBe(2);
  });

  test('who deletes their data is told nothing that waits, after a return neither', async () => {
    const { join, pass, one, clock, until } = await open();
    clock.at = START + 11 * HOUR;
    await join(2);
    await pass(MINUTE);
    const auth = launchData(1, { at: clock.at, allowsWrite: true });
    await one.send('DELETE', '/api/user/1', { auth });
    await one.send('POST', '/api/user/onboarding', { body: { userId: 1 }, auth });
    await until(START + 2 * DAY);
    expect(bot.calls).toEqual([]);
  });

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
