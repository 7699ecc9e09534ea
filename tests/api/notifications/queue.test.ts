/** The sender's table: what it keeps, what it forgets, and that nothing comes again by being forgotten. */
import { expect, test } from 'vitest';
import type { Message } from '#api/notifications/messages.ts';
import { senderMigrations } from '#api/notifications/migrations.ts';
import {
  forgetOld,
  markSending,
  nextWaiting,
  settle,
  settleInFlight,
  takeMessages,
} from '#api/notifications/queue.ts';
import { openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';
import { migrate } from '#api/sqlite/migrations.ts';
import { START } from '#tests/support/deployment.ts';

const DAY = 86_400_000;

function open() {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, senderMigrations, START);
  const message = (id: string, at: number): Message => ({
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

test('what was sent is remembered by its id alone, for longer than anything can come again', () => {
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

test('what waits is never forgotten, what was in flight is never sent', () => {
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
