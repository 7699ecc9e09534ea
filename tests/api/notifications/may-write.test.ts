/** Who is written to: nobody whose refusal holds, in both homes, whichever way the bot has heard of it. */
import { expect, test } from 'vitest';
import { BLOCKED } from '#tests/outside/bot-api.ts';
import { memberUpdate, textUpdate } from '../bot/updates.ts';
import { launchData, START } from '../support.ts';
import { DAY, describeSending, HOUR, JOINED, MINUTE } from './sending.ts';

describeSending((open) => {
  test('who has blocked the bot is left alone until they return', async () => {
    const { bot, join, pass, hear, mayWrite, clock, texts } = await open();
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
    const { bot, join, pass, mayWrite, clock, one, texts } = await open();
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
    const { bot, join, pass, hear, clock, texts } = await open();
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
    const { bot, join, pass, hear, mayWrite, clock, restart, texts } = await open();
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
    const { bot, join, pass, hear, mayWrite, clock, restart } = await open();
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
});
