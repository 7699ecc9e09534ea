/** The device without the code that only screens load: records do not depend on it, and it is loaded again. */
import { expect, test } from 'vitest';
import { rig, START } from './sync-rig.ts';

const ID = '019cd830-0000-7000-8000-000000000001';

test('records are stored and sent without it', async () => {
  const r = rig();
  r.codeComes = false;
  const device = await r.open();
  await device.completeOnboarding();
  await device.record({ id: ID, calculationType: 'Staking', inputs: { sum: '1' } });
  await r.pass(1_000);
  expect(r.rows('records')).toMatchObject([{ id: ID, state: 'counted', occurredAt: expect.any(Number) }]);
  expect(r.rows('outbox')).toEqual([]);
});

test('each call reports its absence and works as soon as the code loads', async () => {
  const r = rig();
  r.codeComes = false;
  const device = await r.open();
  await r.pass(1_000);
  const before = r.calls.length;
  expect(await device.checkInStatus()).toEqual({ ok: false, error: 'offline' });
  expect(await device.claimCheckIn()).toEqual({ ok: false, error: 'offline' });
  expect(await device.refreshReferrals()).toBe('offline');
  expect(await device.loadReferrals(50)).toBe('offline');
  expect(await device.exportUrl('ledger')).toBeNull();
  expect(await device.deleteMyData()).toBe('failed');
  await expect(device.exportLedger()).rejects.toThrow('Failed to fetch');
  await expect(device.verify()).rejects.toThrow('Failed to fetch');
  expect(r.calls.length).toBe(before);
  expect(r.logs).toContain('Cannot load the code of a call');

  r.codeComes = true;
  expect(await device.exportLedger()).toContain('"userId":42');
  const verdict = device.verify();
  await r.pass(1_000);
  expect(await verdict).toMatchObject({ ok: true });
});

test('reminders of events, which Home shows, need none of it', async () => {
  const r = rig();
  r.script.set('GET /api/user/event-reminders/{id}', () => ({
    status: 200,
    body: { events: ['fomc'], mayWrite: true },
  }));
  r.codeComes = false;
  const device = await r.open();
  const reminders = device.live.eventReminders;
  reminders.subscribe(() => undefined);
  const refreshed = device.refreshEventReminders();
  await r.pass(5_000);
  expect(await refreshed).toBe('ok');
  expect(reminders.current()).toMatchObject({ events: ['fomc'] });
});

test('stored friends appear once the code has loaded', async () => {
  const r = rig();
  r.script.set('POST /api/referrals', () => ({
    status: 200,
    body: { referrals: [], total: 0, nextCursor: null, maxAgeS: 0 },
  }));
  r.codeComes = false;
  const device = await r.open();
  let told = 0;
  device.live.referrals.subscribe(() => {
    told += 1;
  });
  await r.pass(1_000);
  expect(device.live.referrals.current()).toBeUndefined();

  r.codeComes = true;
  const refreshed = device.refreshReferrals();
  await r.pass(1_000);
  expect(await refreshed).toBe('ok');
  expect(device.live.referrals.current()).toMatchObject({ total: 0, asOf: START + 1_000 + 10 });
  expect(told).toBeGreaterThan(0);
});
