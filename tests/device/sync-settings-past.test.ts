/** Older settings: an earlier version of the app, a restored server, deleted data. */
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, NO_ALERTS } from '#core/contract/settings.ts';
import { patchFacts, readFacts, wipe } from '#device/store/facts.ts';
import { openMemoryStore } from '#device/store/memory.ts';
import {
  acknowledgeSettings,
  chooseSettings,
  readUnsentSettings,
  takeServerSettings,
} from '#device/store/settings.ts';
import { keep, refusal, rig, START } from './sync-rig.ts';
import { ELSEWHERE, GET, LEVEL_OFF, MINUTE, opened, PUT, switched, told } from './sync-settings.ts';

test('a device upgraded to this version fetches them, and an earlier version leaves the choice alone', async () => {
  const r = rig();
  (await opened(r)).close();
  const facts = r.database.tables.get('settings')?.get('facts') ?? {};
  for (const name of ['settings', 'settingsChosenAt', 'settingsChoices', 'mayWrite'])
    expect(Reflect.deleteProperty(facts, name)).toBe(true);
  const device = await r.open('launch=2');
  await r.pass(MINUTE);
  expect(device.live.settings.current()?.settings).toEqual(DEFAULT_SETTINGS);
  r.online = false;
  await device.changeSettings(LEVEL_OFF);
  await r.pass(0);
  // An earlier version reads keys up to `4`, records, and erasures from `5:` on.
  expect(r.rows('outbox').map(({ key }) => key > '5:erase:~')).toEqual([true]);
});

test('a device from before alerts sends none until it knows them', async () => {
  const r = rig();
  (await opened(r)).close();
  const { settings } = await readFacts(openMemoryStore(r.database));
  const { alerts, ...older } = settings ?? DEFAULT_SETTINGS;
  expect(alerts).toEqual(NO_ALERTS);
  await patchFacts(openMemoryStore(r.database), { settings: older });
  r.online = false;
  const device = await r.open('launch=2');
  await device.changeSettings(LEVEL_OFF);
  r.ledger.settings = { ...DEFAULT_SETTINGS, alerts: { ...NO_ALERTS, BTC: '100000' } };
  r.script.set(PUT, (call) => {
    const { settings } = call.body;
    expect(settings).not.toHaveProperty('alerts');
    r.ledger.settings = { ...r.ledger.settings, ...settings };
    return { status: 200, body: { settings: r.ledger.settings, mayWrite: false } };
  });
  r.online = true;
  r.wake('online');
  await r.pass(MINUTE);
  expect(told(r)).toHaveLength(1);
  expect(device.live.settings.current()?.settings).toMatchObject({
    notifications: { levelUp: false },
    alerts: { BTC: '100000' },
  });
});

test('an alert chosen before the current ones are known leaves the others unchanged', async () => {
  const r = rig();
  (await opened(r)).close();
  const { alerts: _, ...older } = DEFAULT_SETTINGS;
  await patchFacts(openMemoryStore(r.database), { settings: older });
  r.ledger.settings = { ...DEFAULT_SETTINGS, alerts: { TON: '4', BTC: '100000', ETH: '3000' } };
  r.online = false;
  const device = await r.open('launch=2');
  await device.changeSettings({ alerts: { TON: '5' } });
  await device.changeSettings(LEVEL_OFF);
  await device.changeSettings({ alerts: { ETH: null } });
  await r.pass(0);
  expect(device.live.settings.current()?.settings.alerts).toEqual({ TON: '5', ETH: null });
  r.script.set(GET, () => refusal(503, 'unavailable'));
  r.online = true;
  r.wake('online');
  await r.pass(MINUTE);
  expect(told(r)).toEqual([]);
  r.script.clear();
  await r.pass(10 * MINUTE);
  expect(r.ledger.settings.alerts).toEqual({ TON: '5', BTC: '100000', ETH: null });
  expect(switched(r.ledger.settings)).toEqual(['levelUp']);
  expect(device.live.settings.current()?.settings).toEqual(r.ledger.settings);
  expect(told(r)).toHaveLength(1);
  expect(r.rows('outbox')).toEqual([]);
});

test('a choice is sent again to a restored server, unless it was made elsewhere', async () => {
  const r = rig();
  const device = await opened(r);
  await device.changeSettings(LEVEL_OFF);
  await keep(r, device, 1);
  await r.pass(5_000);
  const restore = async () => {
    r.ledger.cut(1);
    r.ledger.settings = DEFAULT_SETTINGS;
    r.ledger.settingsChosenAt = 0;
    r.wake('visible');
    await r.pass(5_000);
  };
  await restore();
  expect(switched(r.ledger.settings)).toEqual(['levelUp']);
  r.ledger.settings = ELSEWHERE;
  void device.refreshSettings();
  await r.pass(1_000);
  await restore();
  expect(r.ledger.settings).toEqual(DEFAULT_SETTINGS);
});

describe('a deletion', () => {
  test('removes them, including unsent ones', async () => {
    const r = rig();
    const device = await opened(r);
    void device.completeOnboarding();
    await r.pass(1_000);
    r.script.set(PUT, () => refusal(503, 'unavailable'));
    await device.changeSettings(LEVEL_OFF, true);
    await r.pass(1_000);
    void device.deleteMyData();
    await r.pass(1_000);
    expect(device.live.settings.current()).toBeNull();
    r.script.clear();
    await r.pass(5 * MINUTE);
    void device.completeOnboarding();
    r.wake('visible');
    await r.pass(1_000);
    expect(device.live.settings.current()).toEqual({ settings: DEFAULT_SETTINGS, mayWrite: false });
    expect(told(r).at(-1)).toMatchObject({ mayWrite: true });
    expect(r.ledger.settings).toEqual(DEFAULT_SETTINGS);
    expect(r.rows('outbox')).toEqual([]);
  });

  test('makes late answers ignored', async () => {
    const store = openMemoryStore();
    const known = { settings: DEFAULT_SETTINGS, mayWrite: false };
    const choose = async (generation: number) => {
      await patchFacts(store, { generation });
      await takeServerSettings(store, known, await readFacts(store));
      await chooseSettings(store, LEVEL_OFF, false, START);
      return [await readUnsentSettings(store), await readFacts(store)] as const;
    };
    const [sent, asked] = await choose(0);
    if (sent === null) throw new Error('nothing was chosen');
    await wipe(store, 0);
    const [unsent] = await choose(1);
    expect(unsent?.choice).toBe(sent.choice);
    await acknowledgeSettings(store, sent, 0, known);
    await takeServerSettings(store, { ...known, mayWrite: true }, asked);
    expect(await readUnsentSettings(store)).toEqual(unsent);
    const { settings, mayWrite } = await readFacts(store);
    expect([switched(settings ?? undefined), mayWrite]).toEqual([['levelUp'], false]);
  });
});
