/** The device without the code that only screens ask for: nothing of a record depends on it, and it is asked for again. */
import { expect, test } from 'vitest';
import { rig, START } from './sync-rig.ts';

const ID = '019cd830-0000-7000-8000-000000000001';

test('records are kept and sent without it', async () => {
  const r = rig();
  r.codeComes = false;
  const device = await r.open();
  await device.completeOnboarding();
  await device.record({ id: ID, calculationType: 'Staking', inputs: { sum: '1' } });
  await r.pass(1_000);
  expect(r.rows('records')).toMatchObject([{ id: ID, state: 'counted', occurredAt: expect.any(Number) }]);
  expect(r.rows('outbox')).toEqual([]);
});

test('each call says so in its own way, and works as soon as the code comes', async () => {
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
  expect(r.logs).toContain('The code of a call did not come');

  r.codeComes = true;
  expect(await device.exportLedger()).toContain('"userId":42');
  const verdict = device.verify();
  await r.pass(1_000);
  expect(await verdict).toMatchObject({ ok: true });
});

test('the friends kept here are shown once the code has come', async () => {
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
