/** Reminders of events on the device: the server keeps them, and its last answer stays without a network. */
import { expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from '#core/contract/errors.ts';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { keepEventReminders } from '#device/store/event-reminders.ts';
import { patchFacts, readFacts, wipe } from '#device/store/facts.ts';
import { createMemoryDatabase, openMemoryStore } from '#device/store/memory.ts';
import { type Rig, rig, type Scripted } from './sync-rig.ts';

const READ = 'GET /api/user/event-reminders/{id}';
const CHANGE = 'PUT /api/user/event-reminders';
const answer = (events: readonly string[], mayWrite = true): Scripted => ({
  status: 200,
  body: { events, mayWrite },
});
const refusal = (code: ErrorCode): Scripted => ({
  status: ERRORS[code],
  body: { error: { code, message: '' } },
});

function served(r: Rig) {
  const kept = new Set<string>();
  r.script.set(READ, () => answer([...kept]));
  r.script.set(CHANGE, ({ body }) => {
    if (body.isOn) kept.add(body.eventId);
    else kept.delete(body.eventId);
    return answer([...kept]);
  });
  return kept;
}

async function opened(r: Rig) {
  const device = await r.open();
  device.live.eventReminders.subscribe(() => undefined);
  await device.completeOnboarding();
  await r.pass(5_000);
  return device;
}

async function soon<T>(r: Rig, one: Promise<T>): Promise<T> {
  await r.pass(5_000);
  return one;
}

test('a reminder is set on the server, kept after a restart, and known to the other phone', async () => {
  const r = rig();
  const kept = served(r);
  const device = await opened(r);
  expect(device.live.eventReminders.current()).toBeNull();
  expect(await soon(r, device.remindOfEvent('fomc', true))).toBe('ok');
  expect(r.calls.at(-1)).toMatchObject({ name: CHANGE, body: { userId: 42, eventId: 'fomc', isOn: true } });
  expect(r.calls.at(-1)?.body).not.toHaveProperty('mayWrite');
  device.close();

  r.online = false;
  const again = await opened(r);
  expect(again.live.eventReminders.current()).toEqual({ events: ['fomc'], mayWrite: true });
  expect(await soon(r, again.remindOfEvent('fomc', false))).toBe('offline');
  expect(await soon(r, again.refreshEventReminders())).toBe('offline');
  expect([...kept]).toEqual(['fomc']);

  r.online = true;
  kept.add('ecb');
  expect(await soon(r, again.refreshEventReminders())).toBe('ok');
  expect(again.live.eventReminders.current()?.events).toEqual(['fomc', 'ecb']);
});

test.each([
  ['event_too_soon', 'too_soon'],
  ['too_many_reminders', 'too_many'],
  ['not_found', 'gone'],
  ['launch_data_expired', 'reopen'],
  ['unavailable', 'failed'],
] as const)('%s is answered with %s and changes nothing', async (code, told) => {
  const r = rig();
  served(r);
  const device = await opened(r);
  await soon(r, device.remindOfEvent('fomc', true));
  r.script.set(CHANGE, () => refusal(code));
  expect(await soon(r, device.remindOfEvent('ecb', true))).toBe(told);
  expect(device.live.eventReminders.current()?.events).toEqual(['fomc']);
});

test('changes are sent in order, so that the last answer lists all of them', async () => {
  const r = rig();
  served(r);
  const device = await opened(r);
  const before = r.names().length;
  const [first, second] = [device.remindOfEvent('fomc', true), device.remindOfEvent('ecb', true)];
  expect(await soon(r, Promise.all([first, second]))).toEqual(['ok', 'ok']);
  expect(r.names().slice(before)).toEqual([CHANGE, CHANGE]);
  expect(device.live.eventReminders.current()?.events).toEqual(['fomc', 'ecb']);
});

test('an answer from before a change does not undo it', async () => {
  const r = rig();
  served(r);
  const device = await opened(r);
  r.script.set(READ, () => answer([]));
  const changed = device.remindOfEvent('fomc', true);
  await r.pass(5);
  // It arrives after the answer to the change.
  const refreshed = device.refreshEventReminders();
  expect(await soon(r, Promise.all([refreshed, changed]))).toEqual(['ok', 'ok']);
  expect(device.live.eventReminders.current()?.events).toEqual(['fomc']);
});

test('what the user has just allowed is said, and stays until the server knows it', async () => {
  const r = rig();
  served(r);
  r.script.set(READ, () => answer([], false));
  r.script.set('PUT /api/user/settings', () => ({ status: 503, body: {} }));
  const device = await opened(r);
  await soon(r, device.refreshEventReminders());
  expect(device.live.eventReminders.current()?.mayWrite).toBe(false);
  await soon(r, device.remindOfEvent('fomc', true, true));
  expect(r.calls.at(-1)?.body).toMatchObject({ mayWrite: true });
  expect(device.live.eventReminders.current()?.mayWrite).toBe(true);

  // Allowed with a choice of settings that waits in the outbox.
  await soon(r, device.refreshSettings());
  await soon(r, device.changeSettings({ notifications: DEFAULT_SETTINGS.notifications }, true));
  await soon(r, device.refreshEventReminders());
  expect(device.live.eventReminders.current()?.mayWrite).toBe(true);
});

test('a store that fails fails the change, and the next one works', async () => {
  const r = rig();
  served(r);
  const device = await opened(r);
  const rows = r.database.tables.get('settings');
  if (rows === undefined) throw new Error('no table');
  const { get } = rows;
  rows.get = () => {
    throw new TypeError('an unusual fault');
  };
  expect(await soon(r, device.remindOfEvent('fomc', true))).toBe('failed');
  expect(await soon(r, device.refreshEventReminders())).toBe('failed');
  rows.get = get;
  expect(await soon(r, device.remindOfEvent('fomc', true))).toBe('ok');
});

test('an answer from before a deletion is not kept', async () => {
  const store = openMemoryStore(createMemoryDatabase(), 'kept');
  const keep = async (events: readonly string[], generation: number) => {
    await keepEventReminders(store, { events: [...events], mayWrite: true }, generation);
    return (await readFacts(store)).eventReminders;
  };
  await patchFacts(store, { generation: 0 });
  expect(await keep(['fomc'], 0)).toEqual(['fomc']);
  await wipe(store, 0, 1);
  await patchFacts(store, { generation: 1 });
  expect(await keep(['fomc'], 0)).toBeNull();
  expect(await keep(['ecb'], 1)).toEqual(['ecb']);
});
