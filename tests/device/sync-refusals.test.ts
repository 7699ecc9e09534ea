/** The sync without an answer, and with a refusal of the whole call. */
import { describe, expect, test } from 'vitest';
import { idOf, keep, refusal, rig } from './sync-rig.ts';
import { settled, states, sync } from './sync-seen.ts';

const MINUTE = 60_000;

describe('without an answer', () => {
  test('everything is kept and retried automatically, and offline ends with the first answer', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.online = false;
    await keep(r, device, 2);
    await r.pass(1_000);
    expect(device.live.sync.current()).toMatchObject({ phase: 'offline', pending: 2 });
    const since = device.live.sync.current()?.offlineSince;
    await r.pass(10 * MINUTE);
    expect(device.live.sync.current()).toMatchObject({ phase: 'offline', offlineSince: since, pending: 2 });
    r.online = true;
    // Without an online event.
    await r.pass(31_000);
    expect(device.live.sync.current()).toMatchObject({ phase: 'idle', pending: 0, offlineSince: null });
    expect(states(r)).toEqual(['counted', 'counted']);
  });

  test('calculations are counted apart from other waiting commands', async () => {
    const r = rig();
    r.online = false;
    const device = await r.open();
    await r.pass(1_000);
    // Its registration.
    expect(device.live.sync.current()).toMatchObject({ pending: 1, pendingRecords: 0 });
    await keep(r, device, 2);
    void device.completeOnboarding();
    void device.chooseLanguage('ru');
    // It is still to be sent and then to be erased.
    void device.deleteRecord(idOf(2));
    await r.pass(1_000);
    expect(device.live.sync.current()).toMatchObject({ phase: 'offline', pendingRecords: 2 });
    r.online = true;
    await r.pass(31_000);
    expect(device.live.sync.current()).toMatchObject({ pending: 0, pendingRecords: 0 });
  });

  test('reopened a moment later with an empty outbox, it stays offline until an answer arrives', async () => {
    const r = rig();
    const before = await r.open();
    await settled(r);
    const synced = before.live.sync.current()?.lastSyncedAt;
    expect(synced).toEqual(expect.any(Number));
    before.close();
    r.online = false;
    const device = await r.open();
    for (let second = 0; second < 120; second += 1) {
      await r.pass(1_000);
      expect(device.live.sync.current()).toMatchObject({
        lastSyncedAt: synced,
        offlineSince: expect.any(Number),
      });
    }
    r.online = true;
    await r.pass(31_000);
    expect(device.live.sync.current()).toMatchObject({ phase: 'idle', offlineSince: null });
  });

  test('the delay grows with jitter, and an online event ends it at once', async () => {
    const r = rig();
    r.online = false;
    const device = await r.open();
    await r.pass(5 * MINUTE);
    const retryAt = device.live.sync.current()?.retryAt ?? 0;
    expect(retryAt - r.time.now()).toBeGreaterThan(0);
    r.online = true;
    r.wake('online');
    await r.pass(500);
    expect(device.live.sync.current()).toMatchObject({ phase: 'idle' });
  });

  test('an online event that comes too early is soon followed by another try', async () => {
    const r = rig();
    r.online = false;
    const device = await r.open();
    await r.pass(5 * MINUTE);
    r.wake('online');
    await r.pass(100);
    expect(device.live.sync.current()).toMatchObject({ phase: 'offline' });
    r.online = true;
    await r.pass(2_000);
    expect(device.live.sync.current()).toMatchObject({ phase: 'idle' });
  });

  test('an answer that never comes times out', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.script.set('POST /api/sync', () => null);
    await keep(r, device, 1);
    await r.pass(19_000);
    expect(device.live.sync.current()?.phase).toBe('sending');
    await r.pass(2_000);
    expect(device.live.sync.current()?.phase).toBe('offline');
    r.script.clear();
    await r.pass(MINUTE);
    expect(states(r)).toEqual(['counted']);
  });

  test('a foreign page is no answer, and everything is kept', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.script.set('POST /api/sync', () => ({ status: 200, body: '<html>log in</html>' }));
    await keep(r, device, 1);
    await r.pass(1_000);
    expect(device.live.sync.current()).toMatchObject({ phase: 'waiting', pending: 1 });
    expect(states(r)).toEqual(['pending']);
  });
});

describe('a refusal of the whole call keeps everything:', () => {
  test.each([
    ['401 expired asks for a reopening', 401, 'launch_data_expired', 'reopen'],
    ['401 invalid too', 401, 'launch_data_invalid', 'reopen'],
    ['403 waits', 403, 'not_your_account', 'waiting'],
    ['426 asks for an update', 426, 'client_outdated', 'outdated'],
    ['503 server_older says so', 503, 'server_older', 'server_older'],
    ['503 storage_full waits', 503, 'storage_full', 'waiting'],
    ['500 waits', 500, 'internal', 'waiting'],
  ] as const)('%s', async (_, status, code, phase) => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.script.set('POST /api/sync', () => refusal(status, code));
    await keep(r, device, 2);
    await r.pass(1_000);
    expect(device.live.sync.current()).toMatchObject({ phase, pending: 2 });
    expect(states(r)).toEqual(['pending', 'pending']);
    expect(device.live.sync.current()?.retryAt).not.toBeNull();
    r.script.clear();
    await r.pass(6 * MINUTE);
    expect(states(r)).toEqual(['counted', 'counted']);
    expect(device.live.sync.current()).toMatchObject({ phase: 'idle', pending: 0 });
  });

  test('the request to reopen the app stays while the app retries', async () => {
    const r = rig();
    r.script.set('POST /api/user/register', () => refusal(401, 'launch_data_expired'));
    const device = await r.open();
    const phases: unknown[] = [];
    await r.pass(1_000);
    device.live.sync.subscribe(() => phases.push(device.live.sync.current()?.phase));
    r.calls.length = 0;
    await r.pass(6 * MINUTE);
    expect(r.names()).toContain('POST /api/user/register');
    expect(new Set(phases)).toEqual(new Set(['reopen']));
    r.script.clear();
    await r.pass(6 * MINUTE);
    expect(phases.at(-1)).toBe('idle');
  });

  test('429 pauses calls for the requested time, whatever happens', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.script.set('POST /api/sync', () => refusal(429, 'rate_limited', { 'retry-after': '90' }));
    await keep(r, device, 1);
    await r.pass(1_000);
    expect(device.live.sync.current()).toMatchObject({ phase: 'waiting', pending: 1 });
    r.script.clear();
    r.calls.length = 0;
    r.wake('online');
    r.wake('visible');
    await keep(r, device, 1, 2);
    void device.syncNow();
    await r.pass(85_000);
    expect(r.calls).toEqual([]);
    await r.pass(10_000);
    expect(states(r)).toEqual(['counted', 'counted']);
  });

  test('a failing server gets no calls for new calculations, but one when the user comes back', async () => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    r.script.set('POST /api/sync', () => refusal(503, 'unavailable'));
    await keep(r, device, 1);
    await r.pass(MINUTE);
    r.calls.length = 0;
    await keep(r, device, 5, 2);
    await r.pass(100);
    expect(sync(r)).toHaveLength(0);
    r.script.clear();
    r.wake('visible');
    await r.pass(1_000);
    expect(new Set(states(r))).toEqual(new Set(['counted']));
  });
});
