/** Automatic parts of the settings: the device's zone and the bot's permission. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { rig, START } from './sync-rig.ts';
import { asked, ELSEWHERE, LEVEL_OFF, MINUTE, opened, PUT, told } from './sync-settings.ts';

describe('the zone of the device', () => {
  test('is sent once the user is registered, and not if the server knows it', async () => {
    const r = rig();
    r.zone = 'Asia/Tokyo';
    const device = await opened(r);
    expect(r.ledger.settings).toEqual({ ...DEFAULT_SETTINGS, zone: 'Asia/Tokyo' });
    expect(device.live.settings.current()?.settings.zone).toBe('Asia/Tokyo');
    expect(r.rows('outbox')).toEqual([]);
    device.close();
    await r.open('launch=2');
    await r.pass(MINUTE);
    expect([asked(r), told(r).length]).toEqual([0, 0]);
  });

  test('changes nothing else and comes before every choice under way', async () => {
    const r = rig();
    r.ledger.settings = ELSEWHERE;
    r.zone = 'Asia/Tokyo';
    (await opened(r)).close();
    expect(r.ledger.settings).toEqual({ ...ELSEWHERE, zone: 'Asia/Tokyo' });
    expect(r.ledger.settingsChosenAt).toBe(r.wayMs);
    r.zone = 'Europe/Berlin';
    (await opened(r)).close();
    expect(r.ledger.settings.zone).toBe('Europe/Berlin');
    expect(r.ledger.settingsChosenAt).toBeLessThanOrEqual(r.time.now());
    expect(r.ledger.settingsChosenAt).toBeGreaterThan(START - 2 * MINUTE);
  });

  test('is not sent again if the server uses another name for it', async () => {
    const r = rig();
    r.zone = 'Asia/Kolkata';
    r.ledger.settings = { ...ELSEWHERE, zone: 'Asia/Calcutta' };
    (await opened(r)).close();
    expect(r.ledger.settings.zone).toBe('Asia/Calcutta');
    await r.open('launch=2');
    await r.pass(MINUTE);
    expect([asked(r), told(r)]).toEqual([0, []]);
  });

  test('is part of every choice', async () => {
    const r = rig();
    await (await opened(r)).close();
    r.online = false;
    r.zone = 'Asia/Tokyo';
    const device = await r.open('launch=2');
    await device.changeSettings(LEVEL_OFF);
    await r.pass(0);
    r.online = true;
    r.wake('online');
    await r.pass(MINUTE);
    expect(told(r)).toHaveLength(1);
    expect(r.ledger.settings).toMatchObject({ zone: 'Asia/Tokyo', notifications: { levelUp: false } });
  });

  test('that the server does not know is sent once per start and loses no choice', async () => {
    const r = rig();
    r.zone = 'Mars/Olympus';
    r.script.set(PUT, (call) => {
      const { zone } = r.ledger.settings;
      return r.ledger.answer({ ...call, body: { ...call.body, settings: { ...call.body.settings, zone } } });
    });
    const device = await r.open();
    await r.pass(30 * MINUTE);
    expect(told(r).length).toBe(1);
    await device.changeSettings(LEVEL_OFF);
    await r.pass(1_000);
    expect(told(r).length).toBe(2);
    expect(r.ledger.settings).toEqual({
      ...DEFAULT_SETTINGS,
      notifications: { ...DEFAULT_SETTINGS.notifications, levelUp: false },
    });
    expect(device.live.settings.current()?.settings).toEqual(r.ledger.settings);
    expect(r.rows('outbox')).toEqual([]);
  });

  test('of another device, unknown here, is shown with the other settings', async () => {
    const r = rig();
    r.ledger.settings = { ...ELSEWHERE, zone: 'Mars/Olympus' };
    const device = await opened(r);
    expect(device.live.settings.current()?.settings).toEqual(r.ledger.settings);
  });
});

describe("the bot's permission", () => {
  test('is part of the choice and of the next one until it is sent', async () => {
    const r = rig();
    const device = await opened(r);
    r.online = false;
    await device.changeSettings({}, true);
    await device.changeSettings(LEVEL_OFF);
    await r.pass(0);
    expect(device.live.settings.current()?.mayWrite).toBe(true);
    r.online = true;
    r.wake('online');
    await r.pass(1_000);
    expect(told(r)).toMatchObject([{ mayWrite: true }]);
    await device.changeSettings({ quiet: null });
    await r.pass(1_000);
    expect(told(r)[1]).not.toHaveProperty('mayWrite');
  });

  test('follows the server, which knows of a blocked bot', async () => {
    const r = rig();
    r.ledger.mayWrite = true;
    const device = await opened(r);
    r.ledger.mayWrite = false;
    void device.refreshSettings();
    await r.pass(1_000);
    expect(device.live.settings.current()?.mayWrite).toBe(false);
  });
});
