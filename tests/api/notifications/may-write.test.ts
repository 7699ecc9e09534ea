/** Whom the bot may write to, in both deployments: a refusal holds, however the bot learned of it. */
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { BLOCKED } from '#tests/upstream/bot-api.ts';
import { memberUpdate, textUpdate } from '../bot/updates.ts';
import { launchData, START } from '../support.ts';
import { DAY, describeSending, HOUR, JOINED, MINUTE } from './sending.ts';

describeSending((open) => {
  test('a user who blocked the bot gets no message until they return', async () => {
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
    // Only events after the return are sent.
    expect(texts()).toEqual([
      expect.stringMatching(/^A new badge: Friends 2/),
      expect.stringMatching(JOINED),
    ]);
  });

  test('a launch counts as a return unless it is older than the refusal', async () => {
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

  test('my_chat_member reports a refusal before a message fails', async () => {
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

  test('a refusal that the service dates ahead of this clock ends with a permission in the app', async () => {
    const { one, auth, pass, hear, mayWrite, clock } = await open();
    await hear(memberUpdate(1, 'kicked', clock.at + HOUR));
    await pass(MINUTE);
    expect(await mayWrite()).toBe(false);
    const body = { userId: 1, settings: DEFAULT_SETTINGS, mayWrite: true };
    await one.send('PUT', '/api/user/settings', { body, auth: auth() });
    expect(await mayWrite()).toBe(true);
  });

  test('a refusal dated in the future by a wrong clock ends with a return', async () => {
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

  test('a return dated in the future does not outlast a refusal', async () => {
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
