/** Reminders of economic events, as a user sets them and takes them back. */
import { beforeEach, expect, test } from 'vitest';
import { MOST_EVENT_REMINDERS } from '#core/contract/event-reminders.ts';
import { BARE } from '#tests/support/calendar.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { makeApi, START, type TestApi, type TestUser } from '../support.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const moment = (ms: number) => new Date(START + ms).toISOString();
const event = (id: string, at: string) =>
  ({ ...BARE, id, name: 'fomc', zone: 'united_states', at, volatility: 'high' }) as const;
const EVENTS = [
  event('near', moment(15 * MINUTE)),
  event('soon', moment(16 * MINUTE)),
  event('past', moment(-DAY)),
  event('day', moment(DAY).slice(0, 10)),
  ...Array.from({ length: MOST_EVENT_REMINDERS }, (_, at) => event(`e${at}`, moment(DAY + at * MINUTE))),
];

let api: TestApi;
let user: TestUser;
let events: typeof EVENTS | null;
beforeEach(async () => {
  events = EVENTS;
  const calendar = {
    calendar: async () => (events === null ? null : { date: moment(0), sample: false, stale: false, events }),
  };
  api = await makeApi({ limiter: noLimits, calendar });
  user = await api.registered(42, { allowsWrite: true });
});

const read = async () => (await user.send('GET', '/api/user/event-reminders/42')).json;
const ask = (eventId: string, isOn = true, more: object = {}) =>
  user.send('PUT', '/api/user/event-reminders', { body: { userId: 42, eventId, isOn, ...more } });
const code = async (reply: ReturnType<typeof ask>) => {
  const { status, json } = await reply;
  return [status, json.error?.code];
};

test('is set and taken back, each time with the same answer when repeated', async () => {
  expect(await read()).toEqual({ events: [], mayWrite: true });
  for (const _ of [1, 2]) expect((await ask('e1')).json).toEqual({ events: ['e1'], mayWrite: true });
  expect((await ask('soon')).json.events).toEqual(['soon', 'e1']);
  await api.restart();
  expect(await read()).toEqual({ events: ['soon', 'e1'], mayWrite: true });
  for (const _ of [1, 2]) expect((await ask('soon', false)).json.events).toEqual(['e1']);
  expect((await ask('e1', false)).json.events).toEqual([]);
  expect((await ask('e1')).json.events).toEqual(['e1']);
});

test('can be taken back when its event is gone, and while there is no calendar', async () => {
  await ask('e1');
  await ask('e2');
  events = [];
  expect((await ask('e1', false)).json.events).toEqual(['e2']);
  events = null;
  expect((await ask('e2', false)).json.events).toEqual([]);
});

test.each([
  ['near', 409, 'event_too_soon'],
  ['past', 409, 'event_too_soon'],
  ['day', 409, 'event_too_soon'],
  ['nothing', 404, 'not_found'],
])('of %s is refused, and nothing changes', async (id, status, error) => {
  const before = await api.dump();
  expect(await code(ask(id))).toEqual([status, error]);
  expect(await api.dump()).toBe(before);
});

test('is refused while there is no calendar', async () => {
  events = null;
  expect(await code(ask('e1'))).toEqual([503, 'unavailable']);
});

test('at most 50 wait, and one taken back makes room', async () => {
  for (let at = 0; at < MOST_EVENT_REMINDERS; at += 1) expect((await ask(`e${at}`)).status).toBe(200);
  expect(await code(ask('soon'))).toEqual([409, 'too_many_reminders']);
  expect((await ask('e7')).status).toBe(200);
  await ask('e7', false);
  expect((await ask('soon')).json.events).toHaveLength(MOST_EVENT_REMINDERS);
});

test('rows of reminders that were taken back do not pile up', async () => {
  events = Array.from({ length: 130 }, (_, at) => event(`x${at}`, moment(DAY + at * MINUTE)));
  for (const { id } of events) {
    await ask(id);
    await ask(id, false);
  }
  await ask('x0');
  const rows = await api.look(42, (sql) => sql.all<object>('SELECT event_id FROM event_reminders'));
  expect(rows.length).toBeLessThanOrEqual(101);
});

test('with it the user may allow the bot to write', async () => {
  const other = await api.registered(43);
  const reply = await other.send('PUT', '/api/user/event-reminders', {
    body: { userId: 43, eventId: 'e1', isOn: true },
  });
  expect(reply.json).toEqual({ events: ['e1'], mayWrite: false });
  const allowed = await other.send('PUT', '/api/user/event-reminders', {
    body: { userId: 43, eventId: 'e1', isOn: true, mayWrite: true },
  });
  expect(allowed.json).toEqual({ events: ['e1'], mayWrite: true });
  expect((await read()).events).toEqual([]);
});

test('is erased with the data of the user', async () => {
  await ask('e1');
  await user.send('DELETE', '/api/user/42');
  expect((await user.send('GET', '/api/user/event-reminders/42')).status).toBe(410);
  expect((await ask('e2')).status).toBe(410);
  await user.send('POST', '/api/user/onboarding', { body: { userId: 42 } });
  expect((await read()).events).toEqual([]);
  expect(await api.dump()).not.toContain('"e1"');
});
