/** The Bot API refuses, rate limits or does not answer: what is sent again and what never is. */
import { expect, test } from 'vitest';
import type { BotApiFault } from '#tests/upstream/bot-api.ts';
import { START } from '../support.ts';
import { BADGE, DAY, describeSending, HOUR, JOINED, MINUTE, startBot, textsOf } from './sending.ts';

describeSending((open) => {
  test('a 429 pauses all messages, and across a restart', async () => {
    const { bot, join, pass, restart, times, registered, user } = await open();
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

  test('a clock that was set back keeps no message waiting', async () => {
    const { bot, join, pass, clock } = await open();
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
    ['the next process', true],
  ])('a pause noted by a clock far ahead ends when it is corrected, in %s', async (_, isNext) => {
    const { bot, join, pass, clock, times, restart } = await open();
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
  ])('a 429 that asks for %d seconds pauses for %d milliseconds', async (seconds, ms) => {
    const { bot, join, pass, times } = await open();
    bot.faults.push({ type: 'retry_after', seconds });
    await join(2);
    await pass(ms - 500);
    expect(bot.calls.length).toBe(1);
    await pass(MINUTE);
    expect(bot.shown.length).toBe(2);
    expect(Math.min(...times) - START).toBeGreaterThanOrEqual(ms);
  });

  test('endless 429 without a time backs off further and further', async () => {
    const { bot, join, pass, texts } = await open();
    bot.choose = () => ({ type: 'retry_after', seconds: 0 });
    await join(2);
    await pass(HOUR);
    expect(bot.calls.length).toBeLessThan(40);
    bot.choose = () => null;
    await pass(HOUR);
    expect(texts().toSorted()).toEqual([expect.stringMatching(JOINED), BADGE]);
  });

  test('a refused connection sends nothing, and the message goes out once the service is back', async () => {
    const { bot, join, pass } = await open();
    await bot.close();
    await join(2);
    await pass(10 * MINUTE);
    const again = await startBot(Number(new URL(bot.url).port));
    await pass(HOUR);
    expect(textsOf(again).toSorted()).toEqual([expect.stringMatching(JOINED), BADGE]);
  });

  test('a server error is retried with growing delays', async () => {
    const { bot, join, pass, texts } = await open();
    const trouble: BotApiFault = { type: 'status', status: 500, description: 'Internal Server Error' };
    bot.faults.push(trouble, trouble, trouble);
    await join(2);
    await pass(10 * MINUTE);
    expect(texts().toSorted()).toEqual([expect.stringMatching(JOINED), BADGE]);
    expect(bot.calls.length).toBe(5);
  });

  test('a refused message is not sent again, and the next one is sent', async () => {
    const { bot, join, pass, mayWrite, texts } = await open();
    bot.faults.push({ type: 'status', status: 400, description: 'Bad Request: message is too long' });
    await join(2);
    await pass(DAY);
    expect(bot.calls.length).toBe(2);
    expect(texts()).toEqual([expect.stringMatching(JOINED)]);
    expect(await mayWrite()).toBe(true);
  });

  test.each(['gateway', 'cut', 'half', 'drip', 'types'] as const)(
    'without an answer (%s) the message may have arrived, so it is never sent again',
    async (type) => {
      for (const isShown of [true, false]) {
        const { bot, join, pass, texts } = await open();
        bot.faults.push({ type, isShown });
        await join(2);
        await pass(DAY);
        expect(bot.calls.length).toBe(2);
        expect(texts()).toEqual([...(isShown ? [BADGE] : []), expect.stringMatching(JOINED)]);
      }
    },
  );

  test('a message in flight when the process ended is never sent again', async () => {
    const { bot, join, pass, restart, user, texts } = await open();
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
});
