/** The sender's table: what it keeps, what it forgets, and that forgetting sends nothing again. */
import { expect, test } from 'vitest';
import type { PendingNotification } from '#api/notifications/sender/messages.ts';
import {
  endLongWaits,
  forgetOld,
  forgetUser,
  markSending,
  nextWaiting,
  pause,
  postpone,
  refuseUser,
  sendAgain,
  settle,
  settleInFlight,
  takeMessages,
  unlessSetBack,
  waitingDueAt,
} from '#api/notifications/sender/queue.ts';
import { senderTables } from '#api/notifications/tables.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { OLDEST_NEWS_MS } from '#core/privacy/retention.ts';
import { START } from '#tests/support/deployment.ts';

const DAY = 86_400_000;

function open() {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, senderTables.migrations, START);
  const message = (id: string, at: number): PendingNotification => ({
    id,
    madeAt: at,
    dueAt: at,
    generation: 0,
    item: { kind: 'level_reached', level: 2 },
  });
  return {
    sql,
    take: (id: string, now: number, madeAt = now) =>
      takeMessages(sql, { userId: 1, returnedAt: START, messages: [message(id, madeAt)] }, now),
    send(now: number) {
      const [waiting] = nextWaiting(sql, now, 1);
      if (waiting === undefined) return null;
      expect(markSending(sql, waiting)).toBe(true);
      settle(sql, waiting, 'sent', now);
      return waiting.message.id;
    },
    rows: () =>
      sql.all<{ id: string; state: string; message: string }>('SELECT id, state, message FROM outgoing'),
  };
}

test('a sent message is remembered by id only, longer than it can be repeated', () => {
  const { sql, take, send, rows } = open();
  take('a', START);
  expect(send(START)).toBe('a');
  expect(rows()).toEqual([{ id: 'a', state: 'sent', message: '' }]);
  for (let day = 0; day <= 40; day += 1) {
    const now = START + day * DAY;
    expect(take('a', now, START)).toEqual({ taken: true });
    expect(send(now), `day ${day}`).toBeNull();
    forgetOld(sql, now);
  }
  expect(rows()).toEqual([]);
});

test('a waiting message is never forgotten, and one in flight is never sent', () => {
  const { sql, take, send, rows } = open();
  take('a', START);
  take('b', START);
  const [waiting] = nextWaiting(sql, START, 1);
  if (waiting === undefined) throw new Error('nothing waits');
  markSending(sql, waiting);
  expect(settleInFlight(sql, START)).toBe(1);
  forgetOld(sql, START + DAY);
  expect(rows().map(({ state }) => state)).toEqual(['unknown', 'waiting']);
  expect([send(START + DAY), send(START + DAY)]).toEqual(['b', null]);
});

test('a pause lasts as long as the longest requested, and nothing is sent before its end', () => {
  const { sql, take, send } = open();
  take('a', START);
  pause(sql, START + 60_000, START);
  pause(sql, START + 5_000, START);
  expect(waitingDueAt(sql, START)).toBe(START + 60_000);
  expect(send(START + 59_999)).toBeNull();
  pause(sql, START + 90_000, START + 59_999);
  expect(send(START + 60_000)).toBeNull();
  expect(send(START + 90_000)).toBe('a');
});

test('a pause over a day comes from a clock that was ahead and does not count', () => {
  const { sql, take, send } = open();
  pause(sql, START + DAY, START);
  take('a', START);
  expect(waitingDueAt(sql, START)).toBe(START + DAY);
  expect(waitingDueAt(sql, START - 1)).toBe(START);
  expect(send(START - 1)).toBeNull();
  expect(send(START)).toBeNull();
  pause(sql, START, START - 1);
  expect(send(START)).toBe('a');
});

test('a time further ahead than possible comes from a clock that was ahead', () => {
  expect(unlessSetBack(150, 50, 100)).toBe(150);
  expect(unlessSetBack(151, 50, 100)).toBe(100);
  expect(unlessSetBack(99, 50, 100)).toBe(99);
});

test('a wait over three days ends now, a shorter one stays', () => {
  const { sql, take } = open();
  take('a', START);
  const [waiting] = nextWaiting(sql, START, 1);
  if (waiting === undefined) throw new Error('nothing waits');
  postpone(sql, waiting, START + 3 * DAY);
  endLongWaits(sql, START);
  expect(waitingDueAt(sql, START)).toBe(START + 3 * DAY);
  endLongWaits(sql, START - 1);
  expect(waitingDueAt(sql, START - 1)).toBe(START - 1);
});

test('news older than a week is refused', () => {
  const { take, rows } = open();
  take('old', START, START - OLDEST_NEWS_MS - 1);
  take('young', START, START - OLDEST_NEWS_MS);
  expect(rows().map(({ id }) => id)).toEqual(['young']);
});

