/** Looking at events of which users are reminded: what is due again without an answer, and what is handed over once. */
import { beforeEach, expect, test } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { lookAtEvents } from '#api/notifications/event-reminders/look.ts';
import {
  eventRemindersDueAt,
  setEventReminder,
  takeBackEventReminder,
  waitingEvents,
} from '#api/notifications/event-reminders/reminders.ts';
import { saveReturn } from '#api/notifications/preferences/settings.ts';
import type { Handover, Taken } from '#api/notifications/sender/messages.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { Calendar, CalendarEvent } from '#core/contract/calendar.ts';
import { initialState } from '#core/points/evolve.ts';
import { BARE } from '#tests/support/calendar.ts';
import { START } from '#tests/support/deployment.ts';

const MINUTE = 60_000;
const AT = START + 60 * MINUTE;
const DUE = AT - 15 * MINUTE;
const fomc = (id: string, at = AT): CalendarEvent => {
  return { ...BARE, id, name: 'fomc', zone: 'united_states', at: new Date(at).toISOString() };
};

let sql: Sql;
let now: number;
let events: readonly CalendarEvent[];
let handed: Handover[];
let faults: string[];
let answer: () => Promise<Taken>;
let calendar: () => Promise<Calendar | null>;
beforeEach(() => {
  sql = openBetterSqlite3(':memory:');
  migrate(sql, migrations, START);
  saveReturn(sql, 1, START);
  events = [fomc('a')];
  handed = [];
  faults = [];
  answer = async () => ({ taken: true });
  calendar = async () => ({ date: '', sample: false, stale: false, events: [...events] });
  for (const event of events) setEventReminder(sql, 1, event, START);
  now = DUE;
});

const look = (isOver = () => false, most = 100) =>
  lookAtEvents(
    {
      sql,
      clock: { now: () => now },
      account: (userId) => ({ ...initialState(userId), onboarded: true }),
      sender: {
        take(handover) {
          handed.push(handover);
          return answer();
        },
      },
      calendar: { calendar: () => calendar() },
      onFault: (message) => void faults.push(message),
    },
    most,
    isOver,
  );
const ids = () => handed.flatMap(({ messages }) => messages.map(({ id }) => id));

test('without an answer of the sender it is handed over again after a minute, under the same id', async () => {
  answer = async () => {
    throw new Error('no answer');
  };
  await look();
  expect([faults.length, eventRemindersDueAt(sql)]).toEqual([1, DUE + MINUTE]);
  now += MINUTE;
  answer = async () => ({ taken: true });
  await look();
  expect([ids().length, new Set(ids()).size, eventRemindersDueAt(sql)]).toEqual([2, 1, null]);
});

test('one that is too late is not handed over, and does not wait any more', async () => {
  now = AT + 5 * MINUTE + 1;
  await look();
  expect([handed.length, waitingEvents(sql, 1)]).toEqual([0, []]);
});

test('the failure of one holds up no other', async () => {
  saveReturn(sql, 2, START);
  setEventReminder(sql, 2, fomc('a'), START);
  answer = async () => {
    if (handed.length === 1) throw new Error('no answer');
    return { taken: true };
  };
  await look();
  expect(handed.map(({ userId }) => userId)).toEqual([1, 2]);
  expect([waitingEvents(sql, 1), waitingEvents(sql, 2)]).toEqual([['a'], []]);
});

test.each([
  ['does not answer', () => Promise.reject(new Error('down'))],
  ['has no list yet', async () => null],
])('where the calendar %s, it is looked at again after a minute', async (_, none) => {
  calendar = none;
  await look();
  expect([handed.length, waitingEvents(sql, 1), eventRemindersDueAt(sql)]).toEqual([0, ['a'], DUE + MINUTE]);
});

test('one under way is due again only after a minute, should its process end', async () => {
  let take = (_: Taken) => {};
  answer = () =>
    new Promise((resolve) => {
      take = resolve;
    });
  const looking = look();
  await Promise.resolve();
  expect(eventRemindersDueAt(sql)).toBe(DUE + MINUTE);
  await expect.poll(() => handed.length).toBe(1);
  take({ taken: true });
  await looking;
  expect(eventRemindersDueAt(sql)).toBeNull();
});

test('a process that ends leaves the database alone', async () => {
  await look(() => true);
  expect([handed.length, eventRemindersDueAt(sql)]).toEqual([0, DUE + MINUTE]);
  now += MINUTE;
  await look(() => handed.length > 0);
  expect([handed.length, eventRemindersDueAt(sql)]).toEqual([1, DUE + 2 * MINUTE]);
});

test('one set again while it is handed over waits as it was set', async () => {
  events = [fomc('a', AT + 60 * MINUTE)];
  answer = async () => {
    takeBackEventReminder(sql, 1, 'a', now);
    setEventReminder(sql, 1, fomc('a', AT + 60 * MINUTE), now);
    return { taken: true };
  };
  calendar = async () => ({ date: '', sample: false, stale: false, events: [fomc('a')] });
  await look();
  expect([ids().length, waitingEvents(sql, 1)]).toEqual([1, ['a']]);
});

test('where the user has one of the same event under its new id, only that one counts', async () => {
  events = [fomc('b', AT + MINUTE)];
  for (const event of events) setEventReminder(sql, 1, event, START);
  await look();
  expect(waitingEvents(sql, 1)).toEqual(['b']);
  now += MINUTE;
  await look();
  expect(waitingEvents(sql, 1)).toEqual([]);
  const told = handed.flatMap(({ messages }) => messages.map(({ item }) => 'setAt' in item && item.setAt));
  expect(told).toContain(START + 1);
});

test('it takes turns: no more than asked at once, the longest due first', async () => {
  setEventReminder(sql, 1, fomc('c', AT + MINUTE), START);
  events = [fomc('a'), fomc('c', AT + MINUTE)];
  now = DUE + 2 * MINUTE;
  await look(undefined, 1);
  expect(handed.length).toBe(1);
  await look(undefined, 1);
  expect(waitingEvents(sql, 1)).toEqual([]);
});
