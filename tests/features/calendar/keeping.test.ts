/** The stored calendar: fetched from time to time, shown without a network, replaced if unreadable. */
import { expect, test } from 'vitest';
import { sampleEvents } from '#api/calendar/sample.ts';
import type { Device } from '#device/model.ts';
import { type Rig, refusal, rig, START } from '#tests/device/sync-rig.ts';

const CALENDAR = 'GET /api/calendar';
const MINUTE = 60_000;

function served(r: Rig): void {
  r.script.set(CALENDAR, () => ({
    status: 200,
    body: {
      date: new Date(r.time.now()).toISOString(),
      sample: true,
      stale: false,
      events: sampleEvents(START),
    },
  }));
}

const asked = (r: Rig) => r.calls.filter(({ name }) => name === CALENDAR);

test('the sync fetches it without a signature, and again after an hour', async () => {
  const r = rig();
  served(r);
  const device = await r.open();
  device.live.calendar.subscribe(() => undefined);
  await r.pass(5_000);
  expect(device.live.calendar.current()?.calendar.events).toHaveLength(sampleEvents(START).length);
  expect(asked(r)).toHaveLength(1);
  expect(asked(r)[0]?.headers).not.toHaveProperty('authorization');
  await r.pass(50 * MINUTE);
  expect(asked(r)).toHaveLength(1);
  await r.pass(20 * MINUTE);
  expect(asked(r)).toHaveLength(2);
});

test('a screen fetches it if it is older than five minutes, once for two concurrent callers', async () => {
  const r = rig();
  served(r);
  const device = await r.open();
  await r.pass(5_000);
  expect(await device.refreshCalendar()).toBe('ok');
  expect(asked(r)).toHaveLength(1);
  await r.pass(6 * MINUTE);
  const both = Promise.all([device.refreshCalendar(), device.refreshCalendar()]);
  await r.pass(100);
  expect(await both).toEqual(['ok', 'ok']);
  expect(asked(r)).toHaveLength(2);
});

test('without a network the last one is shown, and the answer gives the reason', async () => {
  const r = rig();
  served(r);
  const first = await r.open();
  await r.pass(5_000);
  first.close();
  r.online = false;
  await r.pass(10 * MINUTE);
  const device = await r.open();
  device.live.calendar.subscribe(() => undefined);
  const answer = device.refreshCalendar();
  await r.pass(100);
  expect(await answer).toBe('offline');
  expect(device.live.calendar.current()?.asOf).toBeLessThan(START + MINUTE);
  expect(device.live.calendar.current()?.calendar.sample).toBe(true);
});

test('a refusal or an invalid answer changes nothing', async () => {
  const r = rig();
  const device = await r.open();
  device.live.calendar.subscribe(() => undefined);
  for (const answer of [
    refusal(503, 'unavailable'),
    { status: 200, body: { events: [{ name: 'lottery' }] } },
  ]) {
    r.script.set(CALENDAR, () => answer);
    await r.pass(MINUTE);
    const refreshed = device.refreshCalendar();
    await r.pass(100);
    expect(await refreshed).toBe('failed');
    expect(device.live.calendar.current()).toBeNull();
  }
});

test.each([
  ['market', (device: Device) => device.refreshMarket()],
  ['calendar', (device: Device) => device.refreshCalendar()],
] as const)(
  'a store that fails at the %s: the answer and the log report it, and the sync continues',
  async (name, refresh) => {
    const r = rig();
    served(r);
    const device = await r.open();
    await r.pass(5_000);
    await r.pass(6 * MINUTE);
    const rows = r.database.tables.get('snapshots');
    if (rows === undefined) throw new Error('no table');
    const before = { get: rows.get.bind(rows), logs: r.logs.length };
    rows.get = (key) => {
      if (key === name) throw new TypeError('an unusual fault');
      return before.get(key);
    };
    expect(await refresh(device)).toBe('failed');
    expect(r.logs.slice(before.logs)).toEqual([`The ${name} was not refreshed`]);
    const synced = device.syncNow();
    await r.pass(5_000);
    await synced;
    expect(device.live.sync.current()?.phase).toBe('idle');
  },
);

test('a list in another format counts as none until the next answer', async () => {
  const r = rig();
  served(r);
  const device = await r.open();
  await r.pass(5_000);
  r.database.tables.get('snapshots')?.set('calendar', {
    key: 'calendar',
    asOf: r.time.now(),
    overview: { events: [{ title: 'CPI' }] },
  } as never);
  device.close();
  r.online = false;
  const again = await r.open();
  again.live.calendar.subscribe(() => undefined);
  await r.pass(100);
  expect(again.live.calendar.current()).toBeNull();
  r.online = true;
  const refreshed = again.refreshCalendar();
  await r.pass(100);
  expect(await refreshed).toBe('ok');
  expect(again.live.calendar.current()?.calendar.sample).toBe(true);
});
