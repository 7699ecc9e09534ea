/** One step of the sender: how it treats a message that changes while its text is being fetched. */
import { type Api, GrammyError } from 'grammy';
import { beforeEach, expect, test } from 'vitest';
import type { Composed } from '#api/notifications/sender/messages.ts';
import { openSender, type Sender } from '#api/notifications/sender/sender.ts';
import { senderTables } from '#api/notifications/tables.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { START } from '#tests/support/deployment.ts';

const SEND: Composed = { type: 'send', text: 'Good news', label: 'Look', url: 'https://t.me/x' };

let sql: Sql;
let now: number;
let answers: (() => unknown)[];
let recovered: string[];
let sent: number[];
let compose: () => Promise<Composed>;
let sender: Sender;
const item = { kind: 'level_reached', level: 2 } as const;
const message = { id: 'a', madeAt: START, dueAt: START, generation: 0, item };

beforeEach(() => {
  sql = openBetterSqlite3(':memory:');
  migrate(sql, senderTables.migrations, START);
  now = START;
  sent = [];
  answers = [];
  recovered = [];
  compose = async () => SEND;
  sender = open();
  sender.take({ userId: 1, returnedAt: START, messages: [message] });
  now += 2000;
});
function open(durable: () => Promise<void> = async () => {}): Sender {
  return openSender({
    sql,
    clock: { now: () => now },
    api: {
      async sendMessage(userId: number) {
        answers.shift()?.();
        sent.push(userId);
        return { message_id: 1 };
      },
    } as unknown as Api,
    recipient: () => ({ compose: () => compose(), refused: async () => {} }),
    ahead: 0,
    durable,
    onFault: () => {},
    onRecovered: (message) => void recovered.push(message),
  });
}
const state = () => sql.get<{ state: string }>('SELECT state FROM outgoing')?.state;

test('a message is sent once', async () => {
  await sender.step();
  now += 2000;
  await sender.step();
  expect([sent, state()]).toEqual([[1], 'sent']);
});

test('a message of a user who deletes their data in between is not sent', async () => {
  compose = async () => {
    sender.forget(1);
    return SEND;
  };
  await sender.step();
  expect([sent, state(), sender.dueAt()]).toEqual([[], undefined, null]);
});

test('a message is marked on disk before it is sent', async () => {
  const seen: unknown[] = [];
  const slow = openSender({
    sql,
    clock: { now: () => now },
    api: {
      async sendMessage() {
        seen.push('sent', state());
        return { message_id: 1 };
      },
    } as unknown as Api,
    recipient: () => ({ compose: () => compose(), refused: async () => {} }),
    ahead: 0,
    async durable() {
      seen.push('durable', state());
    },
    onFault: () => {},
  });
  now += 2000;
  await slow.step();
  expect(seen).toEqual(['durable', 'sending', 'sent', 'sending']);
});

test('a message is not sent before its mark is safe', async () => {
  let settle = () => {};
  const slow = open(() => new Promise<void>((resolve) => (settle = resolve)));
  now += 2000;
  const step = slow.step();
  await new Promise(setImmediate);
  expect([sent, state()]).toEqual([[], 'sending']);
  settle();
  await step;
  expect([sent, state()]).toEqual([[1], 'sent']);
});

test('messages that are due later or not at all are not sent', async () => {
  compose = async () => ({ type: 'later', at: now + 5000 });
  await sender.step();
  expect([sent, state(), sender.dueAt()]).toEqual([[], 'waiting', now + 5000]);
  compose = async () => ({ type: 'drop' });
  now += 5000;
  await sender.step();
  expect([sent, state(), sender.dueAt()]).toEqual([[], 'dropped', null]);
});

test('nothing is written once the process has ended', async () => {
  let isOver = false;
  compose = async () => {
    isOver = true;
    return SEND;
  };
  await sender.step(() => isOver);
  expect([sent, state()]).toEqual([[], 'waiting']);
});

test('a service that takes messages again is told of once', async () => {
  answers = [fails, fails];
  for (let step = 0; step < 3; step += 1) {
    expect(recovered).toEqual([]);
    await sender.step();
    now += 3_600_000;
  }
  expect([sent, recovered]).toEqual([[1], ['Messages are sent again']]);
  sender.take({ userId: 2, returnedAt: now, messages: [{ ...message, id: 'b', madeAt: now, dueAt: now }] });
  await sender.step();
  expect([sent, recovered]).toEqual([[1, 2], ['Messages are sent again']]);
});

function fails(): never {
  throw new GrammyError('', { ok: false, error_code: 502, description: 'Bad Gateway' }, 'sendMessage', {});
}
