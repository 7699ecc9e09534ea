/** The sender asks user objects ahead of their turn and still sends in order and once. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBotClient } from '#api/bot/client.ts';
import type { Composed } from '#api/notifications/sender/messages.ts';
import { openSender } from '#api/notifications/sender/sender.ts';
import { senderTables } from '#api/notifications/tables.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { START, TOKEN } from '#tests/support/deployment.ts';
import { BLOCKED, type BotApi, startBotApi } from '#tests/upstream/bot-api.ts';

const AHEAD = 3;
const words = (userId: number): Composed => ({
  type: 'send',
  text: `for ${userId}`,
  label: 'Look',
  url: 'https://t.me/irich_bot/app',
});

let bot: BotApi;
beforeEach(async () => {
  bot = await startBotApi({ token: TOKEN });
});
afterEach(() => bot.close());

/** Each user has one due message, or more if listed again. */
function open(users: readonly number[]) {
  const clock = { at: START, now: () => clock.at };
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, senderTables.migrations, START);
  const asked: number[] = [];
  const answers = new Map<number, Promise<Composed>>();
  const start = () =>
    openSender({
      sql,
      clock,
      api: createBotClient({ token: TOKEN, apiUrl: bot.url, fetch }),
      recipient: (userId) => ({
        async compose() {
          asked.push(userId);
          return answers.get(userId) ?? words(userId);
        },
        refused: async () => undefined,
      }),
      ahead: AHEAD,
      durable: async () => undefined,
      onFault: () => undefined,
    });
  const sender = start();
  for (const [place, userId] of users.entries()) {
    sender.take({
      userId,
      returnedAt: START,
      messages: [
        {
          id: `${place}`,
          madeAt: START,
          dueAt: START + place,
          generation: 0,
          item: { kind: 'level_reached', level: 2 },
        },
      ],
    });
  }
  return {
    clock,
    asked,
    answers,
    sender,
    start,
    async step(one = sender, ms = 1_000) {
      clock.at += ms;
      await one.step();
    },
  };
}
const shown = () => bot.shown.map(({ payload }) => payload.chat_id);

test('while one object is slow a few more are asked, and messages stay in order', async () => {
  const { asked, answers, step } = open([1, 2, 3, 4, 5, 6]);
  let answer: (composed: Composed) => void = () => {};
  answers.set(
    1,
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  const stepping = step();
  expect(asked).toEqual([1, 2, 3, 4]);
  answer(words(1));
  await stepping;
  expect(shown()).toEqual([1]);
  await step();
  expect(asked).toEqual([1, 2, 3, 4, 5]);
  for (let more = 0; more < 5; more += 1) await step();
  expect(shown()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(asked).toEqual([1, 2, 3, 4, 5, 6]);
});

test('an answer is valid for seconds, and not beyond the hour when quiet hours may start', async () => {
  const { clock, asked, answers, step } = open([1, 2, 3]);
  await step();
  answers.set(2, Promise.resolve({ type: 'drop' }));
  await step(undefined, 5_000);
  expect(asked).toEqual([1, 2, 3, 2]);
  answers.set(3, Promise.resolve({ type: 'drop' }));
  clock.at = START + 15 * 60_000 - 2_000;
  await step(undefined, 0);
  expect(shown()).toEqual([1]);
  expect(asked).toEqual([1, 2, 3, 2, 3]);

  const late = open([4, 5]);
  late.clock.at = START + 15 * 60_000 - 1_000;
  await late.step(undefined, 0);
  late.answers.set(5, Promise.resolve({ type: 'later', at: START + 10 * 3_600_000 }));
  await late.step();
  expect(shown()).toEqual([1, 4]);
  expect(late.asked).toEqual([4, 5, 5]);
});

test('an answer for a user who then blocks the bot is not sent', async () => {
  const { asked, step } = open([1, 1, 2]);
  bot.faults.push(BLOCKED);
  for (let count = 0; count < 4; count += 1) await step();
  expect(asked).toEqual([1, 1, 2]);
  expect(bot.calls.length).toBe(2);
  expect(shown()).toEqual([2]);
});

test('a second message in a chat waits a second and is not asked for again', async () => {
  const { asked, step } = open([1, 1, 2]);
  await step();
  await step(undefined, 100);
  await step(undefined, 0);
  expect(shown()).toEqual([1, 2]);
  await step();
  expect(shown()).toEqual([1, 2, 1]);
  expect(asked).toEqual([1, 1, 2]);
});

test('an answer not sent before the process ended is asked again and sent once', async () => {
  const { asked, step, start } = open([1, 2, 3]);
  await step();
  const next = start();
  for (let count = 0; count < 4; count += 1) await step(next);
  expect(shown()).toEqual([1, 2, 3]);
  expect(asked).toEqual([1, 2, 3, 2, 3]);
});