test('a message refused temporarily waits until its time, then is sent once and unchanged', () => {
  const { sql, take } = open();
  take('a', START);
  const [first] = nextWaiting(sql, START, 1);
  if (first === undefined) throw new Error('nothing waits');
  sendAgain(sql, first, START + 1);
  expect(nextWaiting(sql, START, 1)).toEqual([first]);
  markSending(sql, first);
  expect(markSending(sql, first)).toBe(false);
  postpone(sql, first, START + 7);
  sendAgain(sql, first, START + 1_000);
  expect(nextWaiting(sql, START + 999, 1)).toEqual([]);
  expect(nextWaiting(sql, START + 1_000, 1)).toEqual([{ ...first, attempts: 1 }]);
});

test('a user who blocked the bot gets nothing waiting, and nothing new before they return', () => {
  const { sql, rows } = open();
  const message = (id: string): PendingNotification => ({
    id,
    madeAt: START,
    dueAt: START,
    generation: 0,
    item: { kind: 'level_reached', level: 2 },
  });
  const hand = (userId: number, returnedAt: number, ...ids: string[]) =>
    takeMessages(sql, { userId, returnedAt, messages: ids.map(message) }, START);
  hand(1, START - 1, 'a', 'b');
  hand(2, START - 1, 'c');
  const [waiting] = nextWaiting(sql, START, 1);
  if (waiting === undefined) throw new Error('nothing waits');
  refuseUser(sql, waiting, START);
  expect(rows().map(({ id, state }) => [id, state])).toEqual([
    ['a', 'refused'],
    ['b', 'dropped'],
    ['c', 'waiting'],
  ]);
  expect(hand(1, START, 'd')).toEqual({ taken: false, refusedAt: START });
  expect(hand(1, START + 1, 'd')).toEqual({ taken: true });
  expect(hand(1, START - 1, 'e')).toEqual({ taken: true });
  expect(rows().map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('the oldest rows are forgotten in batches, and none within thirty days', () => {
  const { sql, take, send, rows } = open();
  for (let number = 0; number < 201; number += 1) {
    take(`${number}`, START, START);
    send(START + number);
  }
  forgetOld(sql, START + 30 * DAY);
  expect(rows()).toHaveLength(201);
  forgetOld(sql, START + 30 * DAY + 201);
  expect(rows().map(({ id }) => id)).toEqual(['200']);
});

test('a refusal holds until a return later than it, not in the same millisecond', () => {
  const { sql, send } = open();
  const handOver = (returnedAt: number, id: string) =>
    takeMessages(
      sql,
      {
        userId: 1,
        returnedAt,
        messages: [
          { id, madeAt: START, dueAt: START, generation: 0, item: { kind: 'level_reached', level: 2 } },
        ],
      },
      START,
    );
  expect(handOver(START, 'first')).toEqual({ taken: true });
  const [waiting] = nextWaiting(sql, START, 1);
  if (waiting === undefined) throw new Error('nothing waits');
  refuseUser(sql, waiting, START);
  expect(handOver(START - 1, 'a')).toEqual({ taken: false, refusedAt: START });
  expect(handOver(START, 'b')).toEqual({ taken: false, refusedAt: START });
  expect(send(START)).toBeNull();
  expect(handOver(START + 1, 'c')).toEqual({ taken: true });
  expect(send(START)).toBe('c');
  // The refusal is over, so an older return has no effect.
  expect(handOver(START, 'd')).toEqual({ taken: true });
});

test('a user who deleted their data is forgotten with their refusal, and others are not', () => {
  const { sql, take, rows } = open();
  const of = (userId: number, id: string) => {
    const item = { kind: 'level_reached', level: 2 } as const;
    const messages = [{ id, madeAt: START, dueAt: START, generation: 0, item }];
    return takeMessages(sql, { userId, returnedAt: START, messages }, START);
  };
  for (const id of ['a', 'b']) take(id, START);
  of(2, 'c');
  of(3, 'd');
  for (const userId of [1, 2]) {
    const waiting = nextWaiting(sql, START, 9).find((one) => one.userId === userId);
    if (waiting === undefined) throw new Error('nothing waits');
    refuseUser(sql, waiting, START);
  }
  forgetUser(sql, 1);
  expect(rows().map(({ id }) => id)).toEqual(['c', 'd']);
  expect(sql.all('SELECT user_id AS id FROM refusals')).toEqual([{ id: 2 }]);
  expect(take('e', START)).toEqual({ taken: true });
  expect(of(2, 'f')).toEqual({ taken: false, refusedAt: START });
});
