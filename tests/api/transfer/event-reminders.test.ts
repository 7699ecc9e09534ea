/** Reminders of events move with their user, and each is handed over in one of the two deployments. */

import * as v from 'valibot';
import { expect, test } from 'vitest';
import {
  dueEventReminders,
  eventReminderDone,
  setEventReminder,
  takeBackEventReminder,
  waitingEvents,
} from '#api/notifications/event-reminders/reminders.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { acceptPiece } from '#api/transfer/accept.ts';
import { Piece, takePiece, transferHeadOf } from '#api/transfer/piece.ts';
import type { CalendarEvent } from '#core/contract/calendar.ts';
import { BARE } from '#tests/support/calendar.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { hmacHex, sha256 } from '#tests/support/test-deployment.ts';
import { apiOver, CONFIG, START } from '../support.ts';

const HOUR = 60 * 60_000;
const AT = START + 24 * HOUR;
const event = (id: string, at = AT): CalendarEvent => {
  return { ...BARE, id, name: 'fomc', zone: 'united_states', at: new Date(at).toISOString() };
};

async function open() {
  const clock = { at: START, now: () => clock.at };
  const deployment = await openMachineDeployment({ config: CONFIG, clock, onRequest: () => {} });
  return apiOver(deployment, clock);
}
type Opened = Awaited<ReturnType<typeof open>>;

async function pair() {
  const [from, to] = [await open(), await open()];
  await from.registered(1, { allowsWrite: true });
  const take = async () => {
    const piece = await from.look(1, (sql) => takePiece(sql, 1, 0));
    // As it is read from the file.
    return v.parse(Piece, JSON.parse(JSON.stringify(piece)));
  };
  const accept = (piece: Piece) => to.look(1, (sql) => acceptPiece({ sql, sha256, hmac: hmacHex }, piece).ok);
  const rest = (one: Opened) => one.look(1, (sql) => transferHeadOf(sql, 1, 1, sha256)?.rest);
  return {
    from,
    to,
    take,
    accept,
    async move() {
      expect(await accept(await take())).toBe(true);
      expect(await rest(to)).toBe(await rest(from));
      return waiting(to);
    },
  };
}
const waiting = (one: Opened) => one.look(1, (sql) => waitingEvents(sql, 1));
const doneIn = (one: Opened) =>
  one.look(1, (sql) => {
    for (const due of dueEventReminders(sql, AT, 10, 1)) eventReminderDone(sql, due);
  });
const change = (one: Opened, work: (sql: Sql) => unknown) => one.look(1, (sql) => void work(sql));

test('those that wait move, and a piece without any is as earlier versions wrote it', async () => {
  const { from, take, move } = await pair();
  expect(await take()).not.toHaveProperty('eventReminders');
  await change(from, (sql) => setEventReminder(sql, 1, event('a'), START));
  expect(await move()).toEqual(['a']);
});

test('one taken back or handed over after the rehearsal does not wait in the new deployment', async () => {
  const { from, move } = await pair();
  await change(from, (sql) => {
    for (const id of ['a', 'b']) setEventReminder(sql, 1, event(id), START);
  });
  expect(await move()).toEqual(['a', 'b']);
  await change(from, (sql) => takeBackEventReminder(sql, 1, 'a', START));
  expect(await move()).toEqual(['b']);
  await doneIn(from);
  expect(await move()).toEqual([]);
});

test('one handed over in the new deployment does not wait again when its piece comes once more', async () => {
  const { from, to, take, accept } = await pair();
  await change(from, (sql) => setEventReminder(sql, 1, event('a'), START));
  const piece = await take();
  await accept(piece);
  await doneIn(to);
  await accept(piece);
  expect(await waiting(to)).toEqual([]);
  // Set again there, it stays.
  await change(to, (sql) => setEventReminder(sql, 1, event('a'), START + HOUR));
  await accept(piece);
  expect(await waiting(to)).toEqual(['a']);
});

test('what the old deployment has forgotten is forgotten in the new one', async () => {
  const { from, move } = await pair();
  await change(from, (sql) => {
    setEventReminder(sql, 1, event('a'), START);
    takeBackEventReminder(sql, 1, 'a', START);
  });
  expect(await move()).toEqual([]);
  await change(from, (sql) => setEventReminder(sql, 1, event('b', AT + 240 * HOUR), AT + 200 * HOUR));
  expect(await move()).toEqual(['b']);
});
