/** The bot and the sender object in workerd: updates through the edge, messages from a user object to the Bot API. */
import { runInDurableObject } from 'cloudflare:test';
import { expect, inject, test } from 'vitest';
import { durableObjectSql } from '#api/runtime/sqlite/durable-object.ts';
import { SECRET, textUpdate } from '#tests/api/bot/updates.ts';
import { AHEAD, openDurableBot, sender } from '#tests/support/durable-bot.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import type { BotApiFault } from '#tests/upstream/bot-api.ts';

const apiUrl = inject('botApiUrl');

async function open(faults: readonly BotApiFault[] = []) {
  // The clock advances while the test waits.
  const begun = performance.now();
  const clock: TestClock = { at: AHEAD, now: () => clock.at + Math.floor(performance.now() - begun) };
  const api = await openDurableBot(apiUrl, clock, faults);
  await api.registered(1, { allowsWrite: true });
  const states = () =>
    runInDurableObject(sender(), (_, { storage }) =>
      durableObjectSql(storage)
        .all<{ state: string }>('SELECT state FROM outgoing ORDER BY number')
        .map(({ state }) => state),
    );
  return {
    ...api,
    states,
    hear: (update: object, secret = SECRET) =>
      api.send('POST', '/api/bot/webhook', {
        headers: { 'x-telegram-bot-api-secret-token': secret },
        body: update,
      }),
    send: api.sendDue,
    /** A friend joins: their object notifies the object of user 1, which notifies the sender. */
    async join(id: number) {
      await api.registered(id, { startParam: '1' });
      // Objects may have to retry, since the runtime has just dropped those of the previous test.
      await api.settle();
    },
  };
}

test('an update is answered only with its secret and creates no user object', async () => {
  const { hear, databases, told } = await open();
  expect((await hear(textUpdate('/start 7', { id: 5 }), 'wrong')).status).toBe(401);
  const answer = await hear(textUpdate('/start 7', { id: 5, language: 'ru' }));
  expect(answer.json).toMatchObject({ method: 'sendMessage', chat_id: 5 });
  expect(answer.text).toContain('https://t.me/irich_bot/app?startapp=7');
  expect((await hear(textUpdate('/points', { id: 5 }))).json.text).toMatch(/^Open the app once/);
  expect((await hear(textUpdate('/points', { id: 1 }))).json.text).toBe('0 iRICH, level 1: Pink.');
  expect(await databases()).toBe(1);
  expect((await told()).calls).toEqual([]);
});

test('an event reaches the Bot API once', async () => {
  const { join, send, states, told } = await open();
  await join(2);
  await send();
  expect(await states()).toEqual(['sent', 'sent']);
  await send();
  const { calls } = await told();
  expect(calls.map(({ payload }) => [payload.chat_id, payload.text.slice(0, 11)])).toEqual([
    [1, 'A new badge'],
    [1, expect.stringMatching(/^(A friend|@)/)],
  ]);
});

test('a definite failure is retried, a missing answer is not', async () => {
  const { join, send, states, told } = await open([
    { type: 'retry_after', seconds: 5 },
    { type: 'cut', isShown: true },
  ]);
  await join(2);
  await send();
  expect(await states()).toEqual(['waiting', 'waiting']);
  await send();
  expect((await states()).toSorted()).toEqual(['sent', 'unknown']);
  await send();
  expect((await told()).shown.length).toBe(2);
  expect((await told()).calls.length).toBe(3);
});

test('a refusal reaches the user object and survives a restart', async () => {
  const { join, send, states, user, restart, clock, told } = await open([
    { type: 'status', status: 403, description: 'Forbidden: bot was blocked by the user' },
  ]);
  await join(2);
  await send();
  expect(await states()).toEqual(['refused', 'dropped']);
  const settings = await user(1).send('GET', '/api/user/settings/1');
  expect(settings.json.mayWrite).toBe(false);
  await restart();
  clock.at += 60_000;
  await join(3);
  await send();
  expect((await told()).calls.length).toBe(1);
});
